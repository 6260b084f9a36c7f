import { expect, test } from 'vitest'
import type { Play, PlaySession } from '#contract/play.ts'
import { findProblems, normalizeInput } from '#contract/problems.ts'
import type { Validator } from '#web/forms/validator.ts'
import { INCOMPLETE_DAY } from './play-days.ts'
import { findRunningPlay, findSessionProblems, toSessionInput, usualMinutes } from './session-draft.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const check: Validator = (schema, draft) => findProblems(schema, normalizeInput(schema, draft))
const draft = { day: '2026-11-21', minutes: '1 h 30', note: '' }

test('a session is a day and a time', () => {
	expect(findSessionProblems(draft, check, NOW)).toEqual([])
	expect(toSessionInput(draft, null)).toEqual({ day: '2026-11-21', minutes: 90, note: null, playId: null })
})

test.each([
	[{ ...draft, day: '2026-11' }, 'day', 'Please enter a day like 2026-11-21'],
	[{ ...draft, day: INCOMPLETE_DAY }, 'day', 'This date is incomplete or does not exist'],
	[{ ...draft, day: '2026-12-24' }, 'day', 'The date cannot be in the future'],
	[{ ...draft, minutes: 'long' }, 'minutes', 'Please enter a time like 90, 1:30 or 1 h 30 min'],
	[{ ...draft, minutes: '' }, 'minutes', 'Please enter a time like 90, 1:30 or 1 h 30 min'],
	[{ ...draft, minutes: '25 h' }, 'minutes', 'A session has at most 24 hours'],
])('a session without sense is refused with a sentence (%#)', (bad, path, message) => {
	expect(findSessionProblems(bad, check, NOW)).toEqual([{ path, message }])
})

test('the usual sitting is the median, an hour at first', () => {
	const sessions = (...minutes: number[]) => ({ sessions: minutes.map((n) => ({ minutes: n }) as PlaySession) })
	expect(usualMinutes(undefined)).toBe(60)
	expect(usualMinutes(sessions(600, 30, 45))).toBe(45)
})

test('a session belongs to the play that runs, if only one does', () => {
	const play = (id: string, outcome: Play['outcome']) => ({ id, outcome, endedOn: null }) as Play
	expect(findRunningPlay([play('a', 'finished'), play('b', null)])?.id).toBe('b')
	expect(findRunningPlay([play('a', null), play('b', null)])).toBeUndefined()
	expect(findRunningPlay([])).toBeUndefined()
})
