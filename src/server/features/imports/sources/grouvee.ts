import { ROW_PROBLEMS } from '#contract/import-problems.ts'
import { toPlainText } from '#server/features/texts/plain-text.ts'
import { type CsvRow, hasHeaders, readRows } from './csv-rows.ts'
import { readTime, readYear } from './dates.ts'
import { named, RowReader, toGame, toIds, toPlays, toReview } from './imported.ts'
import { parseJson, readElements } from './json-elements.ts'
import { arrayOf, numberOf, objectOf, stringOf } from './json-values.ts'
import { lineOf, noteOf, textOf, unreadable } from './lines.ts'
import { mergeGames } from './merge-games.ts'
import type { ImportedGame, ImportedItem, ImportedPlay, ImportFile, ImportSource } from './source.ts'

const PARTS = ['account', 'collection', 'lists', 'reviews', 'play_log']
/** The shelves that each collection has; Playing counts before what a person made, and Played and Backlog after it. */
const BUILT_IN = ['playing', 'played', 'backlog', 'wish list']
const COLUMNS = ['shelves', 'platforms', 'dates', 'statuses']

const isJson = ({ name, head }: ImportFile) =>
	/grouvee_export\.json$/i.test(name) || head.includes('"export_format_version"')
const isCsv = (file: ImportFile) => hasHeaders(file, 'id', 'name', 'shelves', 'dates')

/** Grouvee: the ZIP or JSON of today, and the CSV of before. */
export const grouvee: ImportSource = {
	name: 'grouvee',
	recognizes: (files) => files.some((file) => isJson(file) || isCsv(file)),
	read: (files) => mergeGames(readAll(files), identify),
	meanings: {
		playing: 'playing',
		played: 'played',
		backlog: 'backlog',
		'wish list': 'wished',
		finished: 'finished',
		'main story': 'finished',
		'main story + extras': 'finished',
		'100% completion': 'completed',
	},
	notCarried: [
		'Your own shelves become words that you can give a status, and are kept in a private note.',
		'Status updates are kept in a private note of their game.',
		'Comments on Grouvee are left out.',
	],
}

/** The JSON has all that the CSV beside it has. */
async function* readAll(files: readonly ImportFile[]): AsyncGenerator<ImportedItem> {
	const json = files.find(isJson)
	if (json) {
		yield* readJson(json)
		return
	}
	for (const file of files.filter(isCsv))
		for await (const row of readRows(file)) yield row.kind === 'row' ? ofEntry(entryOf(row), row.line) : row
}

/** The same game by its id at IGDB, else by its name: reviews and plays name no other id. */
const identify = ({ ids, title }: ImportedGame) =>
	ids.find(({ source }) => source === 'igdb')?.id ?? `name ${title.toLowerCase()}`

function entryOf(row: CsvRow): Readonly<Record<string, unknown>> {
	const names = ['id', 'name', 'rating', 'review_title', 'review', 'review_platform', 'release_date']
	const more = ['date_added_to_collection', 'giantbomb_id', 'igdb_id']
	return Object.fromEntries([
		...[...names, ...more].map((name) => [name, row.get(name)]),
		...COLUMNS.map((name) => [name, parseJson(row.get(name))]),
	])
}

async function* readJson(file: ImportFile): AsyncGenerator<ImportedItem> {
	for await (const { part, line, value } of readElements(file, PARTS)) {
		if (value === undefined) yield unreadable(line, '', ROW_PROBLEMS.damaged, part)
		else if (part === 'account') yield* favoritesOf(value, line)
		else if (part === 'collection') yield ofEntry(objectOf(value), line)
		else if (part === 'lists') yield* ofList(objectOf(value), line)
		else if (part === 'reviews') yield ofReview(objectOf(value), line)
		else yield ofLog(objectOf(value), line)
	}
}

function ofEntry(entry: Readonly<Record<string, unknown>>, line: number): ImportedItem {
	const reader = new RowReader()
	const shelves = Object.entries(objectOf(entry.shelves))
	const names = shelves.map(([name]) => name)
	const own = names.filter((name) => !BUILT_IN.includes(name.toLowerCase()))
	const has = (shelf: string) => names.find((name) => name.toLowerCase() === shelf)
	const platforms = Object.keys(objectOf(entry.platforms))
	const dates = arrayOf(entry.dates).map(objectOf)
	const plays = dates.flatMap((date) => ofDates(date, reader))
	const ended = dates.filter((date) => isEnd(date)).map(({ level_of_completion: level }) => lineOf(level) ?? 'Finished')
	const times = shelves.flatMap(([, shelf]) => readTime(objectOf(shelf).date_added) ?? []).sort()
	const updates = arrayOf(entry.statuses)
		.map(objectOf)
		.map(({ date, status }) => [stringOf(date).slice(0, 10), textOf(status)].filter((one) => one).join(' '))
	return toGame(line, entry.name, {
		key: stringOf(entry.id) || null,
		releaseYear: readYear(entry.release_date),
		platforms,
		ids: idsOf(entry),
		statuses: [has('playing'), ...own, ...ended.reverse(), has('played'), has('backlog'), has('wish list')],
		rating: reader.rating(entry.rating, 'rating', 5),
		platform: platforms.length === 1 ? (platforms[0] ?? null) : null,
		plays,
		review: toReview([entry.review_title, plain(entry.review)], { platform: lineOf(entry.review_platform) }),
		note: noteOf(named('Shelves on Grouvee', own), named('Status updates on Grouvee', updates)),
		addedAt: readTime(entry.date_added_to_collection) ?? times[0] ?? null,
		changedAt: times.at(-1) ?? null,
		errors: reader.errors,
	})
}

const idsOf = (game: Readonly<Record<string, unknown>>) => [
	...toIds('igdb', game.igdb_id),
	...toIds('giantbomb', game.giantbomb_id),
]

const isNone = (date: unknown) => readTime(date) === null && readYear(date) === null
const isEnd = ({ date_finished: end }: Readonly<Record<string, unknown>>) => !isNone(end)

/** A row that has a level of completion and nothing else is written for every game on a shelf: it is no play. */
function ofDates(date: Readonly<Record<string, unknown>>, reader: RowReader): ImportedPlay[] {
	const { date_started: start, date_finished: end, seconds_played: seconds, level_of_completion: level } = date
	const minutes = reader.minutes(seconds, 'dates', 'seconds')
	const startedOn = reader.date(start, 'dates')
	const endedOn = reader.date(end, 'dates')
	if (!startedOn && !endedOn && minutes === null) return []
	return toPlays({
		key: [startedOn, endedOn, numberOf(seconds) ?? 0].join(' '),
		platform: lineOf(date.platform),
		startedOn,
		endedOn,
		// Without an end the level is what Grouvee writes by itself
		outcome: endedOn === null ? null : /^100/.test(stringOf(level)) ? 'completed' : 'finished',
		minutes,
	})
}

/** Reviews are written in an editor that makes HTML. */
const plain = (text: unknown) =>
	typeof text === 'string' && /<(?:p|br|div|strong|em|b|i|a|ul|li|blockquote)(?:\s|\/|>)/i.test(text)
		? toPlainText(text, 20_000)
		: text

function ofReview(review: Readonly<Record<string, unknown>>, line: number): ImportedItem {
	const reader = new RowReader()
	const game = objectOf(review.game)
	const text = review.text ?? review.review
	return toGame(line, game.name, {
		ids: idsOf(game),
		rating: reader.rating(review.rating, 'rating', 5),
		review: toReview([review.title, plain(text)], {
			platform: lineOf(review.platform),
			writtenAt: readTime(review.date ?? review.created ?? review.date_created),
		}),
		errors: reader.errors,
	})
}

/** The log repeats the plays of the collection, and has those of games on no shelf. */
function ofLog(log: Readonly<Record<string, unknown>>, line: number): ImportedItem {
	const reader = new RowReader()
	const game = objectOf(log.game)
	return toGame(line, game.name, { ids: idsOf(game), plays: ofDates(log, reader), errors: reader.errors })
}

function* favoritesOf(account: unknown, line: number): Generator<ImportedItem> {
	const favorites = arrayOf(objectOf(account).favorite_games)
	for (const [index, favorite] of favorites.slice(0, 100).entries()) {
		const game = typeof favorite === 'string' ? { name: favorite } : objectOf(objectOf(favorite).game ?? favorite)
		if (lineOf(game.name)) yield toGame(line, game.name, { ids: idsOf(game), favorite: index + 1 })
	}
}

function* ofList(list: Readonly<Record<string, unknown>>, line: number): Generator<ImportedItem> {
	const title = lineOf(list.name ?? list.title)
	if (title === null) return
	const key = stringOf(list.id) || title
	yield {
		kind: 'list',
		key,
		title,
		description: textOf(plain(list.description)),
		visibility: 'private',
		isRanked: list.ranked === true || list.is_ranked === true,
		tags: [],
		createdAt: readTime(list.date_created ?? list.created),
	}
	for (const [index, item] of arrayOf(list.games ?? list.items ?? list.entries).entries()) {
		const entry = objectOf(item)
		const game = typeof item === 'string' ? { name: item } : objectOf(entry.game ?? item)
		const note = textOf(entry.description ?? entry.note ?? entry.notes)
		if (lineOf(game.name))
			yield toGame(line, game.name, { ids: idsOf(game), lists: [{ key, position: index + 1, note }] })
	}
}
