import { expect, test } from 'vitest'
import { formatMinutes } from './minutes.ts'
import { parseMinutes } from './parse-minutes.ts'

test.each<[string, number | null]>([
	['90', 90],
	['90 min', 90],
	['90m', 90],
	['1:30', 90],
	['1h30', 90],
	['1h 30m', 90],
	['1 h 30 min', 90],
	['1 Hour 5 Minutes', 65],
	['1.5 h', 90],
	['1,5h', 90],
	['2 hrs', 120],
	['0:05', 5],
	['120:00', 7200],
	['９０', 90],
	['１：３０', 90],
	['１．５ｈ', 90],
	['0', 0],
	['', null],
	['  ', null],
])('a time is read as people type it: %j', (text, minutes) => {
	expect(parseMinutes(text)).toBe(minutes)
})

test.each(['soon', '1:75', '1:3', '-5', '1.5', '1h75', 'h', '1 h 30 x', '1:30 h', '12345678'])(
	'what is no time is refused: %j',
	(text) => {
		expect(parseMinutes(text)).toBeUndefined()
	},
)

test('a time is written in hours and minutes, and read again as the same', () => {
	expect([0, 45, 60, 760, 100_000].map(formatMinutes)).toEqual([
		'0 min',
		'45 min',
		'1 h',
		'12 h 40 min',
		'1666 h 40 min',
	])
	for (const minutes of [...Array(2000).keys(), 99_960, 6_000_000])
		expect(parseMinutes(formatMinutes(minutes))).toBe(minutes)
})
