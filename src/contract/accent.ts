/** A color as the settings store it. */
export const ACCENT_PATTERN = '^#[0-9a-f]{6}$'

type Color = readonly [red: number, green: number, blue: number]

/** The lightest and darkest surfaces that words in the accent color stand on, by theme. */
const DAY_SURFACES = ['#ffffff', '#f7f5f1', '#eae8e4'] as const
const NIGHT_SURFACES = ['#0f1218', '#171b24', '#2b313c'] as const
/** Slightly above AA, because colors are rounded. */
const MIN_CONTRAST = 4.55
const STEPS = 100

/** The colors of a theme: of the main action, of the words on it, and of words on a surface. */
export interface AccentColors {
	action: string
	onAction: string
	words: string
}

/**
 * Derives the colors of both themes from an accent color, `#rrggbb`. Words keep a contrast of 4.5:1: those on the color are
 * black or white, and those in the color are mixed with black or white as far as it takes.
 */
export function deriveAccent(accent: string): { day: AccentColors; night: AccentColors } {
	const onAction = contrast(accent, '#000000') >= contrast(accent, '#ffffff') ? '#000000' : '#ffffff'
	const shared = { action: accent, onAction }
	return {
		day: { ...shared, words: mixUntilReadable(accent, [0, 0, 0], DAY_SURFACES) },
		night: { ...shared, words: mixUntilReadable(accent, [255, 255, 255], NIGHT_SURFACES) },
	}
}

/** Returns the tokens that an accent color replaces, with their values. */
export function toAccentTokens(accent: string): readonly (readonly [name: string, value: string])[] {
	const { day, night } = deriveAccent(accent)
	return [
		['--act', accent],
		['--on-act', day.onAction],
		['--ember-text', `light-dark(${day.words},${night.words})`],
	]
}

/** Returns the style sheet that replaces the tokens. */
export function toAccentStyle(accent: string): string {
	return `:root{${toAccentTokens(accent)
		.map(([name, value]) => `${name}:${value}`)
		.join(';')}}`
}

function mixUntilReadable(accent: string, target: Color, surfaces: readonly string[]): string {
	const color = toColor(accent)
	for (let step = 0; step < STEPS; step++) {
		const mixed = toHex(color.map((part, index) => part + (((target[index] ?? 0) - part) * step) / STEPS))
		if (surfaces.every((surface) => contrast(mixed, surface) >= MIN_CONTRAST)) return mixed
	}
	return toHex(target)
}

/** The contrast of two colors as WCAG 2 defines it, from 1 to 21. */
export function contrast(one: string, other: string): number {
	const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
	return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
	const [red = 0, green = 0, blue = 0] = toColor(hex).map((part) => {
		const share = part / 255
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
	})
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function toColor(hex: string): Color {
	const value = Number.parseInt(hex.slice(1), 16)
	return [value >> 16, (value >> 8) & 255, value & 255]
}

function toHex(color: readonly number[]): string {
	return `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}
