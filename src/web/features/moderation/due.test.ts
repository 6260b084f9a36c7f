import { expect, test } from 'vitest'
import { formatDue } from './due.ts'

const NOW = Date.parse('2026-11-25T12:00:00.000Z')

test.each([
	['2026-11-25T15:00:00.000Z', 'due in 3 h', false],
	['2026-11-25T12:20:00.000Z', 'due in 20 min', false],
	['2026-11-25T12:00:05.000Z', 'due in 1 min', false],
	['2026-11-25T12:00:00.000Z', '1 min late', true],
	['2026-11-25T07:00:00.000Z', '5 h late', true],
	['2026-11-22T12:00:00.000Z', '3 days late', true],
])('a report that is due at %s is "%s"', (dueAt, words, isLate) => {
	expect(formatDue(dueAt, NOW)).toEqual({ words, isLate })
})
