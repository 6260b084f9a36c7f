import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureCpuMs } from '#kit/cpu-time.ts'
import { parseRecord } from './record.ts'
import { toSeriesSlug } from './series-slug.ts'

const NOW = 2026

function facts(more: Record<string, unknown> = {}) {
	const found = parseRecord({ sourceId: 'demo:1', name: 'Lantern Hollow', ...more }, NOW)
	if ('reason' in found) throw new Error(found.reason)
	return found
}

test('only an id and a name are required; null, unknown keys and duplicates are accepted', () => {
	expect(
		facts({
			developers: null,
			genres: ['Puzzle', ' Puzzle', ''],
			summary: null,
			websites: null,
			releaseDate: null,
			stars: 5,
		}),
	).toEqual({
		sourceId: 'demo:1',
		externalIds: [],
		name: 'Lantern Hollow',
		cover: null,
		releaseDate: null,
		developers: [],
		publishers: [],
		genres: ['Puzzle'],
		platforms: [],
		gameModes: [],
		summary: null,
		storyline: null,
		description: null,
		screenshots: [],
		websites: [],
		prominence: null,
	})
})

test.each([
	[40.6, 41],
	[-3, 0],
	[1e9, 100],
	[0, 0],
])('a prominence of %d counts as %d', (given, taken) => {
	expect(facts({ prominence: given })).toMatchObject({ prominence: taken })
})

test('aliases, a motif and a family of colors are plain words, and absent if empty', () => {
	expect(
		facts({ aliases: ['Pier\n<b>Game</b>', '', 'Pier Game'], motif: ' goose ', palette: 'sky\u0000' }),
	).toMatchObject({
		aliases: ['Pier Game'],
		motif: 'goose',
		palette: 'sky',
	})
	for (const empty of [{}, { aliases: null, motif: null, palette: null }, { aliases: [''], motif: '', palette: ' ' }])
		expect(Object.keys(facts(empty))).not.toEqual(
			expect.arrayContaining([expect.stringMatching('aliases|motif|palette')]),
		)
	expect(facts({ aliases: Array.from({ length: 1_000 }, (_, index) => `Pier ${index}`) })).toMatchObject({
		aliases: expect.objectContaining({ length: 50 }),
	})
})

test('a series is a plain word, a kind one of those known, and all are absent if empty', () => {
	expect(facts({ series: ' Lamp\n<b>Light</b> ', kind: 'remake', editionOf: 'b' })).toMatchObject({
		series: 'Lamp Light',
		kind: 'remake',
		editionOf: 'b',
	})
	for (const empty of [
		{},
		{ series: null, kind: null, editionOf: null },
		{ series: '', kind: '', editionOf: '' },
		// Without a letter it would have no address
		{ series: '!?', kind: 'game' },
	])
		expect(Object.keys(facts(empty))).not.toEqual(
			expect.arrayContaining([expect.stringMatching('series|kind|editionOf')]),
		)
})

test('times to beat are whole minutes within bounds, and absent where there are none', () => {
	expect(facts({ timeToBeat: { finished: 359.6, completed: 6_000_000 } })).toMatchObject({
		timeToBeat: { finished: 360, completed: 6_000_000 },
	})
	expect(facts({ timeToBeat: { finished: null, completed: 90 } })).toMatchObject({ timeToBeat: { completed: 90 } })
	for (const none of [null, {}, { finished: 0 }, { finished: -5, completed: 6_000_001 }, { finished: 0.4 }])
		expect(facts({ timeToBeat: none })).not.toHaveProperty('timeToBeat')
	expect(parseRecord({ sourceId: 'a', name: 'A', timeToBeat: { finished: '6 h' } }, 2026)).toEqual({
		reason: 'The field timeToBeat.finished has the wrong type',
	})
})

test.each([
	['The Legend of Zelda', 'the-legend-of-zelda'],
	["Assassin's Creed", 'assassins-creed'],
	['Pokémon', 'pokemon'],
	['S.T.A.L.K.E.R.', 'stalker'],
	['Punch-Out!!', 'punch-out'],
	['ドラゴンクエスト', 'ドラゴンクエスト'],
	['!?', ''],
])('the address of the series %s is %s', (name, slug) => {
	expect(toSeriesSlug(name)).toBe(slug)
})

test.each([
	[null, 'The line is not an object'],
	[[], 'The line is not an object'],
	['text', 'The line is not an object'],
	[{}, 'The sourceId is missing'],
	[{ sourceId: 'a' }, 'The name is missing'],
	[{ sourceId: 7, name: 'A' }, 'The field sourceId has the wrong type'],
	[{ sourceId: 'a', name: ['A'] }, 'The field name has the wrong type'],
	[{ sourceId: 'a', name: 'A', genres: 'Puzzle' }, 'The field genres has the wrong type'],
	[{ sourceId: 'a', name: 'A', genres: [null] }, 'The field genres.0 has the wrong type'],
	[{ sourceId: 'a', name: 'A', websites: [{ category: 'official' }] }, 'The field websites.0.url has the wrong type'],
	[
		{ sourceId: 'a', name: 'A', kind: 'mod' },
		'The kind "mod" is none of game, expansion, remaster, remake, port, bundle',
	],
	[{ sourceId: 'a', name: 'A', editionOf: 'a' }, 'The editionOf is not the sourceId of another record'],
	[{ sourceId: 'a', name: 'A', editionOf: 'b c' }, 'The editionOf is not the sourceId of another record'],
	[{ sourceId: 'a b', name: 'A' }, 'The sourceId must be 1 to 200 characters without spaces'],
	[{ sourceId: '', name: 'A' }, 'The sourceId must be 1 to 200 characters without spaces'],
	[{ sourceId: 'a\u0000', name: 'A' }, 'The sourceId must be 1 to 200 characters without spaces'],
	[{ sourceId: 'x'.repeat(201), name: 'A' }, 'The sourceId must be 1 to 200 characters without spaces'],
	[{ sourceId: 'a', name: ' \u0000 <b></b> ' }, 'The name is empty'],
	[{ sourceId: 'a', name: '\u200b\u3164 \uffff' }, 'The name is empty'],
	[{ sourceId: 'a', name: 'x'.repeat(1024 * 1024) }, 'The name is longer than 200 characters'],
	[{ sourceId: 'a', name: 'x'.repeat(201) }, 'The name is longer than 200 characters'],
	[{ sourceId: 'a', name: 'A', releaseDate: '1949' }, 'The releaseDate "1949" is out of range'],
	[{ sourceId: 'a', name: 'A', releaseDate: '2037-01-01' }, 'The releaseDate "2037-01-01" is out of range'],
	[{ sourceId: 'a', name: 'A', releaseDate: '2023-02-29' }, 'The releaseDate "2023-02-29" does not exist'],
	[{ sourceId: 'a', name: 'A', releaseDate: '2023-13' }, 'The releaseDate "2023-13" does not exist'],
	[{ sourceId: 'a', name: 'A', releaseDate: '2023-00-10' }, 'The releaseDate "2023-00-10" does not exist'],
	[{ sourceId: 'a', name: 'A', releaseDate: '2023-01-00' }, 'The releaseDate "2023-01-00" does not exist'],
	[
		{ sourceId: 'a', name: 'A', releaseDate: '14 March 2019' },
		'The releaseDate "14 March 2019" is not written as YYYY, YYYY-MM or YYYY-MM-DD',
	],
])('%j is refused: %s', (record, reason) => {
	expect(parseRecord(record, NOW)).toEqual({ reason })
})

test.each(['1972', '2031', '2036-12', '2024-02-29', '1998-11-21'])('the date %s is accepted', (releaseDate) => {
	expect(facts({ releaseDate }).releaseDate).toBe(releaseDate)
})

test.each(['\u{1F3AE} 魔法の女子高生', 'لعبة الضوء', 'Z͑ͫ̓ͪa̴l̷go', '여포키우기', "Ori & the <3 of 'it'"])(
	'the name %s is kept',
	(name) => {
		expect(facts({ name }).name).toBe(name)
	},
)

test('HTML and control characters are removed from texts, and paragraphs are preserved', () => {
	const summary =
		'<p>A caretaker &amp; a <b>sleeping</b>\u0007 valley.</p>\r\n<script>alert("x</p>")</script><br/>Lamps: 3 < 4 &#62; 2 &hellip;<!-- no --><img src=x onerror=alert(1)>'
	expect(facts({ summary }).summary).toBe('A caretaker & a sleeping valley.\n\nLamps: 3 < 4 > 2 …')
	expect(facts({ summary: '<scr<script>ipt>alert(1)' }).summary).not.toMatch(/<script/i)
	expect(facts({ name: '<i>Lantern</i>\nHollow\u202e \ud800' }).name).toBe('Lantern Hollow \ufffd')
})

test('long texts and long lists are truncated', () => {
	expect([...(facts({ summary: '\u{1F600}'.repeat(6_000) }).summary ?? '')]).toHaveLength(5_000)
	const many = facts({
		platforms: Array.from({ length: 500 }, (_, index) => `Platform ${index} ${'x'.repeat(200)}`),
	}).platforms
	expect([many.length, many[0]?.length]).toEqual([50, 80])
	expect(facts({ platforms: Array.from({ length: 25 }, (_, index) => `Platform ${index}`) }).platforms).toHaveLength(25)
})

test('only absolute http(s) URLs are accepted', () => {
	const urls = [
		'javascript:alert(1)',
		'/relative',
		'//host/x',
		'data:text/html,x',
		'file:///etc/passwd',
		'https://user:word@host.example/',
		'https://',
		`https://host.example/${'x'.repeat(2_000)}`,
		' java\nscript:alert(1)',
	]
	const found = facts({
		websites: [...urls, 'https://lanternhollow.example', 'https://lanternhollow.example/', 'http://old.example/ü'].map(
			(url) => ({ url, category: null }),
		),
		cover: 'javascript:alert(1)',
		screenshots: [...urls, 'https://pictures.example/1.png'],
	})
	expect(found.websites).toEqual([
		{ url: 'https://lanternhollow.example/', category: 'other' },
		{ url: 'http://old.example/%C3%BC', category: 'other' },
	])
	expect([found.cover, found.screenshots]).toEqual([null, ['https://pictures.example/1.png']])
})

test('external ids are read from their field and from URLs, without duplicates', () => {
	const { externalIds } = facts({
		externalIds: [
			{ source: 'steam', id: '620' },
			{ source: 'epic', id: 'a b' },
			{ source: 'No Source', id: '1' },
			{ source: 'gog', id: 'x'.repeat(300) },
		],
		websites: [
			{ url: 'https://store.steampowered.com/app/620/Portal_2/' },
			{ url: 'https://store.steampowered.com/app/620000000000/' },
			{ url: 'https://evil.example/https://store.steampowered.com/app/7' },
			{ url: 'https://www.wikidata.org/wiki/Q279446' },
			{ url: 'https://www.gog.com/en/game/lantern_hollow?x=1' },
			{ url: 'https://www.igdb.com/games/lantern-hollow' },
		],
	})
	expect(externalIds).toEqual([
		{ source: 'gog', id: 'lantern_hollow' },
		{ source: 'igdb-slug', id: 'lantern-hollow' },
		{ source: 'steam', id: '620' },
		{ source: 'wikidata', id: 'Q279446' },
	])
	expect(parseRecord({ sourceId: 'a', name: 'A', externalIds: [{ source: 'steam', id: 620 }] }, NOW)).toHaveProperty(
		'reason',
	)
})

test('words of sources are mapped to the site’s, and unknown ones are unchanged', () => {
	const found = facts({
		genres: ['Role-playing (RPG)', 'action RPG', 'Gardening'],
		platforms: ['SNES', 'Super Famicom', 'Game Bike'],
		gameModes: ['Single player'],
	})
	expect([found.genres, found.platforms, found.gameModes]).toEqual([
		['Role-playing', 'Gardening'],
		['Super Nintendo Entertainment System', 'Game Bike'],
		['Single-player'],
	])
})

test('a name of one megabyte is refused quickly', () => {
	const record = { sourceId: 'a', name: 'x'.repeat(1_000_000) }
	expect(parseRecord(record, NOW)).toEqual({ reason: 'The name is longer than 200 characters' })
	expect(measureCpuMs(() => parseRecord(record, NOW))).toBeLessThan(100)
})

test('any record is accepted or refused without an exception', () => {
	fc.assert(
		fc.property(
			fc.record(
				{
					sourceId: fc.anything(),
					name: fc.anything(),
					releaseDate: fc.anything(),
					genres: fc.anything(),
					websites: fc.anything(),
				},
				{ requiredKeys: [] },
			),
			(record) => {
				expect(parseRecord(record, NOW)).toBeTypeOf('object')
			},
		),
	)
})

test('adversarial texts are processed quickly', () => {
	for (const unit of ['<a', '<', '&#', '<script', '<!--', ' \n', '<br', '&amp', '</script', ' ']) {
		const record = { sourceId: 'a', name: 'A', summary: unit.repeat(400_000 / unit.length) }
		expect(
			measureCpuMs(() => parseRecord(record, NOW)),
			unit,
		).toBeLessThan(500)
	}
})
