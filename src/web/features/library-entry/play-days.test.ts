import { expect, test } from 'vitest'
import { formatPlayDay } from './play-days.ts'

const now = new Date(2026, 10, 1, 0, 30)

test('a day of the last week is shown by its name, an earlier date at its own precision', () => {
	expect(formatPlayDay('2026-11-01', now)).toBe('today')
	expect(formatPlayDay('2026-10-31', now)).toBe('yesterday')
	expect(formatPlayDay('2026-10-30', now)).toBe('Friday')
	expect(formatPlayDay('2026-10-26', now)).toBe('Monday')
	expect(formatPlayDay('2026-10-25', now)).toBe('October 25, 2026')
	expect(formatPlayDay('2026-10', now)).toBe('October 2026')
	expect(formatPlayDay('2025', now)).toBe('2025')
})
