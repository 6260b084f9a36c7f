import { expect, test } from 'vitest'
import { type Fault, maxWithin } from '#kit/peers/faulty-server.ts'
import { LANTERN, LANTERN_RECORD, PIER } from '#kit/peers/igdb-games.ts'
import { IGDB_KEYS, startIgdbServer } from '#kit/peers/igdb-server.ts'
import { createIgdbLookup, createIgdbSource } from './igdb.ts'
import { parseRecord } from './record.ts'
import type { CatalogSource, SourceEntry, StartPosition } from './source.ts'

function games(count: number) {
	return Array.from({ length: count }, (_, index) => ({ ...PIER, id: 3 * index + 7, name: `Pier ${index}` }))
}

async function read(source: CatalogSource, from: StartPosition = {}, signal = new AbortController().signal) {
	const entries: SourceEntry[] = []
	let broke: string | undefined
	try {
		for await (const entry of source.entries(from, signal)) entries.push(entry)
	} catch (error) {
		broke = (error as Error).message
	}
	const records = entries.flatMap((entry) => ('record' in entry ? [entry.record as typeof LANTERN_RECORD] : []))
	return {
		records,
		ids: records.map(({ sourceId }) => Number(sourceId.slice('igdb:'.length))),
		refused: entries.filter((entry) => 'reason' in entry),
		checkpoint: entries.flatMap((entry) => ('checkpoint' in entry ? [entry.checkpoint] : [])).at(-1),
		broke,
	}
}

const once = (at: number, fault: Fault) => (number: number) => (number === at ? fault : undefined)

test('an IGDB game becomes a record; missing fields are unknown', async () => {
	await using server = await startIgdbServer({ games: [LANTERN, PIER] })
	const { records, refused, broke } = await read(createIgdbSource(server.settings))
	expect([refused, broke]).toEqual([[], undefined])
	expect(records[0]).toEqual(LANTERN_RECORD)
	expect(parseRecord(records[1], 2026)).toMatchObject({
		name: 'Untitled Pier Game',
		releaseDate: null,
		websites: [],
		prominence: null,
	})
})

test('times to beat come with their games, in minutes', async () => {
	const times = [
		{ id: 1, game_id: LANTERN.id, hastily: 60, normally: 21_629, completely: 32_400, count: 7 },
		{ id: 2, game_id: PIER.id, hastily: 3_600, normally: 0, completely: 'long' },
		{ id: 3, game_id: LANTERN.id + 9, normally: 60 },
	]
	await using server = await startIgdbServer({ games: [LANTERN, PIER], times })
	const { records, broke } = await read(createIgdbSource(server.settings))
	expect(broke).toBeUndefined()
	const parsed = records.map((record) => parseRecord(record, 2026))
	expect(parsed[0]).toMatchObject({ timeToBeat: { finished: 360, completed: 540 } })
	expect(parsed[1]).not.toHaveProperty('timeToBeat')
	const found = await createIgdbLookup(server.settings).fetch(String(LANTERN.id), new AbortController().signal)
	expect(found).toEqual([{ ...LANTERN_RECORD, timeToBeat: { finished: 360, completed: 540 } }])
})

test('the legacy field names are used if IGDB does not know the current ones', async () => {
	const { game_type, websites, external_games, ...same } = LANTERN
	const before = {
		...same,
		category: game_type,
		websites: websites.slice(0, 2).map(({ type, ...website }) => ({ ...website, category: type })),
		external_games: external_games.map(({ external_game_source: category, ...game }) => ({ ...game, category })),
		release_dates: [{ date: LANTERN.first_release_date, category: 2 }],
	}
	await using server = await startIgdbServer({ games: [before], knows: 'before' })
	const { records, broke } = await read(createIgdbSource(server.settings))
	expect(broke).toBeUndefined()
	expect(records).toEqual([{ ...LANTERN_RECORD, releaseDate: '2019', websites: LANTERN_RECORD.websites.slice(0, 2) }])
	// Only one query is rejected because of its field names
	expect(server.asked.filter(({ body }) => body.includes('game_type'))).toHaveLength(1)
})

const lastOfYear = Date.UTC(1998, 11, 31) / 1000
test.each<[string | null, Record<string, unknown>]>([
	['1998', { first_release_date: lastOfYear, release_dates: [{ date: lastOfYear, date_format: 2 }] }],
	['1998', { first_release_date: lastOfYear, release_dates: [{ date: lastOfYear, date_format: 6 }] }],
	['1998', { first_release_date: lastOfYear, release_dates: [{ date: lastOfYear, date_format: 9 }] }],
	['1998-12', { first_release_date: lastOfYear, release_dates: [{ date: lastOfYear, date_format: 1 }] }],
	['1998-12-31', { first_release_date: lastOfYear, release_dates: [{ date: lastOfYear, date_format: 0 }] }],
	[null, { first_release_date: lastOfYear, release_dates: [{ date: lastOfYear, date_format: 7 }] }],
	['1998', { first_release_date: lastOfYear }],
	['1998-12-30', { first_release_date: lastOfYear - 86_400 }],
	['1972-11-29', { release_dates: [{ date: lastOfYear }, { date: Date.UTC(1972, 10, 29) / 1000, date_format: 0 }] }],
	[null, { release_dates: [{ date_format: 0 }, 17] }],
	[null, { first_release_date: 1e300 }],
])('the first release is %s', async (releaseDate, dates) => {
	await using server = await startIgdbServer({ games: [{ ...PIER, ...dates }] })
	expect((await read(createIgdbSource(server.settings))).records).toMatchObject([{ releaseDate }])
})

test('add-ons, editions and erotic games are excluded; games without a theme are included', async () => {
	const kept = [0, 8, 9, 10].map((game_type, index) => ({ ...PIER, id: index + 1, game_type, themes: [1, 2] }))
	const others = [
		...[1, 2, 3, 4, 5, 11, 14].map((game_type, index) => ({ ...PIER, id: index + 11, game_type })),
		{ ...PIER, id: 21, version_parent: 1 },
		{ ...PIER, id: 22, themes: [1, 42] },
	]
	await using server = await startIgdbServer({ games: [...others, ...kept, { ...PIER, id: 31 }] })
	const source = createIgdbSource(server.settings)
	expect((await read(source)).ids).toEqual([1, 2, 3, 4, 31])
	expect(await source.estimateTotal?.({}, new AbortController().signal)).toBe(5)
	expect(await source.estimateTotal?.({ checkpoint: '3' }, new AbortController().signal)).toBe(2)
})

test('invalid games are reported with their ids, and the rest is read', async () => {
	await using server = await startIgdbServer({
		games: [
			{ ...PIER, id: 1, name: 7 },
			{ ...PIER, id: 2, genres: 'Puzzle' },
			{ ...PIER, id: 3, websites: [{ url: 5 }] },
			{ game_type: 0, id: 4 },
			{ ...PIER, id: 5 },
			null,
			{ name: 'Without a number' },
		],
		fault: (number) => (number > 3 ? { body: [] } : undefined),
	})
	const { ids, refused, broke } = await read(createIgdbSource(server.settings))
	expect([ids, broke]).toEqual([[5], undefined])
	expect(refused).toEqual([
		{ position: 'game 1', reason: 'The field name has the wrong type' },
		{ position: 'game 2', reason: 'The field genres has the wrong type' },
		{ position: 'game 3', reason: 'The field websites.0.url has the wrong type' },
		{ position: 'game 4', reason: 'The name is missing' },
		{ position: 'a game after 0', reason: 'The game is not an object' },
		{ position: 'a game after 0', reason: 'The id is missing' },
	])
})

test('a full import sends at most four requests a second, with one token', async () => {
	const all = games(4_200)
	await using server = await startIgdbServer({ games: all })
	const { ids, checkpoint } = await read(createIgdbSource(server.settings))
	expect(ids).toEqual(all.map(({ id }) => id))
	expect(checkpoint).toBe(String(all.at(-1)?.id))
	expect(server.asked.length).toBeGreaterThan(8)
	expect(maxWithin(server.asked, 1_000)).toBe(4)
	expect(server.tokenAsked).toHaveLength(1)
})

test('a refresh reads each changed game once, even if many changed in the same second', async () => {
	const all = games(2_600).map((game, index) => ({
		...game,
		updated_at: index < 1_000 ? 1_700_000_000 : 1_760_000_000,
	}))
	await using server = await startIgdbServer({ games: all.toReversed() })
	const since = new Date(1_760_001_800_000).toISOString()
	const whole = await read(createIgdbSource(server.settings), { since })
	expect(whole.ids).toEqual(all.slice(1_000).map(({ id }) => id))
	// The checkpoint of a refresh contains the start of the time range
	const { checkpoint } = await read(createIgdbSource(server.settings), {
		since,
		checkpoint: `${all[1_200]?.id} since 1759998200`,
	})
	expect(checkpoint).toBe(`${all.at(-1)?.id} since 1759998200`)
	expect((await read(createIgdbSource(server.settings), { checkpoint: `5 since 1759998200` })).ids).toEqual(whole.ids)
})

test('a rejected token is renewed once, and an expiring one before it expires', async () => {
	const all = games(1_200)
	await using server = await startIgdbServer({ games: all, fault: once(5, { status: 401, body: {} }) })
	expect((await read(createIgdbSource(server.settings))).ids).toHaveLength(all.length)
	expect(server.tokens).toHaveLength(2)
	await using brief = await startIgdbServer({ games: all, tokenSeconds: 60.5 })
	expect((await read(createIgdbSource(brief.settings))).ids).toHaveLength(all.length)
	// An import of two seconds with tokens valid for half a second
	expect([brief.tokens.length, brief.asked.length]).toEqual([4, 8])
	await using refusing = await startIgdbServer({
		games: all,
		fault: (number) => (number > 4 ? { status: 401, body: {} } : undefined),
	})
	const { broke, checkpoint } = await read(createIgdbSource(refusing.settings))
	expect(broke).toBe(
		'IGDB rejected the token of your application. Check IGDB_CLIENT_ID and IGDB_CLIENT_SECRET, and that the application still exists at https://dev.twitch.tv/console/apps',
	)
	expect(checkpoint).toBe(String(all[499]?.id))
	expect(refusing.asked).toHaveLength(6)
})

test('wrong and missing keys are reported without revealing them', async () => {
	await using server = await startIgdbServer({ games: [PIER] })
	for (const keys of [
		{ ...IGDB_KEYS, clientId: 'other' },
		{ ...IGDB_KEYS, clientSecret: 'the-wr0ng' },
	])
		expect((await read(createIgdbSource({ ...server.settings, keys }))).broke).toMatch(
			/^Twitch rejected the IGDB keys \(invalid client( secret)?\)\. Compare IGDB_CLIENT_ID and IGDB_CLIENT_SECRET with your application at \S+$/,
		)
	expect(() => createIgdbSource({ keys: undefined })).toThrow(
		/register an application at \S+ and set its IGDB_CLIENT_ID/,
	)
})

test('error messages of IGDB are shown without the token and the secret', async () => {
	const cause = `No limit of 500 for t0ken-1 and ${IGDB_KEYS.clientSecret}, ${' '.repeat(150)}${IGDB_KEYS.clientSecret}`
	await using server = await startIgdbServer({
		games: [PIER],
		fault: (number) =>
			number > 2
				? { status: 400, body: [{ title: 'Syntax Error', status: 400, cause: number === 3 ? cause : 'No field' }] }
				: undefined,
	})
	expect((await read(createIgdbSource(server.settings))).broke).toBe(
		`IGDB rejected the query with status 400 (No limit of 500 for … and …, ${' '.repeat(150)}…). Its API may have changed; look for a newer version of Savepoint`,
	)
})

test('an IGDB that repeats pages ends the import', async () => {
	await using server = await startIgdbServer({
		games: [],
		fault: (number) => (number > 2 ? { body: [{ ...PIER, id: 5 }] } : undefined),
	})
	expect((await read(createIgdbSource(server.settings))).broke).toBe(
		'IGDB returned no higher ids after game 5. Try again later',
	)
	await using other = await startIgdbServer({
		games: [],
		fault: (number) => (number > 2 ? { body: { games: 1 } } : undefined),
	})
	expect((await read(createIgdbSource(other.settings))).broke).toBe(
		'IGDB returned something other than a list of games',
	)
})

test('any failed request is retried; if IGDB stays down, the next run resumes from the last page', async () => {
	const all = games(1_700)
	const ids = all.map(({ id }) => id)
	const faults: Fault[] = ['cut', 'cut answer', 'half answer', { status: 503, body: 'busy' }]
	for (let at = 1; at <= 8; at++) {
		const fault = faults[at % faults.length] ?? 'cut'
		await using stumbling = await startIgdbServer({ games: all, fault: once(at, fault) })
		expect((await read(createIgdbSource(stumbling.settings))).ids, `request ${at}`).toEqual(ids)

		let isAway = true
		await using leaving = await startIgdbServer({
			games: all,
			fault: (number) => (isAway && number >= at ? fault : undefined),
		})
		const first = await read(createIgdbSource(leaving.settings))
		expect(first.broke, `request ${at}`).toMatch(/^IGDB .*8 times in a row\. Try again later$/)
		isAway = false
		const second = await read(createIgdbSource(leaving.settings), {
			...(first.checkpoint ? { checkpoint: first.checkpoint } : {}),
		})
		expect(second.broke).toBeUndefined()
		expect(new Set(second.ids).size).toBe(second.ids.length)
		expect([...first.ids, ...second.ids], `request ${at}`).toEqual(ids)
	}
})

test('an empty page before the end is an error', async () => {
	await using server = await startIgdbServer({ games: games(1_200), fault: once(5, { body: [] }) })
	const { ids, broke } = await read(createIgdbSource(server.settings))
	expect(ids).toHaveLength(500)
	expect(broke).toBe(`IGDB returned no games after ${ids.at(-1)}, although there are more. Try again later`)
})

test('an aborted import ends soon, without an error', async () => {
	await using server = await startIgdbServer({ games: games(3_000) })
	const stop = new AbortController()
	const source = createIgdbSource(server.settings)
	let seen = 0
	for await (const entry of source.entries({}, stop.signal)) if ('record' in entry && ++seen === 10) stop.abort()
	expect(seen).toBe(500)
	expect(server.asked).toHaveLength(4)
})
