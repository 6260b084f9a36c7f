import { extractExternalIds } from '#contract/external-ids.ts'
import { ROW_PROBLEMS } from '#contract/import-problems.ts'
import { toPlainText } from '#server/features/texts/plain-text.ts'
import { type CsvRow, hasHeaders, readRows } from './csv-rows.ts'
import { readTime } from './dates.ts'
import { named, RowReader, toGame, toIds, toPlays, toReview } from './imported.ts'
import { readJsonLines } from './json-elements.ts'
import { arrayOf, objectOf, stringOf } from './json-values.ts'
import { lineOf, noteOf, textOf, unreadable } from './lines.ts'
import { mergeGames } from './merge-games.ts'
import type { ImportedGame, ImportedId, ImportedItem, ImportFile, ImportSource } from './source.ts'

/** Games of a catalog that are held in memory to name what the journal says of them. */
const MAX_GAMES = 20_000

const isNamed = (file: ImportFile, name: string) => file.name.toLowerCase().split('/').at(-1) === name
const isMark = (file: ImportFile) =>
	isNamed(file, 'game_mark.csv') ||
	hasHeaders(file, 'title', 'links', 'timestamp', 'status', 'rating', 'comment', 'tags')
const isReview = (file: ImportFile) => isNamed(file, 'game_review.csv')
const isNote = (file: ImportFile) => isNamed(file, 'game_note.csv')
const isJournal = (file: ImportFile) => isNamed(file, 'journal.ndjson')
const isCatalog = (file: ImportFile) => isNamed(file, 'catalog.ndjson')
/** A file of marks of its own may be of any category; in a ZIP only those of games count. */
const isOther = (file: ImportFile) => /(?:^|\/)(?!game_)[a-z]+_(?:mark|review|note)\.csv$/i.test(file.name)

/** NeoDB: the CSV files and the NDJSON. Its file of the account, with a private key, is never opened. */
export const neodb: ImportSource = {
	name: 'neodb',
	recognizes: (files) => files.some((file) => isJournal(file) || (isMark(file) && !isOther(file))),
	read: (files) => mergeGames(readAll(files)),
	meanings: {
		wishlist: 'wished',
		progress: 'playing',
		complete: 'finished',
		dropped: 'abandoned',
	},
	notCarried: [
		'Short comments, notes, tags and reviews that aren’t public are kept in a private note of their game.',
		'Books, films, series, music, podcasts, posts and articles are left out.',
		'The keys of your NeoDB account are never read.',
	],
}

async function* readAll(files: readonly ImportFile[]): AsyncGenerator<ImportedItem> {
	const journal = files.find(isJournal)
	if (journal) {
		yield* readJournal(journal, await readCatalog(files.find(isCatalog)))
		return
	}
	for (const [file, toItem] of files.flatMap((file) => {
		const convert = isOther(file)
			? undefined
			: isReview(file)
				? ofReview
				: isNote(file)
					? ofNote
					: isMark(file)
						? ofMark
						: undefined
		return convert ? [[file, convert] as const] : []
	}))
		for await (const row of readRows(file)) yield row.kind === 'row' ? toItem(row) : row
}

/** The addresses of a game hold its ids, and the first its id at NeoDB. */
function idsOf(links: readonly string[]): Pick<ImportedGame, 'key' | 'ids'> {
	const urls = links.slice(0, 50).map((url) => ({ url: url.slice(0, 500) }))
	const ids: ImportedId[] = extractExternalIds(urls).flatMap(({ source, id }) =>
		source === 'steam' || source === 'gog' || source === 'wikidata' || source === 'igdb-slug' ? toIds(source, id) : [],
	)
	const own = links.flatMap((url) => /\/game\/([A-Za-z0-9]{10,40})\/?$/.exec(url.slice(0, 500))?.[1] ?? [])[0]
	return { key: own ?? (ids[0] ? `${ids[0].source} ${ids[0].id}` : null), ids }
}

const ofLinks = (row: CsvRow) => idsOf(row.get('links').split(/\s/))

function ofMark(row: CsvRow): ImportedItem {
	const reader = new RowReader()
	const time = readTime(row.get('timestamp'))
	return toGame(row.line, row.get('title'), {
		...ofLinks(row),
		...markOf(row.get('status'), row.get('timestamp'), reader),
		rating: reader.rating(row.get('rating'), 'rating', 10),
		note: noteOf(named('Comment on NeoDB', row.get('comment')), named('Tags on NeoDB', row.get('tags').split('|'))),
		addedAt: time,
		changedAt: time,
		errors: reader.errors,
	})
}

/** A shelf and the day on which the game came there: the day it was begun, wished for or done with. */
function markOf(word: string, timestamp: string, reader: RowReader): Pick<ImportedGame, 'statuses' | 'plays'> {
	const status = word.toLowerCase()
	const day = timestamp === '' ? null : reader.date(timestamp, 'timestamp')
	const outcome = status === 'complete' ? 'finished' : status === 'dropped' ? 'abandoned' : null
	const plays = outcome
		? toPlays({ key: `${status} ${day}`, endedOn: day, outcome })
		: status === 'progress'
			? toPlays({ key: `${status} ${day}`, startedOn: day })
			: []
	return { statuses: word === '' ? [] : [word], plays }
}

function ofReview(row: CsvRow): ImportedItem {
	// The first column of this name is the game's, the second the review's
	const [game, title] = row.getAll('title')
	const writtenAt = readTime(row.get('timestamp'))
	return toGame(row.line, game, { ...ofLinks(row), review: toReview([title, row.get('content')], { writtenAt }) })
}

function ofNote(row: CsvRow): ImportedItem {
	const [game, title] = row.getAll('title')
	const text = noteOf(textOf(title), textOf(row.get('content', 'note')))
	return toGame(row.line, game, { ...ofLinks(row), note: named('Note on NeoDB', text) })
}

interface CatalogGame extends Pick<ImportedGame, 'key' | 'ids'> {
	title: string
}

async function readCatalog(file: ImportFile | undefined): Promise<ReadonlyMap<string, CatalogGame>> {
	const games = new Map<string, CatalogGame>()
	if (!file) return games
	for await (const { value } of readJsonLines(file)) {
		const item = objectOf(value)
		const title = lineOf(item.display_title ?? item.title ?? item.name)
		const url = stringOf(item.id) || stringOf(item.url)
		if (stringOf(item.type) !== 'Game' || title === null || url === '' || games.size >= MAX_GAMES) continue
		const links = arrayOf(item.external_resources).map((one) => stringOf(objectOf(one).url))
		games.set(url, { title, ...idsOf([url, ...links]) })
	}
	return games
}

async function* readJournal(file: ImportFile, games: ReadonlyMap<string, CatalogGame>): AsyncGenerator<ImportedItem> {
	for await (const { line, value } of readJsonLines(file)) {
		const entry = objectOf(value)
		const content = objectOf(entry.content)
		if (value === undefined) yield unreadable(line, '', ROW_PROBLEMS.damaged)
		else if (entry.type === 'Collection') yield* ofCollection(entry, line, games)
		else {
			const game = games.get(stringOf(content.withRegardTo))
			if (!game) continue
			const { title, key, ids } = game
			const reader = new RowReader()
			const fields = fieldsOf(stringOf(entry.type), content, entry.visibility !== 0, reader)
			if (fields) yield toGame(line, title, { key, ids, ...fields, errors: reader.errors })
		}
	}
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(
	type: string,
	content: Fields,
	isPrivate: boolean,
	reader: RowReader,
): Partial<ImportedGame> | undefined {
	const time = readTime(content.published)
	switch (type) {
		case 'ShelfMember': {
			const mark = markOf(stringOf(content.status), stringOf(content.published), reader)
			return { ...mark, addedAt: time, changedAt: time }
		}
		case 'Rating': {
			const best = Number(content.best)
			return { rating: reader.rating(content.value, 'rating', best === 5 || best === 100 ? best : 10) }
		}
		case 'Comment':
			return { note: named('Comment on NeoDB', plain(content)) }
		case 'Note':
			return { note: named('Note on NeoDB', noteOf(lineOf(content.title), plain(content))) }
		case 'TagMember':
			return { note: named('Tag on NeoDB', lineOf(content.tag)) }
		case 'Review':
			return isPrivate
				? { note: named('Review on NeoDB', noteOf(lineOf(content.name), plain(content))) }
				: { review: toReview([content.name, plain(content)], { writtenAt: time }) }
		default:
			return undefined
	}
}

/** The text as it was written, else without the HTML it was made into. */
function plain(content: Fields): string | null {
	const written = textOf(objectOf(content.source).content)
	return written ?? textOf(toPlainText(stringOf(content.content), 20_000))
}

function* ofCollection(entry: Fields, line: number, games: ReadonlyMap<string, CatalogGame>): Generator<ImportedItem> {
	const content = objectOf(entry.content)
	const title = lineOf(content.name)
	const items = arrayOf(entry.items).map(objectOf)
	const members = items.flatMap(({ item, metadata }) => {
		const game = games.get(stringOf(item))
		return game ? [{ game, note: textOf(objectOf(metadata).note) }] : []
	})
	// A collection may be of books
	if (title === null || members.length === 0) return
	const key = stringOf(content.id) || title
	const visibility = entry.visibility === 0 ? 'public' : 'private'
	yield {
		kind: 'list',
		key,
		title,
		description: plain(content),
		visibility,
		isRanked: false,
		tags: [],
		createdAt: readTime(content.published),
	}
	for (const [index, { game, note }] of members.entries()) {
		const { title: name, ...ids } = game
		yield toGame(line, name, { ...ids, lists: [{ key, position: index + 1, note }] })
	}
}
