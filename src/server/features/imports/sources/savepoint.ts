import { ROW_PROBLEMS } from '#contract/import-problems.ts'
import { LIBRARY_STATUSES } from '#contract/library-entry.ts'
import { LIMITS } from '#contract/limits.ts'
import { LIST_VISIBILITIES } from '#contract/lists.ts'
import { PLAY_OUTCOMES } from '#contract/play.ts'
import { readTime, readYear } from './dates.ts'
import { RowReader, toGame, toIds, toPlays, toReview } from './imported.ts'
import { readElements } from './json-elements.ts'
import { arrayOf, numberOf, objectOf, stringOf } from './json-values.ts'
import { lineOf, textOf, unreadable } from './lines.ts'
import { mergeGames } from './merge-games.ts'
import type { ImportedGame, ImportedId, ImportedItem, ImportFile, ImportSource } from './source.ts'

const PARTS = ['games', 'reviews', 'reviewDrafts', 'lists', 'library', 'plays', 'playSessions', 'favorites']

const isOurs = ({ name, head }: ImportFile) => /\.json$/i.test(name) && /"format":\s*"savepoint-account-/.test(head)

/** The export of this software, from this site or another: the JSON, or the ZIP that has it. */
export const savepoint: ImportSource = {
	name: 'savepoint',
	recognizes: (files) => files.some(isOurs),
	read: (files) => mergeGames(readAll(files)),
	meanings: Object.fromEntries(LIBRARY_STATUSES.map((status) => [status, status])),
	notCarried: [
		'Your name, bio and picture, follows, blocks, likes, comments, dismissed recommendations and settings belong to the account and are left out.',
	],
}

async function* readAll(files: readonly ImportFile[]): AsyncGenerator<ImportedItem> {
	// A ZIP may have the same export twice
	const file = files.find(isOurs)
	if (!file) return
	for await (const { part, line, value } of readElements(file, PARTS)) {
		const row = objectOf(value)
		if (value === undefined) yield unreadable(line, '', ROW_PROBLEMS.damaged, part)
		else if (part === 'lists') yield* ofList(row, line)
		else yield ofRow(part, row, line)
	}
}

type Row = Readonly<Record<string, unknown>>

function ofRow(part: string, row: Row, line: number): ImportedItem {
	const reader = new RowReader()
	return toGame(line, row.gameName ?? row.name, {
		...gameOf(row),
		...fieldsOf(part, row, reader),
		errors: reader.errors,
	})
}

function fieldsOf(part: string, row: Row, reader: RowReader): Partial<ImportedGame> {
	switch (part) {
		case 'library':
			return {
				statuses: [lineOf(row.status)].filter((status) => status !== null),
				rating: reader.rating(row.rating, 'rating', 5),
				isWished: row.isWished === true,
				isLoved: row.isLoved === true,
				platform: lineOf(row.platform),
				addedAt: readTime(row.createdAt),
				changedAt: readTime(row.updatedAt),
			}
		case 'plays':
			return { plays: toPlay(row, reader) }
		case 'playSessions': {
			const minutes = minutesOf(row.minutes)
			if (minutes === null) return {}
			const [day, note] = [reader.date(row.day, 'day'), textOf(row.note, LIMITS.playNoteMax)]
			const [startedAt, origin] = [readTime(row.startedAt), lineOf(row.source)]
			return { sessions: [{ key: lineOf(row.id), day, minutes, note, playKey: lineOf(row.playId), startedAt, origin }] }
		}
		case 'reviews':
			return {
				rating: reader.rating(row.rating, 'rating', 5),
				review: toReview([row.description], {
					containsSpoilers: row.containsSpoilers === true,
					platform: lineOf(row.platform),
					hours: numberOf(row.timePlayed),
					writtenAt: readTime(row.createdAt),
					day: reader.date(row.day, 'day'),
					changedAt: readTime(row.updatedAt),
				}),
			}
		case 'reviewDrafts':
			return {
				draft: {
					...{ text: textOf(row.description) ?? '', containsSpoilers: row.containsSpoilers === true },
					...{ platform: lineOf(row.platform), hours: numberOf(row.timePlayed) },
					rating: reader.rating(row.rating, 'rating', 5),
				},
			}
		case 'favorites':
			return { favorite: (numberOf(row.order) ?? 0) + 1 }
		default:
			return {}
	}
}

/** Minutes as they are: a play can have taken none. */
function minutesOf(value: unknown): number | null {
	const minutes = numberOf(value)
	return minutes !== null && Number.isInteger(minutes) && minutes >= 0 && minutes <= LIMITS.playMinutesMax
		? minutes
		: null
}

/** A play of this software may say nothing but that it was. */
function toPlay(row: Row, reader: RowReader): ImportedGame['plays'] {
	const play = {
		key: lineOf(row.id),
		platform: lineOf(row.platform, LIMITS.platformMax),
		startedOn: reader.date(row.startedOn, 'startedOn'),
		endedOn: reader.date(row.endedOn, 'endedOn'),
		outcome: PLAY_OUTCOMES.find((outcome) => outcome === row.outcome) ?? null,
		isReplay: row.isReplay === true,
		minutes: minutesOf(row.minutes),
		note: textOf(row.note, LIMITS.playNoteMax),
	}
	const plays = toPlays(play)
	return plays.length > 0 ? plays : [play]
}

function gameOf(row: Row): Pick<ImportedGame, 'key' | 'ids' | 'releaseYear'> {
	const id = stringOf(row.gameId ?? row.id)
	return { key: id || null, ids: idsOf(row, id), releaseYear: numberOf(row.releaseYear) ?? readYear(row.releaseDate) }
}

const SOURCES: readonly ImportedId['source'][] = ['igdb', 'igdb-slug', 'steam', 'gog', 'wikidata', 'giantbomb']

function idsOf(row: Row, id: string): ImportedId[] {
	const others = arrayOf(row.externalIds).map(objectOf)
	return [
		...others.flatMap((other) => {
			const source = SOURCES.find((one) => one === other.source)
			return source ? toIds(source, other.id) : []
		}),
		...toIds('savepoint', id),
	]
}

function* ofList(list: Row, line: number): Generator<ImportedItem> {
	const key = stringOf(list.id)
	const title = textOf(list.title, LIMITS.listTitleMax)
	if (title === null || key === '') {
		yield unreadable(line, stringOf(list.title), ROW_PROBLEMS.damaged, 'lists')
		return
	}
	yield {
		kind: 'list',
		key,
		title,
		description: textOf(list.description, LIMITS.listDescriptionMax),
		visibility: LIST_VISIBILITIES.find((word) => word === list.visibility) ?? 'private',
		isRanked: list.isRanked === true,
		tags: arrayOf(list.tags).flatMap((tag) => lineOf(tag, LIMITS.listTagMax) ?? []),
		createdAt: readTime(list.createdAt),
	}
	for (const [index, item] of arrayOf(list.items).map(objectOf).entries()) {
		const position = numberOf(item.order) ?? index
		const lists = [{ key, position, note: textOf(item.notes, LIMITS.listNotesMax) }]
		yield toGame(line, item.gameName, { ...gameOf(item), lists })
	}
}
