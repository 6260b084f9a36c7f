// Whatever a stranger uploads is read in flat memory or refused with a sentence.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openUpload, zip } from '#kit/import-files.ts'
import { memoryInUse } from '#kit/memory.ts'
import { SOURCES } from './all.ts'
import { FileProblem, type ImportedItem } from './source.ts'

const ROWS = 20_000

/** The beginning of a file that each source recognizes, and a row of it. */
const SAMPLES: Readonly<
	Record<string, { name: string; first: string; row: (index: number) => string; last?: string }>
> = {
	savepoint: {
		name: 'savepoint.json',
		first: '{"format":"savepoint-account-1","library":[null',
		row: (index) =>
			`,{"gameId":${index + 1},"gameName":"Game ${index}","status":"played","rating":4.5,"updatedAt":"2024-02-09T10:00:00.000Z"}`,
		last: ']}',
	},
	grouvee: {
		name: 'grouvee_export.json',
		first: '{"export_format_version":2,"collection":[null',
		row: (index) =>
			`,{"id":${index},"name":"Game ${index}","igdb_id":${index + 1},"shelves":{"Played":{"date_added":"2021-07-18T15:53:49Z"}},"dates":[{"date_finished":"2021-07-18"}],"rating":4}`,
		last: ']}',
	},
	howlongtobeat: {
		name: 'hltb.csv',
		first: 'Title,Platform,Playing,Backlog,Retired,Completed,Completion Date,Main Story,Completionist\n',
		row: (index) => `Game ${index},PC,,,,X,2024-02-09,3:00:00,--\n`,
	},
	igdb: {
		name: 'list.csv',
		first: 'id,game,url,rating,category,release_date,platforms\n',
		row: (index) =>
			`${index + 1},Game ${index},https://www.igdb.com/g/${index},8,Main Game,"[""Jun 25, 2020""]","[""PC""]"\n`,
	},
	infinite_backlog: {
		name: 'ib.csv',
		first: 'IGDB ID,Game name,Platform,Status,Completion,Playtime\n',
		row: (index) => `${index + 1},Game ${index},PC,Played,Beaten,100\n`,
	},
	backloggd: {
		name: 'b.json',
		first: '{"format":"backloggd-transfer","version":2,"entries":[null',
		row: (index) =>
			`,{"game_id":${index + 1},"title":"Game ${index}","log":{"is_play":true,"status":"completed"},"playthroughs":[{"rating":9,"hours_played":3}]}`,
		last: ']}',
	},
	yamtrack: {
		name: 'y.csv',
		first: 'media_id,source,media_type,title,score,status,start_date,end_date,progress\n',
		row: (index) => `${index + 1},igdb,game,Game ${index},8,Completed,,2024-02-09,3h 00min\n`,
	},
	ryot: {
		name: 'r.json',
		first: '{"metadata":[{"lot":"movie"}',
		row: (index) =>
			`,{"lot":"video_game","source":"igdb","identifier":"${index + 1}","source_id":"Game ${index}","seen_history":[{"state":"completed"}]}`,
		last: ']}',
	},
	neodb: {
		name: 'game_mark.csv',
		first: 'title,info,links,timestamp,status,rating,comment,tags\n',
		row: (index) =>
			`Game ${index},,https://neodb.example/game/${String(index).padStart(12, '0')},2024-02-09T10:00:00Z,complete,8,,\n`,
	},
	vglist: {
		name: 'v.json',
		first: '[{"game":{"name":"First","wikidata_id":1},"completion_status":"completed"}',
		row: (index) =>
			`,{"game":{"id":${index},"name":"Game ${index}","wikidata_id":${index + 1}},"completion_status":"completed","hours_played":"3.5"}`,
		last: ']',
	},
	gog_galaxy: {
		name: 'g.csv',
		first: 'title\tplatformList\tmyRating\tgameMins\n',
		row: (index) => `Game ${index}\tgog\t4\t100\n`,
	},
	playnite: {
		name: 'p.csv',
		first: 'Name,Playtime,CompletionStatus,PluginId,GameId,Added\n',
		row: (index) => `Game ${index},7200,Beaten,cb91dfc9-b977-43bf-8e70-55f46e410fab,${index + 1},03/04/2024\n`,
	},
	steam: {
		name: 'steam.json',
		first: '{"library":[{"appid":1,"name":"First","playtime_forever":5}',
		row: (index) =>
			`,{"appid":${index + 2},"name":"Game ${index}","playtime_forever":90,"rtime_last_played":1600000000}`,
		last: '],"wishlist":[]}',
	},
	csv: {
		name: 'c.csv',
		first: 'Title,Status,Finished,Rating\n',
		row: (index) => `Game ${index},Finished,2024-02-09,4\n`,
	},
}

test.each(SOURCES.map((source) => [source.name, source] as const))(
	'%s reads 20,000 rows in flat memory',
	async (name, source) => {
		const sample = SAMPLES[name]
		if (!sample) throw new Error(`No sample of ${name}`)
		const rows = Array.from({ length: ROWS }, (_, index) => sample.row(index)).join('')
		const files = await openUpload(sample.name, `${sample.first}${rows}${sample.last ?? ''}`)
		expect(SOURCES.find((one) => one.recognizes(files))).toBe(source)
		const before = memoryInUse().heap
		let games = 0
		let most = 0
		for await (const item of source.read(files, { mapping: null })) {
			if (item.kind === 'game') games++
			if (games % 10_000 === 0) most = Math.max(most, memoryInUse().heap - before)
		}
		expect(games).toBeGreaterThanOrEqual(ROWS)
		expect(most).toBeLessThan(60 * 1024 * 1024)
	},
)

/** What a reader may do with any file: give items that can be stored, or say what is wrong with the file. */
async function expectOrder(name: string, content: string | Uint8Array): Promise<void> {
	try {
		const files = await openUpload(name, content)
		for (const source of SOURCES) {
			source.recognizes(files)
			for await (const item of source.read(files, { mapping: null })) expectStorable(item)
		}
	} catch (error) {
		if (!(error instanceof FileProblem)) throw error
		expect(error.message).toMatch(/\.$/)
	}
}

function expectStorable(item: ImportedItem): void {
	const text = JSON.stringify(item)
	expect(text).not.toContain('\\u0000')
	expect(text.isWellFormed()).toBe(true)
	if (item.kind !== 'game') return
	expect(item.title.length).toBeGreaterThan(0)
	for (const { startedOn, endedOn } of item.plays)
		for (const day of [startedOn, endedOn]) if (day !== null) expect(day).toMatch(/^\d{4}(-\d\d){0,2}$/)
	if (item.rating !== null) expect(item.rating * 2).toBe(Math.min(10, Math.max(1, Math.round(item.rating * 2))))
}

const NAMES = [
	'a.csv',
	'a.json',
	'savepoint.json',
	'grouvee_export.json',
	'journal.ndjson',
	'game_mark.csv',
	'game_review.csv',
]

test('random bytes, cells and values are read or refused with a sentence', async () => {
	const headers = Object.values(SAMPLES)
		.filter(({ name }) => name.endsWith('.csv'))
		.map(({ first }) => first)
	const cells = fc.array(
		fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('"', '""', ',', '\n', '0', '-1', '03/04/20', 'X')),
		{ maxLength: 40 },
	)
	const openings = Object.values(SAMPLES)
		.filter(({ last }) => last)
		.map(({ first }) => first)
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...NAMES),
			fc.oneof(
				fc.uint8Array({ maxLength: 500 }),
				fc.tuple(fc.constantFrom(...headers), cells).map(([first, some]) => first + some.join(',')),
				fc.json({ maxDepth: 4 }),
				fc
					.tuple(fc.constantFrom(...openings), fc.array(fc.json({ maxDepth: 3 })))
					.map(([first, some]) => [first, ...some].join(',')),
			),
			expectOrder,
		),
		{ numRuns: 60 },
	)
})

test('fields of any type are read or left out', async () => {
	const fields =
		'id name title game shelves platforms rating dates statuses igdb_id log playthroughs game_id lot source identifier seen_history reviews collections gameId gameName status plays externalIds items order Name Playtime Links ReleaseDate Platforms'.split(
			' ',
		)
	const record = fc.dictionary(fc.constantFrom(...fields), fc.jsonValue({ maxDepth: 3 }))
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...Object.values(SAMPLES).filter(({ last }) => last)),
			fc.array(record),
			({ name, first, last }, some) =>
				expectOrder(name, `${[first, ...some.map((one) => JSON.stringify(one))].join(',')}${last}`),
		),
		{ numRuns: 60 },
	)
})

test('random and damaged ZIP files are read or refused with a sentence', async () => {
	const whole = zip([{ name: 'a.csv', content: 'Name,Status\nA,Playing\n'.repeat(50) }])
	await fc.assert(
		fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, byte) => {
			const damaged = Uint8Array.from(whole)
			damaged[at] = byte
			await expectOrder('a.zip', damaged)
		}),
		{ numRuns: 60 },
	)
})
