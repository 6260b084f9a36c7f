import { type CsvRow, hasHeaders, readRows } from './csv-rows.ts'
import { readTime, readYear } from './dates.ts'
import { named, RowReader, toGame, toIds, toPlays } from './imported.ts'
import { lineOf, noteOf, textOf } from './lines.ts'
import { mergeGames } from './merge-games.ts'
import type { ImportedItem, ImportFile, ImportSource } from './source.ts'

const isCollection = (file: ImportFile) => hasHeaders(file, 'igdb id', 'game name', 'completion')
const isList = (file: ImportFile) => hasHeaders(file, 'list id', 'list title', 'igdb id', 'game name')

/** Columns of a copy, which go to the private note. */
const COPY = [
	'Type',
	'Ownership',
	'Service',
	'Subscription',
	'Acquisition',
	'Edition',
	'Region',
	'Condition',
	'Price',
	'Tags',
]

/** Infinite Backlog: a row is a copy, and a status has two axes; `Completion` says more, but what is played now counts first. */
export const infiniteBacklog: ImportSource = {
	name: 'infinite_backlog',
	recognizes: (files) => files.some((file) => isCollection(file) || isList(file)),
	read: (files) => mergeGames(readAll(files)),
	meanings: {
		playing: 'playing',
		played: 'played',
		'not played': 'backlog',
		unplayed: 'backlog',
		backlog: 'backlog',
		owned: 'backlog',
		wishlist: 'wished',
		'not started': 'backlog',
		unfinished: null,
		'no status': null,
		beaten: 'finished',
		completed: 'completed',
		mastered: 'completed',
		continuous: 'played',
		abandoned: 'abandoned',
		dropped: 'abandoned',
		paused: 'paused',
		'on hold': 'paused',
	},
	notCarried: [
		'Copies, ownership, services and tags are kept in a private note of their game.',
		'Wishlists are lists here; games that are only on a list get no status.',
	],
}

async function* readAll(files: readonly ImportFile[]): AsyncGenerator<ImportedItem> {
	for (const file of files.filter(isCollection))
		for await (const row of readRows(file)) yield row.kind === 'row' ? ofRow(row) : row
	for (const file of files.filter(isList)) yield* readLists(file)
}

function ofRow(row: CsvRow): ImportedItem {
	const reader = new RowReader()
	const [status, completion] = [row.get('status'), row.get('completion')]
	const platform = lineOf(row.get('platform'))
	const word = completion.toLowerCase()
	const outcome = OUTCOMES[word] ?? null
	const endedOn = reader.date(row.get('completion date'), 'Completion date')
	return toGame(row.line, row.get('game name'), {
		key: row.get('igdb id') || null,
		releaseYear: readYear(row.get('game release date')),
		platforms: platform ? [platform] : [],
		ids: toIds('igdb', row.get('igdb id')),
		statuses: status.toLowerCase() === 'playing' ? [status, completion] : [completion, status],
		rating: reader.rating(row.get('rating (score)', 'rating', 'score'), 'Rating', 10),
		platform,
		plays: toPlays({
			key: `${platform} ${row.get('date added')}`,
			platform,
			startedOn: reader.date(row.get('start date', 'date started'), 'Start date'),
			endedOn,
			outcome,
			minutes: reader.minutes(row.get('playtime'), 'Playtime', 'minutes'),
		}),
		note: noteOf(
			textOf(row.get('progress notes')),
			textOf(row.get('collection notes', 'notes')),
			...COPY.map((name) => named(`${name} on Infinite Backlog`, row.get(name.toLowerCase()))),
		),
		addedAt: readTime(row.get('date added')),
		changedAt: readTime(row.get('last updated')),
		errors: reader.errors,
	})
}

const OUTCOMES: Readonly<Record<string, 'finished' | 'completed' | 'abandoned'>> = {
	beaten: 'finished',
	completed: 'completed',
	mastered: 'completed',
	abandoned: 'abandoned',
	dropped: 'abandoned',
}

async function* readLists(file: ImportFile): AsyncGenerator<ImportedItem> {
	const positions = new Map<string, number>()
	for await (const row of readRows(file)) {
		const title = row.kind === 'row' ? lineOf(row.get('list title')) : null
		if (row.kind !== 'row' || title === null) {
			if (row.kind !== 'row') yield row
			continue
		}
		const key = row.get('list id') || title
		const position = (positions.get(key) ?? 0) + 1
		if (position === 1)
			yield {
				kind: 'list',
				key,
				title,
				description: null,
				visibility: 'private',
				isRanked: false,
				tags: [],
				createdAt: null,
			}
		positions.set(key, position)
		yield toGame(row.line, row.get('game name'), {
			key: row.get('igdb id') || null,
			releaseYear: readYear(row.get('game release date')),
			ids: toIds('igdb', row.get('igdb id')),
			lists: [{ key, position, note: textOf(row.get('notes')) }],
		})
	}
}
