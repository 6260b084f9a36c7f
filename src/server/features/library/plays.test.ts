// The rules of plays and sessions, and what they do to the entry.

import { expect, test } from 'vitest'
import { getDiary } from '#contract/diary.ts'
import { getLibraryEntry, saveLibraryEntry } from '#contract/library.ts'
import {
	createPlay,
	createPlaySession,
	deletePlay,
	deletePlaySession,
	type PlayInput,
	type PlaySessionInput,
	updatePlay,
	updatePlaySession,
} from '#contract/plays.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { recount } from '#server/db/recount.ts'

const log = (site: TestSite, player: Player, gameId: number, body: PlayInput = {}) =>
	site.call(createPlay, { params: { gameId }, body }, player)
const sit = (site: TestSite, player: Player, gameId: number, body: PlaySessionInput) =>
	site.call(createPlaySession, { params: { gameId }, body }, player)
const read = (site: TestSite, player: Player, gameId: number) =>
	site.call(getLibraryEntry, { params: { gameId } }, player)

test('a play has dates as far as they are known, an outcome, a time and a note', async () => {
	await using site = await startSite()
	const [anna, gameId] = [await site.register(), await site.addGame({ platforms: ['PC'] })]
	const body = {
		platform: 'PC',
		startedOn: '2026',
		endedOn: '2026-03',
		outcome: 'completed',
		minutes: 90,
		note: 'With my sister.',
		isReplay: true,
	} as const
	const play = await log(site, anna, gameId, body)
	const at = new Date(site.time.now).toISOString()
	expect(play).toEqual({ ...body, id: play.id, gameId, createdAt: at, updatedAt: at })
	const { entry, plays, sessions } = await read(site, anna, gameId)
	expect(plays).toEqual([play])
	expect(sessions).toEqual([])
	expect(entry).toMatchObject({ status: 'completed', playCount: 1, minutesPlayed: 90, lastPlayedOn: '2026-03' })
})

test('the newest play decides the status when it is written, an older one and a deletion change nothing', async () => {
	await using site = await startSite()
	const [anna, gameId] = [await site.register(), await site.addGame()]
	const status = async () => (await read(site, anna, gameId)).entry?.status
	const first = await log(site, anna, gameId, { startedOn: '2026-01-02' })
	expect([await status(), first.isReplay]).toEqual(['playing', false])
	await site.call(updatePlay, { params: { id: first.id }, body: { endedOn: '2026-02-01', outcome: 'finished' } }, anna)
	expect(await status()).toBe('finished')
	const second = await log(site, anna, gameId, { startedOn: '2026-03-01' })
	expect([await status(), second.isReplay]).toEqual(['playing', true])
	await log(site, anna, gameId, { endedOn: '2025-05-05', outcome: 'abandoned' })
	expect(await status()).toBe('playing')
	await site.call(deletePlay, { params: { id: second.id } }, anna)
	expect(await status()).toBe('playing')
	expect((await read(site, anna, gameId)).plays.map(({ endedOn }) => endedOn)).toEqual(['2026-02-01', '2025-05-05'])
})

test('a play that ended nobody knows how makes a game played, and leaves a status that says more', async () => {
	await using site = await startSite()
	const [anna, one, other] = [await site.register(), await site.addGame(), await site.addGame()]
	await log(site, anna, one, { endedOn: '2026-03-01' })
	expect((await read(site, anna, one)).entry?.status).toBe('played')
	await site.call(saveLibraryEntry, { params: { gameId: other }, body: { status: 'completed' } }, anna)
	await log(site, anna, other, { endedOn: '2026-03-01' })
	expect((await read(site, anna, other)).entry?.status).toBe('completed')
})

test('the minutes of a play are those that are stated, else the sum of its sessions', async () => {
	await using site = await startSite()
	const [anna, gameId] = [await site.register(), await site.addGame()]
	const { id: playId } = await log(site, anna, gameId, { startedOn: '2026-11-01' })
	await sit(site, anna, gameId, { day: '2026-11-02', minutes: 60, playId })
	await sit(site, anna, gameId, { day: '2026-11-03', minutes: 30, playId })
	await sit(site, anna, gameId, { day: '2026-11-04', minutes: 15 })
	const before = await read(site, anna, gameId)
	expect(before.plays[0]?.minutes).toBe(90)
	expect(before.entry).toMatchObject({ minutesPlayed: 105, lastPlayedOn: '2026-11-04' })
	await site.call(updatePlay, { params: { id: playId }, body: { minutes: 600 } }, anna)
	expect((await read(site, anna, gameId)).entry?.minutesPlayed).toBe(615)
	await site.call(deletePlay, { params: { id: playId } }, anna)
	const after = await read(site, anna, gameId)
	expect(after.sessions.map(({ day, playId }) => [day, playId])).toEqual([
		['2026-11-04', null],
		['2026-11-03', null],
		['2026-11-02', null],
	])
	expect(after.entry?.minutesPlayed).toBe(105)
	expect(await recount(site.services.db)).toEqual([])
})

test.each([
	[undefined, 'playing'],
	[null, 'playing'],
	['backlog', 'playing'],
	['paused', 'playing'],
	['finished', 'finished'],
	['abandoned', 'abandoned'],
] as const)('the newest session of a game with the status %s leaves it %s', async (before, after) => {
	await using site = await startSite()
	const [anna, gameId] = [await site.register(), await site.addGame()]
	if (before !== undefined)
		await site.call(saveLibraryEntry, { params: { gameId }, body: { status: before, isLoved: true } }, anna)
	const session = await sit(site, anna, gameId, { day: '2026-11-20', minutes: 45, note: 'Late.' })
	expect(session).toMatchObject({ gameId, playId: null, day: '2026-11-20', minutes: 45, note: 'Late.', source: null })
	expect((await read(site, anna, gameId)).entry?.status).toBe(after)
})

test('an older session leaves a paused game paused', async () => {
	await using site = await startSite()
	const [anna, gameId] = [await site.register(), await site.addGame()]
	await sit(site, anna, gameId, { day: '2026-11-20', minutes: 45 })
	await site.call(saveLibraryEntry, { params: { gameId }, body: { status: 'paused' } }, anna)
	await sit(site, anna, gameId, { day: '2026-11-19', minutes: 45 })
	expect((await read(site, anna, gameId)).entry?.status).toBe('paused')
})

test('a session of an unknown day counts in the minutes, comes after all others and may be long', async () => {
	await using site = await startSite()
	const [anna, gameId] = [await site.register('Anna'), await site.addGame()]
	await sit(site, anna, gameId, { day: null, minutes: 6_000 })
	await sit(site, anna, gameId, { day: '2026-11-19', minutes: 60 })
	const { entry, sessions } = await read(site, anna, gameId)
	expect([entry?.minutesPlayed, sessions.map(({ day }) => day)]).toEqual([6_060, ['2026-11-19', null]])
	const { items } = await site.call(getDiary, { query: { username: 'Anna' } })
	expect(items.map(({ day, minutes }) => [day, minutes])).toEqual([['2026-11-19', 60]])
	const body = { day: '2026-11-18', minutes: 1_441 }
	expect((await site.refusal(createPlaySession, { params: { gameId }, body }, anna)).message).toBe(
		'A session has at most 24 hours',
	)
})

test('a session is replaced and deleted, and the entry goes with the last thing in it', async () => {
	await using site = await startSite()
	const [anna, gameId] = [await site.register(), await site.addGame()]
	const { id } = await sit(site, anna, gameId, { day: '2026-11-20', minutes: 45 })
	await site.call(updatePlaySession, { params: { id }, body: { day: '2026-11-18', minutes: 50 } }, anna)
	expect((await read(site, anna, gameId)).entry).toMatchObject({ minutesPlayed: 50, lastPlayedOn: '2026-11-18' })
	await site.call(saveLibraryEntry, { params: { gameId }, body: { status: null } }, anna)
	await site.call(deletePlaySession, { params: { id } }, anna)
	expect(await read(site, anna, gameId)).toEqual({ entry: null, plays: [], sessions: [] })
	expect(await site.refusal(deletePlaySession, { params: { id } }, anna)).toMatchObject({ status: 404 })
})

test.each([
	[{ startedOn: '2026-11-23' }, 'The date cannot be in the future'],
	[{ startedOn: '2027' }, 'The date cannot be in the future'],
	[{ endedOn: '2026-12' }, 'The date cannot be in the future'],
	[{ endedOn: '2026-02-30' }, 'Please enter a date like 2026, 2026-11 or 2026-11-21'],
	[{ endedOn: '21.11.2026' }, 'Please enter a date like 2026, 2026-11 or 2026-11-21'],
	[{ startedOn: '2026-03-02', endedOn: '2026-03-01' }, 'The end cannot be before the start'],
	[{ startedOn: '2026-03', endedOn: '2026-02-28' }, 'The end cannot be before the start'],
	[{ minutes: 1_000_000_000 }, 'Time played must be 100,000 hours or less'],
	[{ minutes: -1 }, 'Time played must be a positive number'],
	[{ outcome: 'won' }, 'Please choose how the play ended'],
	[{ note: 'x'.repeat(2_001) }, 'Notes must be 2,000 characters or less'],
	[{ platform: 'A toaster' }, 'Please select one of the platforms of this game'],
])('the play %j is refused', async (body, sentence) => {
	await using site = await startSite()
	const [anna, gameId] = [await site.register(), await site.addGame({ platforms: ['PC'] })]
	const refusal = await site.refusal(createPlay, { params: { gameId }, body: body as PlayInput }, anna)
	expect([refusal.status, refusal.message]).toEqual([400, sentence])
	expect(await read(site, anna, gameId)).toEqual({ entry: null, plays: [], sessions: [] })
})

test('tomorrow is a day of its own somewhere, and dates that overlap may be of one month', async () => {
	await using site = await startSite()
	const [anna, gameId] = [await site.register(), await site.addGame()]
	await log(site, anna, gameId, { startedOn: '2026-11-22' })
	await log(site, anna, gameId, { startedOn: '2026-03-15', endedOn: '2026-03' })
	await sit(site, anna, gameId, { day: '2026-11-22', minutes: 1_440 })
	expect((await read(site, anna, gameId)).plays).toHaveLength(2)
})

test.each([
	[{ day: '2026-11-23', minutes: 10 }, 'The date cannot be in the future'],
	[{ day: '2026-11', minutes: 10 }, 'Please enter a day like 2026-11-21'],
	[{ day: '2026-11-31', minutes: 10 }, 'Please enter a day like 2026-11-21'],
	[{ day: '2026-11-20', minutes: 0 }, 'A session has at least one minute'],
	[{ day: '2026-11-20', minutes: 1_441 }, 'A session has at most 24 hours'],
	[{ day: '2026-11-20' }, 'Please enter the minutes'],
])('the session %j is refused', async (body, sentence) => {
	await using site = await startSite()
	const [anna, gameId] = [await site.register(), await site.addGame()]
	const refusal = await site.refusal(createPlaySession, { params: { gameId }, body: body as PlaySessionInput }, anna)
	expect([refusal.status, refusal.message]).toEqual([400, sentence])
	expect((await read(site, anna, gameId)).entry).toBeNull()
})

test('plays and sessions of others can be neither changed nor named', async () => {
	await using site = await startSite()
	const [anna, ben, gameId, other] = [
		await site.register(),
		await site.register(),
		await site.addGame(),
		await site.addGame(),
	]
	const play = await log(site, anna, gameId)
	const session = await sit(site, anna, gameId, { day: '2026-11-20', minutes: 45 })
	const day = { day: '2026-11-20', minutes: 45 }
	const refusals = [
		await site.refusal(updatePlay, { params: { id: play.id }, body: {} }, ben),
		await site.refusal(deletePlay, { params: { id: play.id } }, ben),
		await site.refusal(updatePlaySession, { params: { id: session.id }, body: day }, ben),
		await site.refusal(deletePlaySession, { params: { id: session.id } }, ben),
		await site.refusal(createPlaySession, { params: { gameId }, body: { ...day, playId: play.id } }, ben),
	]
	expect(refusals.map(({ status, code }) => [status, code])).toEqual(refusals.map(() => [403, 'not_yours']))
	const body = { ...day, playId: play.id }
	expect((await site.refusal(createPlaySession, { params: { gameId: other }, body }, anna)).message).toBe(
		'This play is of another game',
	)
	expect((await read(site, ben, gameId)).entry).toBeNull()
})

test('a retried play is logged once', async () => {
	await using site = await startSite()
	const [anna, gameId] = [await site.register(), await site.addGame()]
	const post = () =>
		site.call(createPlay, { params: { gameId }, body: { outcome: 'finished' } }, anna, { idempotencyKey: 'one' })
	const [first, second] = [await post(), await post()]
	expect(second.id).toBe(first.id)
	expect((await read(site, anna, gameId)).plays).toHaveLength(1)
})
