import { expect, test } from 'vitest'
import { pickForTonight, readAnswer, toUtcDay } from './tonight.ts'

const waiting = [1, 2, 3].map((gameId) => ({ gameId }))
const pick = (day: string, skipped = 0) => pickForTonight(waiting, { day, skipped })?.gameId

test('a day has one game, another day another one, and so does each skip', () => {
	const days = ['2026-11-21', '2026-11-22', '2026-11-23'].map((day) => pick(day))
	expect(days.toSorted()).toEqual([1, 2, 3])
	expect(pick('2026-11-24')).toBe(days[0])
	expect([0, 1, 2].map((skipped) => pick('2026-11-21', skipped))).toEqual(days)
	expect(pickForTonight([], { day: '2026-11-21', skipped: 0 })).toBeUndefined()
})

test('an answer ends with its UTC day, unless it is for good', () => {
	const answer = { day: '2026-11-21', skipped: 2, isHidden: true, isOff: false }
	expect(readAnswer(answer, '2026-11-21')).toEqual(answer)
	expect(readAnswer(answer, '2026-11-22')).toEqual({ day: '2026-11-22', skipped: 0, isHidden: false, isOff: false })
	expect(readAnswer({ ...answer, isOff: true }, '2026-11-22').isOff).toBe(true)
	expect(readAnswer(null, '2026-11-22').isHidden).toBe(false)
	expect(toUtcDay(Date.UTC(2026, 10, 21, 23, 59))).toBe('2026-11-21')
})
