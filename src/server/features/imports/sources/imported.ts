import { ROW_PROBLEMS } from '#contract/import-problems.ts'
import { LIMITS } from '#contract/limits.ts'
import { type DateOrder, readDate, UNREADABLE_DATE } from './dates.ts'
import { distinct, lineOf, textOf, unreadable, WORD_MAX } from './lines.ts'
import { readRating } from './ratings.ts'
import type { ImportedGame, ImportedId, ImportedPlay, ImportedReview, RowProblem, UnreadableRow } from './source.ts'
import { readMinutes, type TimeFormat } from './times.ts'

const TITLE_MAX = 200
const MAX_ERRORS = 20

/** Returns a named line of a note, or nothing for nothing: `Shelves on Grouvee: Co-op, Steam`. */
export function named(name: string, value: unknown): string | null {
	const text = Array.isArray(value)
		? value
				.map((one) => lineOf(one))
				.filter((one) => one !== null)
				.slice(0, 100)
				.join(', ')
		: textOf(value)
	return text ? `${name}: ${text}` : null
}

/** Reads the cells of a row, and notes what in them was not understood. */
export class RowReader {
	readonly errors: RowProblem[] = []

	date(value: unknown, column: string, order: DateOrder | null = null): string | null {
		const date = readDate(value, order)
		if (date === null || typeof date === 'string') return date
		if (date === UNREADABLE_DATE) {
			this.report(column, ROW_PROBLEMS.date)
			return null
		}
		this.report(column, ROW_PROBLEMS.ambiguousDate)
		return date.year
	}

	rating(value: unknown, column: string, scale: 5 | 10 | 100): number | null {
		const rating = readRating(value, scale)
		if (rating === undefined) this.report(column, ROW_PROBLEMS.rating)
		return rating ?? null
	}

	minutes(value: unknown, column: string, format: TimeFormat): number | null {
		const minutes = readMinutes(value, format)
		if (minutes === undefined) this.report(column, ROW_PROBLEMS.minutes)
		return minutes ?? null
	}

	private report(column: string, message: string): void {
		if (this.errors.length < MAX_ERRORS) this.errors.push({ column: column.slice(0, WORD_MAX), message })
	}
}

/** Makes a game of a row, or says that the row names none. */
export function toGame(
	line: number,
	name: unknown,
	fields: Partial<Omit<ImportedGame, 'kind' | 'line' | 'title' | 'statuses'>> & {
		statuses?: readonly (string | null | undefined | false)[]
	},
): ImportedGame | UnreadableRow {
	const title = lineOf(name, TITLE_MAX)
	if (title === null) return unreadable(line, '', ROW_PROBLEMS.noName)
	return {
		releaseYear: null,
		isWished: false,
		isLoved: false,
		rating: null,
		plays: [],
		sessions: [],
		review: null,
		note: null,
		lists: [],
		addedAt: null,
		changedAt: null,
		favorite: null,
		errors: [],
		...fields,
		kind: 'game',
		line,
		title,
		key: lineOf(fields.key),
		ids: fields.ids ?? [],
		platform: lineOf(fields.platform, LIMITS.platformMax),
		platforms: distinct((fields.platforms ?? []).flatMap((one) => lineOf(one, LIMITS.platformMax) ?? [])),
		statuses: distinct((fields.statuses ?? []).flatMap((one) => lineOf(one) ?? [])),
	}
}

/** Makes a play, or nothing of one that says nothing but its platform and key. */
export function toPlays(play: Partial<ImportedPlay>): ImportedPlay[] {
	const { startedOn, endedOn, outcome, minutes, note } = play
	if (!startedOn && !endedOn && !outcome && !minutes && !note) return []
	return [
		{
			startedOn: null,
			endedOn: null,
			outcome: null,
			isReplay: null,
			minutes: null,
			note: null,
			...play,
			key: lineOf(play.key),
			platform: lineOf(play.platform, LIMITS.platformMax),
		},
	]
}

/** Makes a review of its title and text; null without either. */
export function toReview(
	parts: readonly unknown[],
	fields: Partial<Omit<ImportedReview, 'text'>> = {},
): ImportedReview | null {
	const text = textOf(parts.flatMap((part) => textOf(part) ?? []).join('\n\n'))
	return text === null
		? null
		: { containsSpoilers: false, platform: null, hours: null, writtenAt: null, ...fields, text }
}

/** An id elsewhere, or none where it is not of the right kind. */
export function toIds(source: ImportedId['source'], value: unknown): ImportedId[] {
	const text = lineOf(value) ?? ''
	const id = ID_PATTERNS[source].exec(text)?.[1]
	return id === undefined || /^0+$/.test(id)
		? []
		: [{ source, id: source === 'wikidata' ? `Q${id}` : id.toLowerCase() }]
}

const NUMBER = /^(\d{1,15})(?:\.0)?$/
const ID_PATTERNS: Readonly<Record<ImportedId['source'], RegExp>> = {
	igdb: NUMBER,
	'igdb-slug': /^([a-zA-Z0-9-]{1,200})$/,
	steam: /^(\d{1,10})$/,
	gog: /^([a-zA-Z0-9_]{1,200})$/,
	wikidata: /^Q?(\d{1,12})$/i,
	// Old files have their kind before it: `3030-20635`
	giantbomb: /^(?:3030-)?(\d{1,12})(?:\.0)?$/,
	savepoint: NUMBER,
}
