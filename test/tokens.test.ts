import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sheet = readFileSync(new URL('../src/web/ui/tokens.css', import.meta.url), 'utf8')
const tokens = new Map([...sheet.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]))

const THEMES = { day: 0, night: 1 } as const
type Theme = keyof typeof THEMES

/** The hexadecimal color of a token in a theme. */
function colorOf(name: string, theme: Theme): string {
	let value = tokens.get(name)?.trim()
	for (;;) {
		if (value === undefined) throw new Error(`${name} has no color`)
		const parts: RegExpExecArray | null = /^light-dark\((.+?),\s*(.+)\)$/s.exec(value) ?? /^var\((.+)\)$/.exec(value)
		if (!parts) return value
		value = parts.length === 3 ? parts[1 + THEMES[theme]]?.trim() : tokens.get(parts[1] ?? '')?.trim()
	}
}

function luminance(hex: string): number {
	if (!/^#[0-9a-f]{6}$/.test(hex)) throw new Error(`${hex} is no color of six digits`)
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
		const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
	})
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
	const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
	return (light + 0.05) / (dark + 0.05)
}

test('contrast is computed as WCAG says', () => {
	expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
	expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

const GROUNDS = ['--canvas', '--surface', '--raised']
const ON_GROUNDS: readonly [minimum: number, names: readonly string[]][] = [
	[4.5, ['--text', '--muted', '--ember-text', '--mint', '--danger']],
	[3, ['--star', '--control', '--focus']],
	[2, ['--star-off']],
]
const ON_FILLS: readonly [text: string, fill: string][] = [
	['--on-act', '--act'],
	['--on-mint', '--mint'],
	['--on-danger', '--danger'],
]

test.each(['day', 'night'] as const)('the colors of the %s can be read and distinguished', (theme) => {
	for (const [minimum, names] of ON_GROUNDS)
		for (const name of names)
			for (const ground of GROUNDS)
				expect
					.soft(contrast(colorOf(name, theme), colorOf(ground, theme)), `${name} on ${ground}`)
					.toBeGreaterThanOrEqual(minimum)
	for (const [text, fill] of ON_FILLS)
		expect.soft(contrast(colorOf(text, theme), colorOf(fill, theme)), `${text} on ${fill}`).toBeGreaterThanOrEqual(4.5)
	// Neighbors: half a star beside its other half, and the main action's edge on its ground
	expect.soft(contrast(colorOf('--star', theme), colorOf('--star-off', theme))).toBeGreaterThanOrEqual(1.4)
	expect.soft(contrast(colorOf('--act', theme), colorOf('--canvas', theme))).toBeGreaterThanOrEqual(1.5)
})
