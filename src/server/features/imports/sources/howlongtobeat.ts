import { type CsvRow, hasHeaders, headersOf, readRows } from './csv-rows.ts'
import { readTime } from './dates.ts'
import { named, RowReader, toGame, toPlays, toReview } from './imported.ts'
import { lineOf, noteOf, textOf } from './lines.ts'
import { mergeGames } from './merge-games.ts'
import type { ImportedItem, ImportFile, ImportSource } from './source.ts'

/** The columns of times, of which each has one of notes. */
const TIMES = [
	'Progress',
	'Main Story',
	'Main + Extras',
	'Completionist',
	'Speed Any%',
	'Speed 100%',
	'Co-Op',
	'Multi-Player',
]
const OTHERS =
	'Title,Platform,Playing,Backlog,Replay,Completed,Retired,Retired Notes,Start Date,Completion Date,Playthrough,General Notes,Storefront,Review,Review Notes,Added,Updated'
const KNOWN = new Set(
	[...OTHERS.split(','), ...TIMES, ...TIMES.map((name) => `${name} Notes`)].map((name) => name.toLowerCase()),
)

const isOurs = (file: ImportFile) => hasHeaders(file, 'title', 'backlog', 'retired', 'main story', 'completionist')

/** HowLongToBeat: a row is a time through a game, and has no id. Tabs of one's own are columns. */
export const howlongtobeat: ImportSource = {
	name: 'howlongtobeat',
	recognizes: (files) => files.some(isOurs),
	read: (files) => mergeGames(readAll(files)),
	meanings: { playing: 'playing', backlog: 'backlog', completed: 'finished', retired: 'abandoned' },
	notCarried: [
		'Files of HowLongToBeat name games by their titles only, so more of them have to be confirmed.',
		'Your own tabs become words that you can give a status, and are kept in a private note.',
		'Times by kind, such as Main + Extras, are kept in the notes of their play; the longest is its time.',
		'Storefronts are kept in a private note.',
	],
}

async function* readAll(files: readonly ImportFile[]): AsyncGenerator<ImportedItem> {
	for (const file of files.filter(isOurs)) {
		const tabs = headersOf(file.head).filter((header) => header !== '' && !KNOWN.has(header.toLowerCase()))
		for await (const row of readRows(file)) yield row.kind === 'row' ? ofRow(row, tabs) : row
	}
}

/** `X` in files of 2025, `✓` in those of 2024. */
const isMarked = (cell: string) => /^(?:x|✓|✔|✔️|1|yes|true)$/i.test(cell)

function ofRow(row: CsvRow, tabs: readonly string[]): ImportedItem {
	const reader = new RowReader()
	const marked = (header: string) => isMarked(row.get(header.toLowerCase())) && header
	const own = tabs.filter((tab) => marked(tab))
	const times = TIMES.flatMap((name) => {
		const minutes = reader.minutes(row.get(name.toLowerCase()), name, 'clock')
		return minutes === null ? [] : [{ name, minutes, text: row.get(name.toLowerCase()) }]
	})
	const notes = [...TIMES, 'Retired'].map((name) => named(`${name} Notes`, row.get(`${name} Notes`.toLowerCase())))
	const [isDone, isRetired] = [marked('Completed'), marked('Retired')]
	const startedOn = reader.date(row.get('start date'), 'Start Date')
	const endedOn = reader.date(row.get('completion date'), 'Completion Date')
	const platform = lineOf(row.get('platform'))
	const isDifferent = new Set(times.map(({ minutes }) => minutes)).size > 1
	const playthrough = row.get('playthrough')
	return toGame(row.line, row.get('title'), {
		platforms: platform ? [platform] : [],
		statuses: [marked('Playing'), ...own, marked('Replay'), isDone, isRetired, marked('Backlog')],
		rating: reader.rating(row.get('review'), 'Review', 100),
		platform,
		plays: toPlays({
			key: [platform, playthrough, row.get('added') || `${startedOn} ${endedOn}`].join(' '),
			platform,
			startedOn,
			endedOn,
			outcome: isDone ? 'finished' : isRetired ? 'abandoned' : null,
			isReplay: playthrough === '' ? null : !/first/i.test(playthrough),
			minutes: times.length === 0 ? null : Math.max(...times.map(({ minutes }) => minutes)),
			note: noteOf(...(isDifferent ? times.map(({ name, text }) => named(name, text)) : []), ...notes),
		}),
		review: toReview([row.get('review notes')], { platform, writtenAt: readTime(row.get('updated')) }),
		note: noteOf(
			textOf(row.get('general notes')),
			named('Tabs on HowLongToBeat', own),
			named('Storefront on HowLongToBeat', row.get('storefront')),
		),
		addedAt: readTime(row.get('added')),
		changedAt: readTime(row.get('updated')),
		errors: reader.errors,
	})
}
