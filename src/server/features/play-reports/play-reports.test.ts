import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteAccount } from '#contract/account.ts'
import { blockUser } from '#contract/blocks.ts'
import { getDiary } from '#contract/diary.ts'
import { exportAccount } from '#contract/export.ts'
import { getLibraryEntry, saveLibraryEntry } from '#contract/library.ts'
import { PLAY_REPORT_LIMITS } from '#contract/play-report-limits.ts'
import {
	getLatestReport,
	listUnmatched,
	matchClientGame,
	type ReportResult,
	reportPlaying,
	reportPlayTime,
} from '#contract/play-reports.ts'
import { createPlaySession, deletePlaySession, updatePlaySession } from '#contract/plays.ts'
import { getProfile } from '#contract/profile-detail.ts'
import { getStats } from '#contract/stats.ts'
import { createToken } from '#contract/tokens.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { mergeGames } from '#server/catalog/merge-games.ts'
import { recount } from '#server/db/recount.ts'
import { toSearchForm } from '#server/features/search/search-key.ts'

const CLIENT = 'Test Launcher'
const MINUTE_MS = 60 * 1000

async function report(
	site: TestSite,
	player: Player,
	reports: unknown[],
	more: { import?: true; client?: string } = {},
) {
	const { results } = await site.call(reportPlayTime, { body: { client: CLIENT, ...more, reports } }, player)
	expect(results).toHaveLength(reports.length)
	return results
}

/** Adds a game that is found by its name. */
async function addGame(site: TestSite, name: string, platforms = ['PC']): Promise<number> {
	const gameId = await site.addGame({ name, platforms })
	const { key, joined, words, wordCount } = toSearchForm(name)
	await sql`
		insert into game_search (game_id, key, joined, words, word_count)
		values (${gameId}::int, ${key}, ${joined}, array_to_tsvector(${words}::text[]), ${wordCount}::int)`.execute(
		site.services.db,
	)
	return gameId
}

/** What became of reports, in a word each: `created 2026-11-21 45`. */
const inWords = (results: ReportResult[]) =>
	results.map(({ status, session, error }) =>
		error === null ? [status, ...(session ? [session.day, session.minutes] : [])].join(' ') : `${status}: ${error}`,
	)

const libraryOf = (site: TestSite, player: Player, gameId: number) =>
	site.call(getLibraryEntry, { params: { gameId } }, player)

const sessionsOf = async (site: TestSite, player: Player, gameId: number) =>
	(await libraryOf(site, player, gameId)).sessions.map(({ day, minutes, source }) => [day, minutes, source])

const sitting = (key: string, name: string, startedAt: string, endedAt: string) => ({
	key,
	game: { name },
	startedAt,
	endedAt,
})

test('a report makes a session of the day of its offset, once, for a token with the scope or a login', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const gameId = await addGame(site, 'Celeste', ['PC', 'Nintendo Switch'])
	const { token } = await site.call(createToken, { body: { name: 'Deck', scopes: ['sessions'] } }, ann)
	const deck = { ...ann, accessToken: token }
	const late = {
		...sitting('1', 'Celeste', '2026-11-20T23:30:00+09:00', '2026-11-21T00:45:29+09:00'),
		platform: 'Nintendo Switch',
	}
	const [first] = await report(site, deck, [late])
	expect(first).toEqual({
		key: '1',
		status: 'created',
		session: expect.objectContaining({ gameId, day: '2026-11-20', minutes: 75, playId: null, source: CLIENT }),
		error: null,
	})
	// The same key, and the same second in another zone under another key and of another program
	const again = sitting('2', 'Celeste', '2026-11-20T14:30:00.900Z', '2026-11-20T15:00:00Z')
	expect(await report(site, ann, [late, again])).toEqual([
		{ ...first, status: 'known' },
		{ ...first, key: '2', status: 'known' },
	])
	expect(await report(site, ann, [again], { client: 'Other' })).toEqual([{ ...first, key: '2', status: 'known' }])
	const { entry } = await libraryOf(site, ann, gameId)
	expect(entry).toMatchObject({ status: 'playing', minutesPlayed: 75, platform: 'Nintendo Switch' })
	expect(await site.call(getLatestReport, { query: { client: CLIENT } }, deck)).toEqual({
		latest: { key: '2', reportedAt: '2026-11-21T12:00:00.000Z', session: first?.session },
	})
	expect(await site.call(getLatestReport, { query: { client: 'Unheard of' } }, deck)).toEqual({ latest: null })
	// What was deleted by hand does not come back
	await site.call(deletePlaySession, { params: { id: first?.session?.id ?? '' } }, ann)
	expect(inWords(await report(site, ann, [late]))).toEqual(['known'])
	expect(await sessionsOf(site, ann, gameId)).toEqual([])
	expect(await recount(site.services.db)).toEqual([])
})

test('each malformed report is refused with a sentence, and no other', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	await addGame(site, 'Celeste')
	const game = { name: 'Celeste' }
	const [from, to] = ['2026-11-20T20:00:00Z', '2026-11-20T21:00:00Z']
	const time = { startedAt: from, endedAt: to }
	const NOT_A_REPORT = 'A report is an object with a key, a game and a time'
	const NO_KEY = 'Please give each report a key of its own'
	const ONE_TIME = 'Please send startedAt and endedAt, or day and seconds, or totalSeconds'
	const INVALID_INSTANT = 'Times are like 2026-11-21T20:15:00+01:00, with their offset'
	const IN_THE_FUTURE = 'The time is in the future. Is the clock right?'
	const TOO_EARLY = 'The time is before 1970. Is the clock right?'
	const SECONDS = 'Seconds are from 0 to 86,400'
	const TOTAL = 'A total is from 0 to 360,000,000 seconds'
	const NO_GAME = 'Please identify the game by an ID or its name'
	const cases: [unknown, string][] = [
		[null, NOT_A_REPORT],
		['x', NOT_A_REPORT],
		[[], NOT_A_REPORT],
		[{ game, ...time }, NO_KEY],
		[{ key: '', game, ...time }, NO_KEY],
		[{ key: 5, game, ...time }, NO_KEY],
		[{ key: 'x'.repeat(201), game, ...time }, 'Keys must be 200 characters or less'],
		[{ key: 'a\u0000b', game, ...time }, 'Key contains characters that are not allowed'],
		[{ key: '\ud800', game, ...time }, 'Key contains characters that are not allowed'],
		[{ key: 'a', ...time }, NO_GAME],
		[{ key: 'a', game: 'Celeste', ...time }, NO_GAME],
		[{ key: 'a', game: {}, ...time }, NO_GAME],
		[{ key: 'a', game: { store: 'epic' }, ...time }, NO_GAME],
		[{ key: 'a', game: { steamAppId: -1 }, ...time }, 'Steam app id must be >= 1'],
		[{ key: 'a', game: { steamAppId: 1.5 }, ...time }, 'Steam app id must be either string or integer'],
		[{ key: 'a', game: { name: 'a\u0007' }, ...time }, 'Name contains characters that are not allowed'],
		[{ key: 'a', game }, ONE_TIME],
		[{ key: 'a', game, startedAt: from }, ONE_TIME],
		[{ key: 'a', game, ...time, totalSeconds: 5 }, ONE_TIME],
		[{ key: 'a', game, startedAt: '2026-11-20T20:00:00', endedAt: to }, INVALID_INSTANT],
		[{ key: 'a', game, startedAt: '2026-02-30T20:00:00Z', endedAt: to }, INVALID_INSTANT],
		[{ key: 'a', game, startedAt: 1763668800, endedAt: to }, INVALID_INSTANT],
		[{ key: 'a', game, startedAt: '1969-12-31T23:59:59Z', endedAt: '1970-01-01T01:00:00Z' }, TOO_EARLY],
		[{ key: 'a', game, startedAt: '0000-01-01T00:00:00Z', endedAt: to }, TOO_EARLY],
		[{ key: 'a', game, startedAt: to, endedAt: from }, 'The end cannot be before the start'],
		[{ key: 'a', game, startedAt: '2026-11-19T20:59:59Z', endedAt: to }, 'A session has at most 24 hours'],
		[{ key: 'a', game, startedAt: '2026-11-21T12:00:00Z', endedAt: '2026-11-21T12:05:01Z' }, IN_THE_FUTURE],
		[{ key: 'a', game, startedAt: '9999-12-31T12:00:00Z', endedAt: '9999-12-31T12:05:01Z' }, IN_THE_FUTURE],
		[{ key: 'a', game, day: '2026-11-31', seconds: 60 }, 'Please enter a day like 2026-11-21'],
		[{ key: 'a', game, day: '2026-11-23', seconds: 60 }, 'The date cannot be in the future'],
		[{ key: 'a', game, day: '1969-12-31', seconds: 60 }, TOO_EARLY],
		[{ key: 'a', game, day: '2026-11-20', seconds: -1 }, SECONDS],
		[{ key: 'a', game, day: '2026-11-20', seconds: 86_401 }, SECONDS],
		[{ key: 'a', game, day: '2026-11-20', seconds: 1e308 }, SECONDS],
		[{ key: 'a', game, day: '2026-11-20', seconds: '60' }, SECONDS],
		[{ key: 'a', game, totalSeconds: -5 }, TOTAL],
		[{ key: 'a', game, totalSeconds: 360_000_001 }, TOTAL],
		[{ key: 'a', game, totalSeconds: null }, TOTAL],
	]
	const good = { key: 'good', game, ...time, endedAt: to, unknown: { deep: [1] } }
	const results = await report(site, ann, [...cases.map(([value]) => value), good])
	expect(inWords(results.slice(0, -1))).toEqual(cases.map(([, sentence]) => `refused: ${sentence}`))
	expect(inWords(results.slice(-1))).toEqual(['created 2026-11-20 60'])
	// The clock of a program may be five minutes ahead
	const ahead = sitting('ahead', 'Celeste', '2026-11-21T11:55:00Z', '2026-11-21T12:05:00Z')
	expect(inWords(await report(site, ann, [ahead]))).toEqual(['created 2026-11-21 10'])
	for (const client of ['', ' ', 'x'.repeat(61), 'a\u0000', 5, undefined])
		expect((await site.refusal(reportPlayTime, { body: { client, reports: [good] } as never }, ann)).status).toBe(400)
})

test('a call has 100 reports, an import 1,000, and a second time they are all known', { timeout: 60_000 }, async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const games = [await addGame(site, 'Celeste'), await addGame(site, 'Hades')]
	const reports = Array.from({ length: 1_001 }, (_, index) => ({
		...sitting(
			`${index}`,
			index % 3 ? 'Celeste' : 'Hades',
			new Date(Date.UTC(2020, 0, 1) + index * 3_600_000).toISOString(),
			new Date(Date.UTC(2020, 0, 1) + index * 3_600_000 + 600_000).toISOString(),
		),
	}))
	for (const [count, more] of [
		[101, {}],
		[1_001, { import: true }],
	] as const)
		expect(
			await site.refusal(reportPlayTime, { body: { client: CLIENT, reports: reports.slice(0, count), ...more } }, ann),
		).toMatchObject({ status: 413, code: 'too_many_reports' })
	const thousand = reports.slice(0, 1_000)
	// Two tabs at once, of two processes
	await using other = await startSite({ beside: site })
	const both = await Promise.all([site, other].map((each) => report(each, ann, thousand, { import: true })))
	const statuses = both.map((results) => results.map(({ status }) => status))
	for (const index of thousand.keys())
		expect([statuses[0]?.[index], statuses[1]?.[index]].sort()).toEqual(['created', 'known'])
	expect(new Set((await report(site, ann, thousand, { import: true })).map(({ status }) => status))).toEqual(
		new Set(['known']),
	)
	const entries = await Promise.all(games.map((gameId) => libraryOf(site, ann, gameId)))
	expect(entries.map(({ entry }) => entry?.minutesPlayed)).toEqual([6_660, 3_340])
	expect(await recount(site.services.db)).toEqual([])
})

test('two programs that report the same start at once make one session', async () => {
	await using site = await startSite()
	await using other = await startSite({ beside: site })
	const ann = await site.register('Ann')
	const gameId = await addGame(site, 'Celeste')
	const one = sitting('1', 'Celeste', '2026-11-20T20:00:00Z', '2026-11-20T21:00:00Z')
	const results = await Promise.all(
		Array.from({ length: 8 }, (_, index) =>
			report(index % 2 ? site : other, ann, [one], { client: `Program ${index}` }),
		),
	)
	expect(results.flat().filter(({ status }) => status === 'created')).toHaveLength(1)
	expect(new Set(results.flat().map(({ session }) => session?.id)).size).toBe(1)
	expect(await sessionsOf(site, ann, gameId)).toHaveLength(1)
})

test('seconds are rounded to minutes, and under 30 they are nothing', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const gameId = await addGame(site, 'Celeste')
	const of = (seconds: number) => ({ key: `${seconds}`, game: { name: 'Celeste' }, day: '2026-11-20', seconds })
	expect(inWords(await report(site, ann, [0, 29, 29.9].map(of)))).toEqual(['known', 'known', 'known'])
	expect((await libraryOf(site, ann, gameId)).entry).toBeNull()
	expect(inWords(await report(site, ann, [30, 89, 90, 86_400].map(of)))).toEqual([
		'created 2026-11-20 1',
		'created 2026-11-20 1',
		'created 2026-11-20 2',
		'created 2026-11-20 1440',
	])
})

test('of a running total the differences are sessions', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const [celeste, hades] = [await addGame(site, 'Celeste'), await addGame(site, 'Hades')]
	const total = (name: string, totalSeconds: number, key = name) => ({ key, game: { name }, totalSeconds })
	expect(inWords(await report(site, ann, [total('Celeste', 10)]))).toEqual(['known'])
	expect((await libraryOf(site, ann, celeste)).entry).toBeNull()
	// The first that counts nothing is where it begins
	expect(inWords(await report(site, ann, [total('Celeste', 3_600)]))).toEqual(['created 2026-11-21 60'])
	expect(
		inWords(await report(site, ann, [total('Celeste', 3_600), total('Celeste', 3_620), total('Celeste', 60)])),
	).toEqual(['known 2026-11-21 60', 'known 2026-11-21 60', 'known 2026-11-21 60'])
	expect(inWords(await report(site, ann, [total('Celeste', 3_660), total('Celeste', 3_660 + 86_400, 'b')]))).toEqual([
		'created 2026-11-21 1',
		'created 2026-11-21 1440',
	])
	// More than a day has
	expect(inWords(await report(site, ann, [total('Celeste', 3_660 + 86_400 + 180_000)]))).toEqual(['created  3000'])
	expect((await libraryOf(site, ann, celeste)).entry?.minutesPlayed).toBe(60 + 1 + 1_440 + 3_000)
	// The first total of a game without minutes is of an unknown day
	expect(inWords(await report(site, ann, [total('Hades', 7_200_000)]))).toEqual(['created  120000'])
	expect((await libraryOf(site, ann, hades)).entry).toMatchObject({ status: 'playing', lastPlayedOn: null })
	// The first of another program is the baseline
	const other = { client: 'Other' }
	expect(inWords(await report(site, ann, [total('Hades', 9_000_000)], other))).toEqual(['known'])
	expect(inWords(await report(site, ann, [total('Hades', 9_000_600)], other))).toEqual(['created 2026-11-21 10'])
	expect(await recount(site.services.db)).toEqual([])
})

test('a session of an unknown day counts in minutes, and is left out of diary, months and streaks', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const gameId = await addGame(site, 'Hades')
	const [made] = await report(site, ann, [{ key: '1', game: { name: 'Hades' }, totalSeconds: 600_000 }])
	expect((await site.call(getDiary, { query: {} }, ann)).items).toEqual([])
	const stats = await site.call(getStats, { query: {} }, ann)
	expect(stats).toMatchObject({ minutesPlayed: 10_000, months: [], streakDays: 0, years: [], firstPlayedOn: null })
	expect(await site.call(getStats, { query: { year: 2026 } }, ann)).toMatchObject({ minutesPlayed: 0 })
	const { playSessions, playReports } = await site.call(exportAccount, {}, ann)
	expect(playSessions).toMatchObject([{ day: null, minutes: 10_000, source: CLIENT, startedAt: null }])
	expect(playReports).toEqual([{ client: CLIENT, key: '1', sessionId: made?.session?.id }])
	// Also written by hand, so that Undo can restore one; a day has 24 hours
	const id = made?.session?.id ?? ''
	const params = { id }
	expect(await site.call(updatePlaySession, { params, body: { day: null, minutes: 9_000 } }, ann)).toMatchObject({
		day: null,
		minutes: 9_000,
	})
	const tooLong = await site.refusal(updatePlaySession, { params, body: { day: '2026-11-20', minutes: 1_441 } }, ann)
	expect(tooLong.message).toBe('A session has at most 24 hours')
	await site.call(createPlaySession, { params: { gameId }, body: { day: null, minutes: 5_000 } }, ann)
	expect((await libraryOf(site, ann, gameId)).entry?.minutesPlayed).toBe(14_000)
	await site.call(updatePlaySession, { params, body: { day: '2026-11-20', minutes: 60 } }, ann)
	expect((await sessionsOf(site, ann, gameId)).map(([day]) => day)).toEqual(['2026-11-20', null])
})

test('a report never lowers a status, and takes a waiting game up', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	for (const [status, after] of [
		[null, 'playing'],
		['backlog', 'playing'],
		['paused', 'playing'],
		['playing', 'playing'],
		['played', 'played'],
		['finished', 'finished'],
		['completed', 'completed'],
		['abandoned', 'abandoned'],
	] as const) {
		const gameId = await addGame(site, `Game ${status}`)
		await site.call(saveLibraryEntry, { params: { gameId }, body: { status, isLoved: true } }, ann)
		await report(site, ann, [{ key: `${status}`, game: { name: `Game ${status}` }, day: '2026-11-20', seconds: 600 }])
		expect((await libraryOf(site, ann, gameId)).entry?.status).toBe(after)
	}
	// Older than the newest session: nothing changes
	const gameId = await addGame(site, 'Older')
	await site.call(createPlaySession, { params: { gameId }, body: { day: '2026-11-20', minutes: 5 } }, ann)
	await site.call(saveLibraryEntry, { params: { gameId }, body: { status: 'paused' } }, ann)
	await report(site, ann, [{ key: 'older', game: { name: 'Older' }, day: '2026-11-19', seconds: 600 }])
	expect((await libraryOf(site, ann, gameId)).entry?.status).toBe('paused')
})

test('a game is found by any id that is known, else by its name if that is certain', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const [one, two] = [await addGame(site, 'Prey', ['PC']), await addGame(site, 'Prey', ['Xbox 360'])]
	const seven = await addGame(site, 'Final Fantasy VII', ['PlayStation'])
	const { db } = site.services
	for (const [gameId, released] of [
		[one, '2017-05-05'],
		[two, '2006-07-11'],
		[seven, '1997-01-31'],
	] as const)
		await sql`update games set release_date = ${released} where id = ${gameId}`.execute(db)
	const ids: [number, string, string][] = [
		[one, 'steam', '480490'],
		[one, 'igdb', '19531'],
		[one, 'igdb-slug', 'prey--1'],
		[one, 'gog', 'prey_2017'],
		[one, 'wikidata', 'Q21025364'],
		[one, 'epic', 'abc'],
		[two, 'steam', '3970'],
		[one, 'itch', 'both'],
		[two, 'itch', 'both'],
	]
	for (const [index, [gameId, source, id]] of ids.entries())
		await sql`
			with record as (
				insert into game_records (source, source_id, game_id, facts_hash, facts) values ('test', ${`${index}`}, ${gameId}::int, '', '{}') returning id
			) insert into game_external_ids (source, id, record_id) select ${source}, ${id}, id from record`.execute(db)
	const cases: [object, number | 'unmatched'][] = [
		[{ steamAppId: 480490 }, one],
		[{ steamAppId: '480490' }, one],
		[{ steamAppId: 480490, name: 'Anything' }, one],
		[{ igdbId: 19531 }, one],
		[{ igdbSlug: 'Prey--1' }, one],
		[{ gogId: 'prey_2017' }, one],
		[{ store: 'Epic', storeId: 'ABC' }, one],
		[{ steamAppId: 3970, igdbId: 999 }, two],
		[{ wikidataId: 'Q21025364', store: 'steam', storeId: '3970' }, 'unmatched'],
		[{ store: 'itch', storeId: 'both' }, 'unmatched'],
		[{ name: 'Prey' }, 'unmatched'],
		[{ name: 'PREY', releaseYear: 2006 }, two],
		[{ name: 'Prey', platform: 'xbox-360' }, two],
		[{ name: 'Prey', platform: 'PC', releaseYear: 2006 }, 'unmatched'],
		[{ steamAppId: 12, name: 'final fantasy 7' }, seven],
		[{ name: 'Final Fantasy VII', platform: 'Game Boy' }, 'unmatched'],
		[{ name: 'Final Fantasy VII', releaseYear: 2020 }, 'unmatched'],
		[{ name: 'Unheard Of' }, 'unmatched'],
	]
	const results = await report(
		site,
		ann,
		cases.map(([game], index) => ({ key: `${index}`, game, day: '2026-11-20', seconds: 60 })),
	)
	expect(results.map(({ status, session }) => session?.gameId ?? status)).toEqual(cases.map(([, found]) => found))
})

test('what is not known is kept, becomes sessions once it is matched, and is remembered for the program', async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	const gameId = await addGame(site, 'Celeste')
	const of = (key: string, day: string, seconds = 600) => ({ key, game: { name: 'CELESTE.EXE' }, day, seconds })
	const total = { key: 't', game: { name: 'celeste.exe' }, totalSeconds: 9_000 }
	const first = [of('1', '2026-11-19'), of('2', '2026-11-20'), of('short', '2026-11-20', 20), total]
	expect(inWords(await report(site, ann, first))).toEqual(['unmatched', 'unmatched', 'known', 'unmatched'])
	expect(inWords(await report(site, ann, [...first, { ...total, totalSeconds: 9_600 }]))).toEqual([
		'unmatched',
		'unmatched',
		'known',
		'unmatched',
		'unmatched',
	])
	await report(site, ben, [of('1', '2026-11-19')])
	const { games, totalCount, clients } = await site.call(listUnmatched, {}, ann)
	expect(games).toEqual([
		{
			id: expect.any(String),
			client: CLIENT,
			game: { name: 'celeste.exe' },
			reportCount: 4,
			reportedAt: '2026-11-21T12:00:00.000Z',
		},
	])
	expect([totalCount, clients]).toEqual([1, [{ client: CLIENT, lastReportAt: '2026-11-21T12:00:00.000Z' }]])
	const params = { id: games[0]?.id ?? '' }
	expect(await site.refusal(matchClientGame, { params, body: { gameId } }, ben)).toMatchObject({ status: 404 })
	expect(await site.refusal(matchClientGame, { params, body: { gameId: 999_999 } }, ann)).toMatchObject({
		status: 404,
		code: 'game_not_found',
	})
	// Two tabs at once
	const both = await Promise.all(
		[1, 2].map(() =>
			site.call(matchClientGame, { params, body: { gameId } }, ann).catch((error: { code: string }) => error.code),
		),
	)
	expect(both.map((each) => JSON.stringify(each)).sort()).toEqual(['"client_game_not_found"', '{"sessions":3}'])
	// The first total is the baseline beside the minutes of the others
	expect(await sessionsOf(site, ann, gameId)).toEqual([
		['2026-11-21', 10, CLIENT],
		['2026-11-20', 10, CLIENT],
		['2026-11-19', 10, CLIENT],
	])
	expect(inWords(await report(site, ann, [...first, of('3', '2026-11-21', 300)]))).toEqual([
		'known 2026-11-19 10',
		'known 2026-11-20 10',
		'known',
		'known 2026-11-21 10',
		'created 2026-11-21 5',
	])
	expect(await site.call(listUnmatched, {}, ann)).toMatchObject({ games: [], totalCount: 0 })
	expect((await site.call(listUnmatched, {}, ben)).games).toHaveLength(1)
	// Of another program nothing is remembered
	expect(inWords(await report(site, ann, [of('1', '2026-11-19')], { client: 'Other' }))).toEqual(['unmatched'])
	expect(await recount(site.services.db)).toEqual([])
})

test('an ignored game stays ignored', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const one = { key: '1', game: { name: 'explorer.exe' }, day: '2026-11-20', seconds: 600 }
	await report(site, ann, [one])
	const [game] = (await site.call(listUnmatched, {}, ann)).games
	const params = { id: game?.id ?? '' }
	expect(await site.call(matchClientGame, { params, body: { gameId: null } }, ann)).toEqual({ sessions: 0 })
	expect(inWords(await report(site, ann, [one, { ...one, key: '2' }]))).toEqual(['known', 'known'])
	expect(await site.call(listUnmatched, {}, ann)).toMatchObject({ games: [], totalCount: 0 })
	const { clientGames, unmatchedReports } = await site.call(exportAccount, {}, ann)
	expect(clientGames).toMatchObject([{ game: { name: 'explorer.exe' }, gameId: null, isIgnored: true }])
	expect(unmatchedReports).toEqual([])
})

test('unmatched games, their reports and programs are bounded, and what waits is never lost', {
	timeout: 60_000,
}, async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const gameId = await addGame(site, 'Celeste')
	const states = new Map<string, number>()
	for (let call = 0; call < 10; call++) {
		const reports = Array.from({ length: 1_000 }, (_, index) => ({
			key: `${call} ${index}`,
			game: { name: `Unheard Of ${call} ${index}` },
			day: '2026-11-20',
			seconds: 600,
		}))
		for (const word of inWords(await report(site, ann, reports, { import: true })))
			states.set(word, (states.get(word) ?? 0) + 1)
	}
	const TOO_MANY = 'refused: Too many games are waiting to be matched. Please match or ignore some of them first.'
	expect([...states]).toEqual([
		['unmatched', PLAY_REPORT_LIMITS.unmatchedGames],
		[TOO_MANY, 9_000],
	])
	const { games, totalCount } = await site.call(listUnmatched, {}, ann)
	expect([games.length, totalCount]).toEqual([50, 1_000])
	// A library without room: the match is refused, and the report still waits
	const [game] = games
	const params = { id: game?.id ?? '' }
	await sql`
		insert into library_entries (user_id, game_id, status, session_count, created_at, updated_at)
		values (${ann.user.id}, ${gameId}::int, 'played', 10000, now(), now())`.execute(site.services.db)
	expect(await site.refusal(matchClientGame, { params, body: { gameId } }, ann)).toMatchObject({
		status: 400,
		code: 'too_many_sessions',
	})
	expect((await site.call(listUnmatched, {}, ann)).games[0]).toEqual(game)
	expect(
		inWords(await report(site, ann, [{ key: 'full', game: { name: 'Celeste' }, day: '2026-11-20', seconds: 600 }])),
	).toEqual(['refused: You can log up to 10,000 sessions of a game'])

	const one = [{ key: '1', game: { name: 'Celeste' }, day: '2026-11-20', seconds: 1 }]
	for (let index = 1; index < PLAY_REPORT_LIMITS.clientsPerAccount; index++)
		await report(site, ann, one, { client: `Program ${index}` })
	expect(await site.refusal(reportPlayTime, { body: { client: 'One more', reports: one } }, ann)).toMatchObject({
		status: 409,
		code: 'too_many_clients',
	})
	expect(inWords(await report(site, ann, one, { client: 'Program 1' }))).toEqual(['known'])
	expect((await site.call(listUnmatched, {}, ann)).clients).toHaveLength(50)
})

test('what is played now is on the profile for two hours at most, hidden by blocks as the profile is', async () => {
	await using site = await startSite()
	// Logins last for minutes
	const login = await site.register('Ann')
	const withToken = async (player: Player): Promise<Player> => {
		const { token } = await site.call(createToken, { body: { name: 'All', scopes: ['write', 'sessions'] } }, player)
		return { ...player, accessToken: token }
	}
	const [ann, ben] = [await withToken(login), await withToken(await site.register('Ben'))]
	const gameId = await addGame(site, 'Celeste')
	const say = (game: { name: string } | null, client = CLIENT) =>
		site.call(reportPlaying, { body: { client, game } }, ann)
	const shown = async (viewer?: Player) =>
		(await site.call(getProfile, { params: { username: 'ann' } }, viewer)).playingNow
	expect(await shown()).toBeNull()
	const playing = { game: expect.objectContaining({ id: gameId, name: 'Celeste' }), since: '2026-11-21T12:00:00.000Z' }
	expect(await say({ name: 'Celeste' })).toEqual({ playingNow: playing })
	expect((await site.call(exportAccount, {}, login)).playingNow).toMatchObject([{ gameId, gameName: 'Celeste' }])
	site.time.now += 90 * MINUTE_MS
	for (const viewer of [undefined, ann, ben]) expect(await shown(viewer)).toEqual(playing)
	// It goes on: the beginning stays
	expect(await say({ name: 'Celeste' })).toEqual({ playingNow: playing })
	site.time.now += 119 * MINUTE_MS
	expect(await shown(ben)).toEqual(playing)
	site.time.now += MINUTE_MS
	expect(await shown(ben)).toBeNull()
	expect((await say({ name: 'Celeste' })).playingNow?.since).toBe('2026-11-21T15:30:00.000Z')
	// It ends with the report of the sitting, or when the program says so
	await report(site, ann, [sitting('1', 'Celeste', '2026-11-21T15:00:00Z', '2026-11-21T15:30:00Z')])
	expect(await shown()).toBeNull()
	await say({ name: 'Celeste' })
	expect(await say(null, 'Other')).toEqual({ playingNow: null })
	expect(await shown()).not.toBeNull()
	await say(null)
	expect(await shown()).toBeNull()
	await say({ name: 'Celeste' })
	// An unknown game is kept to be matched, and ends what was there
	expect(await say({ name: 'Unheard Of' })).toEqual({ playingNow: null })
	expect(await shown()).toBeNull()
	expect((await site.call(listUnmatched, {}, ann)).games).toMatchObject([
		{ game: { name: 'Unheard Of' }, reportCount: 0 },
	])
	for (const game of [{}, 'Celeste', undefined])
		expect((await site.refusal(reportPlaying, { body: { client: CLIENT, game } as never }, ann)).status).toBe(400)
	await say({ name: 'Celeste' })
	await site.call(blockUser, { body: { userId: ben.user.id } }, ann)
	expect((await site.refusal(getProfile, { params: { username: 'ann' } }, ben)).status).toBe(404)
})

test('a merge of games takes sessions, matches and what is played with it', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const [from, to] = [await addGame(site, 'Celeste GOTY'), await addGame(site, 'Celeste')]
	const times = ['2026-11-20T20:00:00Z', '2026-11-20T21:00:00Z'] as const
	await report(site, ann, [sitting('1', 'Celeste', ...times), sitting('2', 'Celeste GOTY', ...times)])
	await report(site, ann, [{ key: 'x', game: { name: 'celeste.exe' }, totalSeconds: 60_000 }])
	const [game] = (await site.call(listUnmatched, {}, ann)).games
	await site.call(matchClientGame, { params: { id: game?.id ?? '' }, body: { gameId: from } }, ann)
	await site.call(reportPlaying, { body: { client: CLIENT, game: { name: 'Celeste GOTY' } } }, ann)
	await mergeGames(site.services.db, to, from, { clock: site.services.clock })
	expect(await sessionsOf(site, ann, to)).toEqual([
		['2026-11-20', 60, CLIENT],
		['2026-11-20', 60, CLIENT],
	])
	expect(inWords(await report(site, ann, [sitting('3', 'Celeste', ...times)]))).toEqual(['known 2026-11-20 60'])
	expect(inWords(await report(site, ann, [{ key: 'x', game: { name: 'celeste.exe' }, totalSeconds: 60_600 }]))).toEqual(
		['created 2026-11-21 10'],
	)
	expect((await site.call(getProfile, { params: { username: 'ann' } })).playingNow?.game.id).toBe(to)
	expect(await recount(site.services.db)).toEqual([])
})

test('a deleted account takes all of it with it', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	await addGame(site, 'Celeste')
	await report(site, ann, [
		{ key: '1', game: { name: 'Celeste' }, day: '2026-11-20', seconds: 600 },
		{ key: '2', game: { name: 'Unheard Of' }, day: '2026-11-20', seconds: 600 },
		{ key: '3', game: { name: 'Celeste' }, totalSeconds: 600 },
	])
	await site.call(reportPlaying, { body: { client: CLIENT, game: { name: 'Celeste' } } }, ann)
	await site.call(deleteAccount, { body: { password: ann.password } as never }, ann)
	await site.services.purges.resume()
	for (const table of [
		'play_clients',
		'client_games',
		'play_reports',
		'unmatched_reports',
		'playing_now',
		'play_sessions',
	]) {
		const { rows } = await sql`select from ${sql.table(table)}`.execute(site.services.db)
		expect([table, rows.length]).toEqual([table, 0])
	}
})
