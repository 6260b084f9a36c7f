import { integer, property, assert as prove } from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, deriveAccent, toAccentStyle } from './accent.ts'

test('words keep a contrast of 4.5:1 in both themes, whatever the accent color', () => {
	prove(
		property(integer({ min: 0, max: 0xffffff }), (value) => {
			const accent = `#${value.toString(16).padStart(6, '0')}`
			const { day, night } = deriveAccent(accent)
			expect(contrast(day.onAction, accent)).toBeGreaterThanOrEqual(4.5)
			for (const surface of ['#ffffff', '#f7f5f1']) expect(contrast(day.words, surface)).toBeGreaterThanOrEqual(4.5)
			for (const surface of ['#0f1218', '#171b24', '#1f2530'])
				expect(contrast(night.words, surface)).toBeGreaterThanOrEqual(4.5)
		}),
	)
})

test('a readable accent stays as it is', () => {
	expect(toAccentStyle('#0f5a8a')).toContain('--ember-text:light-dark(#0f5a8a,')
})
