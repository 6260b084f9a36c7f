/** The six colors of a cover. `far`, `mid` and `deep` step away from `ground`; `glow` is the accent. */
export type Palette = { ground: string; far: string; mid: string; deep: string; glow: string; paper: string }

function createPalette(ground: string, far: string, mid: string, deep: string, glow: string, paper: string): Palette {
	return { ground, far, mid, deep, glow, paper }
}

/** Chosen by eye, in the colors of printed books, by their main color. Records of the catalog name a family. */
export const PALETTES = {
	navy: [
		createPalette('#16213a', '#24365c', '#41608f', '#0a1020', '#ff9f4a', '#f6e9d2'),
		createPalette('#1b2a4a', '#30416a', '#7c6d94', '#0c1429', '#f7a8a0', '#f5ecdf'),
		createPalette('#0b2545', '#143b6b', '#4c7fb0', '#061429', '#f4d35e', '#eef4ed'),
		createPalette('#101b3f', '#1c2c60', '#4a62a8', '#070c20', '#ff6f61', '#f3efe6'),
	],
	blue: [
		createPalette('#13265f', '#1f3d8c', '#4a78d2', '#091230', '#ffd34d', '#f4f1e4'),
		createPalette('#3f5fae', '#5a7ac4', '#8ba6de', '#131d46', '#ffc94f', '#f5f1e4'),
		createPalette('#2a6f97', '#3d88b3', '#89c2d9', '#0c2736', '#ffb703', '#f3f7f7'),
		createPalette('#1b4f9c', '#2e68b8', '#7aa6dc', '#0a2044', '#ffe066', '#f5f5ea'),
	],
	sky: [
		createPalette('#7fb7cf', '#a0cbdd', '#4686a9', '#0f2e44', '#e8502a', '#fdf3da'),
		createPalette('#dde8ea', '#bfd5da', '#79a3b3', '#142d3c', '#e8623a', '#f6fafa'),
		createPalette('#b9d7ea', '#d2e6f2', '#6d9dc2', '#12294a', '#f0b429', '#f9fbfc'),
		createPalette('#8ecae6', '#b3dcf0', '#3f8fb5', '#0b2f45', '#ffb703', '#f8fbf8'),
	],
	teal: [
		createPalette('#0d2b39', '#16475a', '#2f7f90', '#06151d', '#ff7f5e', '#eaf3ee'),
		createPalette('#16726e', '#2d8f89', '#0f5a5d', '#052426', '#ffcf6b', '#f2f6ea'),
		createPalette('#083d3b', '#0f5551', '#2e8c83', '#032120', '#f26b5b', '#f2f3e4'),
		createPalette('#0e5c63', '#1a7a80', '#63b3ab', '#05272b', '#ffd166', '#f1f5ea'),
	],
	green: [
		createPalette('#12302e', '#1c4a45', '#3b7c6c', '#071817', '#f2c14e', '#f3ecd8'),
		createPalette('#0f3d36', '#18564b', '#3f8f7a', '#062019', '#ff9d92', '#f4efe2'),
		createPalette('#23492b', '#32633b', '#69a05a', '#0d2212', '#ff9052', '#f3f3e0'),
		createPalette('#0f5238', '#1b6b4a', '#5aa67a', '#06261a', '#e9d36a', '#f2f4e2'),
		createPalette('#17594f', '#25756a', '#7cbfa4', '#082a26', '#f6e27a', '#f1f6e8'),
	],
	meadow: [
		createPalette('#94b18d', '#b0c8a6', '#56805f', '#183124', '#f9e7a8', '#f7f5e6'),
		createPalette('#ece8d6', '#d1d7b5', '#7fa273', '#15342a', '#e2962b', '#faf8ec'),
		createPalette('#d8e7d8', '#b8d3be', '#6b9f8c', '#12352f', '#e7573f', '#f5faf2'),
		createPalette('#cfe3c3', '#e0eed7', '#7fae7b', '#1b3526', '#c2497a', '#fafcf4'),
		createPalette('#7bb661', '#9fce85', '#3f7f45', '#12301c', '#ffe27a', '#f8f8e6'),
	],
	olive: [
		createPalette('#242b17', '#3a4625', '#74813c', '#0f130a', '#f5d76e', '#f2efdc'),
		createPalette('#6b705c', '#858a74', '#b7b79c', '#22241c', '#ffcb69', '#f8f4e8'),
		createPalette('#3b4230', '#525b42', '#8d9470', '#171b11', '#e0b35a', '#f2efdf'),
		createPalette('#57533c', '#706b4f', '#a39c76', '#211f14', '#f0c868', '#f5f0df'),
	],
	yellow: [
		createPalette('#e5a32c', '#efbb58', '#c9701f', '#35190a', '#fff0c4', '#fff6e0'),
		createPalette('#f5e3a4', '#eecb6b', '#d7973a', '#2c2111', '#c6402a', '#fdf6dc'),
		createPalette('#f6d55c', '#fae38f', '#d69a2d', '#26201a', '#20639b', '#fffaea'),
		createPalette('#f4b942', '#f8cf78', '#c27a1d', '#33200a', '#d1433a', '#fff8e4'),
	],
	sand: [
		createPalette('#e3b778', '#edcf9f', '#b9773f', '#3a1d10', '#fff1c9', '#fff7e6'),
		createPalette('#d8935a', '#e6b183', '#a3572f', '#33140c', '#ffe1a8', '#fdf2e2'),
		createPalette('#f2dcae', '#e8c588', '#c08a4c', '#3d2413', '#e4572e', '#fdf6e6'),
		createPalette('#c98a5b', '#dba87e', '#8c4f33', '#2b130c', '#ffd98a', '#fbf0e0'),
	],
	rust: [
		createPalette('#2b1b15', '#4c2d1f', '#92512e', '#130b08', '#ffb45a', '#f5e6d3'),
		createPalette('#a24c2d', '#bd6843', '#dc956a', '#2c100a', '#f8d58a', '#fbeedb'),
		createPalette('#d2691e', '#e08a4a', '#8f3f12', '#2d1206', '#ffe0a3', '#fff3e2'),
		createPalette('#7a2e1a', '#97452c', '#cc7a52', '#260c06', '#ffb861', '#f8ecdd'),
	],
	red: [
		createPalette('#bf3823', '#d65a3c', '#f0946a', '#37100b', '#ffd79a', '#fff3e2'),
		createPalette('#b83d22', '#cf5f3c', '#8f2a1c', '#2f0b08', '#ffe08a', '#fff2e0'),
		createPalette('#8c1a1f', '#a9302f', '#d46a55', '#2b0609', '#ffd08a', '#fbeee0'),
		createPalette('#d7263d', '#e4505f', '#8f1226', '#31060e', '#ffe9a8', '#fff3ec'),
	],
	blood: [
		createPalette('#3d1218', '#611f25', '#9c3a34', '#1b070b', '#f4b860', '#f7ead8'),
		createPalette('#5c0f14', '#7c1d20', '#b8453d', '#1f0407', '#ff9a5a', '#f8e9dc'),
		createPalette('#2a0e10', '#471a1b', '#8a3530', '#110506', '#e8483b', '#f3e4d8'),
	],
	pink: [
		createPalette('#ea8573', '#f2a492', '#c4534e', '#41111a', '#ffe6b8', '#fff1e3'),
		createPalette('#f3dcd0', '#eabfae', '#cc8272', '#3b1825', '#c2364a', '#fcf3ec'),
		createPalette('#f2b8a0', '#f7cdb9', '#d17f6a', '#3a1420', '#2f6f8f', '#fff4ec'),
		createPalette('#e8c7d8', '#f2dbe6', '#b87fa3', '#33132b', '#2a9d8f', '#fcf4f8'),
	],
	plum: [
		createPalette('#2c1a2e', '#482a45', '#7f4560', '#150c17', '#ff8a5c', '#f7e6da'),
		createPalette('#5b1f45', '#7a2e5d', '#b65a86', '#280a1d', '#ffc15e', '#fbeaf0'),
		createPalette('#4a1c40', '#662c58', '#a0648c', '#210a1c', '#f4a259', '#f8ebee'),
	],
	lilac: [
		createPalette('#e9d9e0', '#d5b9c6', '#a3768f', '#2c1730', '#e08a2e', '#f9f1f4'),
		createPalette('#dcd6f7', '#e9e5fb', '#8f86c9', '#231d4f', '#f2765a', '#f8f6ff'),
		createPalette('#c9b8e8', '#dccff2', '#8a6fc0', '#251647', '#e9557a', '#faf6ff'),
	],
	violet: [
		createPalette('#1f1147', '#35206b', '#6a48b0', '#0f0826', '#ffd23f', '#f4eefb'),
		createPalette('#34103f', '#501c5e', '#8c3f96', '#19061f', '#9fe06a', '#f6edf5'),
		createPalette('#3c2a78', '#54409a', '#9484cf', '#170e38', '#ffb86b', '#f4f0fb'),
	],
	neon: [
		createPalette('#170a35', '#2d1260', '#c2298a', '#0a0419', '#2de2e6', '#fbeeff'),
		createPalette('#0b0d1a', '#1a1f3d', '#e0218a', '#05060e', '#f9f002', '#f7f5ff'),
		createPalette('#2b0a3d', '#4a1263', '#ff3d8b', '#14041f', '#ffd319', '#fff0fa'),
		createPalette('#f5e400', '#f9ee5a', '#12a5b8', '#14121c', '#e4126b', '#fffde0'),
	],
	black: [
		createPalette('#1e2025', '#31353d', '#626a78', '#0d0e11', '#ee5236', '#efece6'),
		createPalette('#101418', '#1e262d', '#51606b', '#07090b', '#64d3f0', '#eef2f4'),
		createPalette('#1b1b1f', '#2c2c32', '#6d6d78', '#0a0a0c', '#d9dde2', '#f2f2f0'),
	],
	gold: [
		createPalette('#17140f', '#2d271c', '#76643a', '#090806', '#e9b949', '#f3ead6'),
		createPalette('#241b0e', '#3e3019', '#8c6b2d', '#100b05', '#f4c550', '#f7eed6'),
		createPalette('#30281c', '#4a3d29', '#9a7f4a', '#15110b', '#ffd469', '#f6efdf'),
	],
	slate: [
		createPalette('#3b2f2f', '#55423f', '#94705f', '#1b1414', '#8ed6c4', '#f4ebe0'),
		createPalette('#25343f', '#3a4d5b', '#6f8898', '#10191f', '#f57250', '#eef0ea'),
		createPalette('#48696f', '#648990', '#26464d', '#0f2329', '#f2b35f', '#f3f1e6'),
		createPalette('#33424f', '#465866', '#8397a5', '#141c23', '#d8e2dc', '#f1f3f2'),
		createPalette('#5a6470', '#737e8a', '#a5afb8', '#1d2329', '#ffd07a', '#f3f4f2'),
	],
	paper: [
		createPalette('#efe6d4', '#e0d2b8', '#bda581', '#211c18', '#d6392b', '#fbf7ee'),
		createPalette('#f0eadb', '#d9dccf', '#86aab4', '#15304c', '#e5762c', '#fbf8f0'),
		createPalette('#d8d1c6', '#c2b8a9', '#94877a', '#232026', '#3c5bb0', '#f5f1ea'),
		createPalette('#e6e2da', '#f0ede7', '#9b958a', '#1c1b1a', '#e03e2f', '#fbfaf7'),
		createPalette('#eae4d3', '#d6cdb4', '#8a8f7a', '#2a2a22', '#b5402f', '#faf7ec'),
	],
} as const satisfies Record<string, readonly Palette[]>

export const ALL_PALETTES: readonly Palette[] = Object.values(PALETTES).flat()

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
