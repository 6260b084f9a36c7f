import { expect, test } from 'vitest'
import { estimateReadingMinutes } from './reading-time.ts'

const words = (count: number) => Array.from({ length: count }, () => 'word').join(' \n')

test.each([
	['', null],
	[words(1), null],
	[words(600), null],
	[words(601), 3],
	[words(810), 4],
	[`  ${words(4000)}\n`, 20],
])('a text gets its reading time only if it is long', (text, minutes) => {
	expect(estimateReadingMinutes(text)).toBe(minutes)
})
