import { expect, test } from 'vitest'
import type { Play, PlaySession } from '#contract/play.ts'
import { findProblems, normalizeInput } from '#contract/problems.ts'
import type { Validator } from '#web/forms/validator.ts'
import { INCOMPLETE_DAY } from './play-days.ts'
import { createPlayDraft, findPlayProblems, toPlayInput } from './play-draft.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const check: Validator = (schema, draft) => findProblems(schema, normalizeInput(schema, draft))
const nothing = { plays: [], sessions: [] }

const play: Play = {
	id: '01890000-0000-7000-8000-000000000001',
	gameId: 7,
	platform: 'PC',
	startedOn: '2026-11',
	endedOn: null,
	outcome: null,
	isReplay: false,
	minutes: 90,
	note: null,
	createdAt: '2026-11-20T00:00:00.000Z',
	updatedAt: '2026-11-20T00:00:00.000Z',
}
const session: PlaySession = {
	id: '01890000-0000-7000-8000-000000000002',
	gameId: 7,
	playId: play.id,
	day: '2026-11-20',
	minutes: 90,
	note: null,
	source: null,
	createdAt: '2026-11-20T00:00:00.000Z',
}

test('a new play may say nothing at all, and is a replay if there was one before', () => {
	const draft = createPlayDraft(null, nothing)
	expect(findPlayProblems(draft, check, NOW)).toEqual([])
	expect(toPlayInput(draft)).toEqual({
		platform: null,
		startedOn: null,
		endedOn: null,
		outcome: null,
		minutes: null,
		note: null,
		isReplay: false,
	})
	expect(createPlayDraft(null, { plays: [play], sessions: [] }).isReplay).toBe(true)
})

test('a new play starts with a platform, one that is edited keeps its own', () => {
	expect(createPlayDraft(null, nothing, 'Switch').platform).toBe('Switch')
	expect(createPlayDraft({ ...play, platform: null }, nothing, 'Switch').platform).toBe('')
})

test('minutes that its player states are edited, the sum of its sessions stays a sum', () => {
	expect(createPlayDraft(play, { plays: [play], sessions: [] }).minutes).toBe('1 h 30 min')
	const draft = createPlayDraft(play, { plays: [play], sessions: [session] })
	expect(draft.minutes).toBe('')
	expect(toPlayInput(draft)).toMatchObject({ platform: 'PC', startedOn: '2026-11', minutes: null })
})

test('a date that is half typed has a sentence of its own', () => {
	const draft = { ...createPlayDraft(null, nothing), startedOn: INCOMPLETE_DAY }
	expect(findPlayProblems(draft, check, NOW)).toEqual([
		{ path: 'startedOn', message: 'This date is incomplete or does not exist' },
	])
})

test('dates and times that make no sense are refused with a sentence, in the order of the fields', () => {
	const draft = { ...createPlayDraft(null, nothing), startedOn: 'spring', endedOn: '2026-13', minutes: 'long' }
	expect(findPlayProblems(draft, check, NOW)).toEqual([
		{ path: 'startedOn', message: 'Please enter a date like 2026, 2026-11 or 2026-11-21' },
		{ path: 'endedOn', message: 'Please enter a date like 2026, 2026-11 or 2026-11-21' },
		{ path: 'minutes', message: 'Please enter a time like 90, 1:30 or 1 h 30 min' },
	])
	expect(findPlayProblems({ ...draft, startedOn: '2026-11', endedOn: '2026-10', minutes: '90' }, check, NOW)).toEqual([
		{ path: 'endedOn', message: 'The end cannot be before the start' },
	])
	expect(findPlayProblems({ ...draft, startedOn: '', endedOn: '2027', minutes: '' }, check, NOW)).toEqual([
		{ path: 'endedOn', message: 'The date cannot be in the future' },
	])
})
