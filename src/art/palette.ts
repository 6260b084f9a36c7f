/** The six colors of a cover. `far`, `mid` and `deep` step away from `ground`; `glow` is the accent. */
export type Palette = { ground: string; far: string; mid: string; deep: string; glow: string; paper: string }

function createPalette(ground: string, far: string, mid: string, deep: string, glow: string, paper: string): Palette {
	return { ground, far, mid, deep, glow, paper }
}

/** Chosen by eye, in the colors of printed books: dark grounds, saturated colors, light papers. */
export const PALETTES: readonly Palette[] = [
	createPalette('#16213a', '#24365c', '#41608f', '#0a1020', '#ff9f4a', '#f6e9d2'),
	createPalette('#12302e', '#1c4a45', '#3b7c6c', '#071817', '#f2c14e', '#f3ecd8'),
	createPalette('#2c1a2e', '#482a45', '#7f4560', '#150c17', '#ff8a5c', '#f7e6da'),
	createPalette('#3d1218', '#611f25', '#9c3a34', '#1b070b', '#f4b860', '#f7ead8'),
	createPalette('#0d2b39', '#16475a', '#2f7f90', '#06151d', '#ff7f5e', '#eaf3ee'),
	createPalette('#1e2025', '#31353d', '#626a78', '#0d0e11', '#ee5236', '#efece6'),
	createPalette('#242b17', '#3a4625', '#74813c', '#0f130a', '#f5d76e', '#f2efdc'),
	createPalette('#13265f', '#1f3d8c', '#4a78d2', '#091230', '#ffd34d', '#f4f1e4'),
	createPalette('#2b1b15', '#4c2d1f', '#92512e', '#130b08', '#ffb45a', '#f5e6d3'),
	createPalette('#25343f', '#3a4d5b', '#6f8898', '#10191f', '#f57250', '#eef0ea'),
	createPalette('#0f3d36', '#18564b', '#3f8f7a', '#062019', '#ff9d92', '#f4efe2'),
	createPalette('#17140f', '#2d271c', '#76643a', '#090806', '#e9b949', '#f3ead6'),
	createPalette('#1b2a4a', '#30416a', '#7c6d94', '#0c1429', '#f7a8a0', '#f5ecdf'),
	createPalette('#bf3823', '#d65a3c', '#f0946a', '#37100b', '#ffd79a', '#fff3e2'),
	createPalette('#e5a32c', '#efbb58', '#c9701f', '#35190a', '#fff0c4', '#fff6e0'),
	createPalette('#16726e', '#2d8f89', '#0f5a5d', '#052426', '#ffcf6b', '#f2f6ea'),
	createPalette('#7fb7cf', '#a0cbdd', '#4686a9', '#0f2e44', '#e8502a', '#fdf3da'),
	createPalette('#ea8573', '#f2a492', '#c4534e', '#41111a', '#ffe6b8', '#fff1e3'),
	createPalette('#3f5fae', '#5a7ac4', '#8ba6de', '#131d46', '#ffc94f', '#f5f1e4'),
	createPalette('#94b18d', '#b0c8a6', '#56805f', '#183124', '#f9e7a8', '#f7f5e6'),
	createPalette('#a24c2d', '#bd6843', '#dc956a', '#2c100a', '#f8d58a', '#fbeedb'),
	createPalette('#48696f', '#648990', '#26464d', '#0f2329', '#f2b35f', '#f3f1e6'),
	createPalette('#efe6d4', '#e0d2b8', '#bda581', '#211c18', '#d6392b', '#fbf7ee'),
	createPalette('#f0eadb', '#d9dccf', '#86aab4', '#15304c', '#e5762c', '#fbf8f0'),
	createPalette('#ece8d6', '#d1d7b5', '#7fa273', '#15342a', '#e2962b', '#faf8ec'),
	createPalette('#f3dcd0', '#eabfae', '#cc8272', '#3b1825', '#c2364a', '#fcf3ec'),
	createPalette('#dde8ea', '#bfd5da', '#79a3b3', '#142d3c', '#e8623a', '#f6fafa'),
	createPalette('#f5e3a4', '#eecb6b', '#d7973a', '#2c2111', '#c6402a', '#fdf6dc'),
	createPalette('#d8e7d8', '#b8d3be', '#6b9f8c', '#12352f', '#e7573f', '#f5faf2'),
	createPalette('#d8d1c6', '#c2b8a9', '#94877a', '#232026', '#3c5bb0', '#f5f1ea'),
	createPalette('#e9d9e0', '#d5b9c6', '#a3768f', '#2c1730', '#e08a2e', '#f9f1f4'),
	createPalette('#1f1147', '#35206b', '#6a48b0', '#0f0826', '#ffd23f', '#f4eefb'),
	createPalette('#083d3b', '#0f5551', '#2e8c83', '#032120', '#f26b5b', '#f2f3e4'),
	createPalette('#34103f', '#501c5e', '#8c3f96', '#19061f', '#9fe06a', '#f6edf5'),
	createPalette('#0b2545', '#143b6b', '#4c7fb0', '#061429', '#f4d35e', '#eef4ed'),
	createPalette('#3b2f2f', '#55423f', '#94705f', '#1b1414', '#8ed6c4', '#f4ebe0'),
	createPalette('#101418', '#1e262d', '#51606b', '#07090b', '#64d3f0', '#eef2f4'),
	createPalette('#5b1f45', '#7a2e5d', '#b65a86', '#280a1d', '#ffc15e', '#fbeaf0'),
	createPalette('#23492b', '#32633b', '#69a05a', '#0d2212', '#ff9052', '#f3f3e0'),
	createPalette('#b83d22', '#cf5f3c', '#8f2a1c', '#2f0b08', '#ffe08a', '#fff2e0'),
	createPalette('#f2b8a0', '#f7cdb9', '#d17f6a', '#3a1420', '#2f6f8f', '#fff4ec'),
	createPalette('#b9d7ea', '#d2e6f2', '#6d9dc2', '#12294a', '#f0b429', '#f9fbfc'),
	createPalette('#f6d55c', '#fae38f', '#d69a2d', '#26201a', '#20639b', '#fffaea'),
	createPalette('#cfe3c3', '#e0eed7', '#7fae7b', '#1b3526', '#c2497a', '#fafcf4'),
	createPalette('#e8c7d8', '#f2dbe6', '#b87fa3', '#33132b', '#2a9d8f', '#fcf4f8'),
	createPalette('#dcd6f7', '#e9e5fb', '#8f86c9', '#231d4f', '#f2765a', '#f8f6ff'),
	createPalette('#e6e2da', '#f0ede7', '#9b958a', '#1c1b1a', '#e03e2f', '#fbfaf7'),
	createPalette('#2a6f97', '#3d88b3', '#89c2d9', '#0c2736', '#ffb703', '#f3f7f7'),
	createPalette('#6b705c', '#858a74', '#b7b79c', '#22241c', '#ffcb69', '#f8f4e8'),
]

function parseChannels(color: string): [number, number, number] {
	const value = Number.parseInt(color.slice(1), 16)
	return [value >> 16, (value >> 8) & 255, value & 255]
}

/** Mixes two colors: a `share` of 0 is the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
	const [r1, g1, b1] = parseChannels(from)
	const [r2, g2, b2] = parseChannels(to)
	const parts = [r1 + (r2 - r1) * share, g1 + (g2 - g1) * share, b1 + (b2 - b1) * share]
	return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

function luminance(color: string): number {
	const [red, green, blue] = parseChannels(color).map((channel) => {
		const share = channel / 255
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
	}) as [number, number, number]
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast ratio of two colors as WCAG 2 defines it, 1 to 21. */
export function contrast(one: string, other: string): number {
	const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
	return (light + 0.05) / (dark + 0.05)
}

export function isDark(color: string): boolean {
	return luminance(color) < 0.18
}

/** Returns the ink of the palette with the higher contrast on a color. */
export function pickInk(color: string, palette: Palette): string {
	return contrast(palette.paper, color) >= contrast(palette.deep, color) ? palette.paper : palette.deep
}
