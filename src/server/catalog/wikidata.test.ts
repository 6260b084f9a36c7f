import { expect, test } from 'vitest'
import type { Fault } from '#kit/peers/faulty-server.ts'
import { fact, startWikidataServer, text, uri } from '#kit/peers/wikidata-server.ts'
import { parseRecord } from './record.ts'
import type { CatalogSource, SourceEntry, StartPosition } from './source.ts'
import { createWikidataSource } from './wikidata.ts'

const english = (label: string) => text(label, 'en')
const mul = (label: string) => text(label, 'mul')
const named = (name: string) => [fact('name', english(name))]
const date = (day: string, precision: number) =>
	fact('date', text(`${day}T00:00:00Z`), { more: text(String(precision)) })

const lantern = [
	fact('sitelinks', text('15')),
	fact('name', mul('Lantern Hollow (mul)')),
	fact('name', english('Lantern Hollow')),
	fact('developer', mul('Mossgate Studio'), { other: uri('Q900000011') }),
	fact('publisher', english('Ninth Pier'), { other: uri('Q900000012') }),
	fact('publisher', mul('9th Pier'), { other: uri('Q900000012') }),
	fact('publisher', english('Q900000013'), { other: uri('Q900000013') }),
	fact('publisher', english('Nobody'), { other: { type: 'bnode', value: 't1' } }),
	fact('genre', english('puzzle video game'), { other: uri('Q900000014') }),
	fact('genre', english('adventure game'), { other: uri('Q900000015') }),
	fact('platform', english('Nintendo Switch'), { other: uri('Q900000016') }),
	fact('platform', english('Unknown'), { other: uri('http://www.wikidata.org/.well-known/genid/abc') }),
	fact('mode', english('single-player video game'), { other: uri('Q900000017') }),
	fact('series', english('Valley'), { other: uri('Q900000019') }),
	fact('series', english('Lantern'), { other: uri('Q900000018') }),
	fact('edition', english('Lantern Hollow'), { other: uri('Q900000001') }),
	fact('edition', english('Old Lantern Hollow'), { other: uri('Q900000000') }),
	date('2019-05-01', 11),
	date('2019-03-14', 11),
	date('2019-01-01', 9),
	fact('website', uri('https://lanternhollow.example')),
	fact('website', uri('http://www.wikidata.org/.well-known/genid/def')),
	fact('steam', text('9000010')),
	fact('gog', text('game/lantern_hollow')),
	fact('gog', text('movie/lantern')),
	fact('epic', text('lantern-hollow')),
	fact('igdb', text('lantern-hollow'), { more: text('9000001') }),
	fact('something new', text('x')),
]

const LANTERN_RECORD = {
	sourceId: 'wikidata:Q900000001',
	name: 'Lantern Hollow',
	releaseDate: '2019-03-14',
	developers: ['Mossgate Studio'],
	publishers: ['Ninth Pier'],
	genres: ['adventure game', 'puzzle video game'],
	platforms: ['Nintendo Switch'],
	gameModes: ['single-player video game'],
	series: 'Lantern',
	editionOf: 'wikidata:Q900000000',
	websites: [
		{ url: 'https://lanternhollow.example', category: 'official' },
		{ url: 'https://store.steampowered.com/app/9000010/', category: 'steam' },
		{ url: 'https://www.gog.com/en/game/lantern_hollow', category: 'gog' },
	],
	prominence: 60,
	externalIds: [
		{ source: 'wikidata', id: 'Q900000001' },
		{ source: 'steam', id: '9000010' },
		{ source: 'gog', id: 'lantern_hollow' },
		{ source: 'epic', id: 'lantern-hollow' },
		{ source: 'igdb-slug', id: 'lantern-hollow' },
		{ source: 'igdb', id: '9000001' },
	],
}

const item = (number: number, facts: readonly Record<string, unknown>[] = named(`Lamp ${number}`), more = {}) => ({
	number,
	sitelinks: 20,
	modified: '2026-01-01T00:00:00Z',
	facts,
	...more,
})

const items = (count: number) => Array.from({ length: count }, (_, index) => item(10 + 7 * index))

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
		numbers: records.map(({ sourceId }) => Number(sourceId.slice('wikidata:Q'.length))),
		refused: entries.filter((entry) => 'reason' in entry),
		checkpoint: entries.flatMap((entry) => ('checkpoint' in entry ? [entry.checkpoint] : [])).at(-1),
		broke,
	}
}

test('a Wikidata item becomes a record', async () => {
	await using server = await startWikidataServer({
		items: [item(900_000_001, lantern), item(5, [fact('name', mul('Five'))])],
	})
	const { records, refused, broke, checkpoint } = await read(createWikidataSource(server.settings))
	expect([refused, broke, checkpoint]).toEqual([[], undefined, 'Q900000001'])
	expect(records[1]).toEqual(LANTERN_RECORD)
	expect(parseRecord(records[0], 2026)).toMatchObject({
		name: 'Five',
		releaseDate: null,
		platforms: [],
		prominence: null,
	})
	expect(server.asked[0]?.headers).toMatchObject({
		'user-agent': 'Savepoint/1.0 (https://games.example)',
		accept: 'application/sparql-results+json',
	})
})

test.each<[string | null, Record<string, unknown>[]]>([
	['1998', [date('1998-01-01', 9)]],
	['1998-11', [date('1998-11-01', 10), date('1999-01-02', 11)]],
	['1998-11-05', [date('1998-11-05', 11), date('1998-01-01', 9), date('1998-11-01', 10), date('1998-12-24', 11)]],
	['1997', [date('1997-01-01', 9), date('1998-11-05', 11)]],
	[null, [date('1990-01-01', 8)]],
	[null, [fact('date', { type: 'bnode', value: 't2' }, { more: text('11') })]],
	[null, [date('-0044-01-01', 11)]],
	['1972-11-29', [date('+1972-11-29', 11)]],
])('the first release is %s', async (releaseDate, dates) => {
	await using server = await startWikidataServer({ items: [item(1, [...named('Lamp'), ...dates])] })
	expect((await read(createWikidataSource(server.settings))).records).toMatchObject([{ releaseDate }])
})

test('items without a name or with invalid rows are reported, and the rest is read', async () => {
	await using server = await startWikidataServer({
		items: [
			item(1, [fact('name', english('Q1'))]),
			item(2, [fact('developer', english('Mossgate'), { other: uri('Q9') })]),
			item(3, [...named('Three'), fact('genre', 7)]),
			item(4, []),
			item(5, [...named('Five'), { item: text('nothing'), ...fact('genre', english('x')) }]),
		],
	})
	const { numbers, refused, broke } = await read(createWikidataSource(server.settings))
	expect([numbers, broke]).toEqual([[5], undefined])
	expect(refused).toEqual([
		{ position: 'Q1', reason: 'The item has no English name' },
		{ position: 'Q2', reason: 'The item has no English name' },
		{ position: 'Q3', reason: 'A row about the item has the wrong type' },
		{ position: 'Q4', reason: 'The item has no English name' },
		{ position: 'Q1 to Q5', reason: 'A row does not name an item' },
	])
})

test('games with few articles are excluded, and a refresh reads what has changed, with one day of overlap', async () => {
	const changed = { modified: '2026-11-20T06:00:00Z' }
	await using server = await startWikidataServer({
		items: [item(1, named('Few'), { sitelinks: 9 }), item(2, named('Old')), item(3, named('New'), changed)],
	})
	const source = createWikidataSource(server.settings)
	const { signal } = new AbortController()
	expect((await read(source)).numbers).toEqual([2, 3])
	const since = '2026-11-21T05:30:00.123Z'
	expect(await read(source, { since })).toMatchObject({ numbers: [3], checkpoint: 'Q3 since 2026-11-20T05:30:00Z' })
	expect([await source.estimateTotal?.({}, signal), await source.estimateTotal?.({ since }, signal)]).toEqual([2, 1])
	expect((await read(source, { checkpoint: 'Q1 since 2026-11-20T05:30:00Z' })).numbers).toEqual([3])
	expect((await read(source, { checkpoint: 'Q2' })).numbers).toEqual([3])
	expect((await read(createWikidataSource({ ...server.settings, sitelinks: 0 }))).numbers).toEqual([1, 2, 3])
})

test('items are read 200 per query, one query at a time, pausing half of the time', async () => {
	const all = items(5_300)
	await using server = await startWikidataServer({ items: all, msPerItem: 10 })
	const { numbers } = await read(createWikidataSource(server.settings))
	expect(numbers).toEqual(all.map(({ number }) => number))
	const steps = server.steps()
	expect(steps.filter(({ name }) => name === 'numbers')).toHaveLength(2)
	expect(new Set(steps.filter(({ name }) => name === 'facts').map(({ size }) => size))).toEqual(new Set([200, 100]))
	for (const [index, { at }] of server.asked.entries()) {
		const next = server.asked[index + 1]
		const tookMs = (steps[index]?.size ?? 0) * 10
		if (next) expect(next.at - at).toBeGreaterThanOrEqual(2 * tookMs)
	}
})

test('a query that times out is split in half', async () => {
	const timedOut = { body: '{"results":{"bindings":[\njava.util.concurrent.TimeoutException\n' }
	const all = items(1_000)
	await using server = await startWikidataServer({
		items: all,
		fault: (_, { name, size }) => (size > (name === 'facts' ? 60 : 700) ? timedOut : undefined),
	})
	expect((await read(createWikidataSource(server.settings))).numbers).toEqual(all.map(({ number }) => number))
	// A limit that timed out is not tried again
	expect(server.steps().filter(({ name, size }) => name === 'numbers' && size > 700)).toHaveLength(3)
	expect(server.steps().filter(({ name, size }) => name === 'facts' && size > 60)).toHaveLength(2)

	await using stuck = await startWikidataServer({
		items: all,
		fault: (_, { name }) => (name === 'facts' ? timedOut : undefined),
	})
	expect((await read(createWikidataSource(stuck.settings))).broke).toBe(
		'Wikidata times out even for a single game. Try again later',
	)
	await using silent = await startWikidataServer({
		items: all,
		fault: (_, { size }) => (size > 2_500 ? 'silence' : undefined),
	})
	const messages: string[] = []
	const source = createWikidataSource({
		...silent.settings,
		timeoutMs: 200,
		onPause: (sentence) => messages.push(sentence),
	})
	expect((await read(source)).numbers).toHaveLength(1_000)
	expect(messages).toEqual(['Wikidata takes too long. Retrying with half as much.'])
})

test('a 429 response causes a wait, as long as it requests or one minute', async () => {
	await using server = await startWikidataServer({
		items: items(1),
		fault: (number) =>
			number === 1
				? { status: 429, headers: { 'retry-after': '90' }, body: '' }
				: number === 2
					? { status: 429, body: '' }
					: undefined,
	})
	expect((await read(createWikidataSource(server.settings))).numbers).toHaveLength(1)
	const [first, second, third] = server.asked.map(({ at }) => at)
	expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(90_000)
	expect((third ?? 0) - (second ?? 0)).toBeGreaterThanOrEqual(60_000)
})

test('rejected requests are reported in sentences', async () => {
	const sentence = async (fault: Fault) => {
		await using server = await startWikidataServer({ items: items(3), fault: () => fault })
		return (await read(createWikidataSource(server.settings))).broke
	}
	expect(await sentence({ status: 403, body: 'banned' })).toMatch(/^Wikidata blocks requests from this site\./)
	expect(await sentence({ status: 400, body: 'MalformedQuery' })).toMatch(
		/^Wikidata rejected the query with status 400\./,
	)
	expect(await sentence({ body: { answer: 42 } })).toMatch(/^Wikidata returned something other than results\./)
	expect(await sentence({ body: { results: { bindings: [{ number: text('-5') }] } } })).toMatch(
		/^Wikidata returned item numbers that do not match the query\./,
	)
	expect(() => createWikidataSource({ endpoint: 'https://query.example/sparql', sitelinks: 10, contact: [] })).toThrow(
		/^Wikidata requires contact information: set PUBLIC_URL/,
	)
})

test('any failed request is retried; if Wikidata stays down, the next run resumes from the last items', async () => {
	const all = items(700)
	const numbers = all.map(({ number }) => number)
	const faults: Fault[] = ['cut', 'cut answer', 'half answer', { status: 503, body: 'busy' }]
	for (let at = 1; at <= 5; at++) {
		const fault = faults[at % faults.length] ?? 'cut'
		await using stumbling = await startWikidataServer({
			items: all,
			fault: (number) => (number === at ? fault : undefined),
		})
		expect((await read(createWikidataSource(stumbling.settings))).numbers, `request ${at}`).toEqual(numbers)

		let isAway = true
		await using leaving = await startWikidataServer({
			items: all,
			fault: (number) => (isAway && number >= at ? fault : undefined),
		})
		const first = await read(createWikidataSource(leaving.settings))
		expect(first.broke, `request ${at}`).toMatch(/^Wikidata .*8 times in a row\. Try again later$/)
		isAway = false
		const second = await read(createWikidataSource(leaving.settings), {
			...(first.checkpoint ? { checkpoint: first.checkpoint } : {}),
		})
		expect(second.broke).toBeUndefined()
		expect([...first.numbers, ...second.numbers], `request ${at}`).toEqual(numbers)
	}
})

test('an aborted import ends soon, without an error', async () => {
	await using server = await startWikidataServer({ items: items(1_000) })
	const stop = new AbortController()
	let seen = 0
	for await (const entry of createWikidataSource(server.settings).entries({}, stop.signal))
		if ('record' in entry && ++seen === 10) stop.abort()
	expect([seen, server.asked.length]).toEqual([200, 2])
})
