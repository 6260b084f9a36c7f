import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Compile } from 'typebox/compile'
import { FACT_LIMITS } from '#contract/editable-facts.ts'
import { dedupeIds, type ExternalId, extractExternalIds } from '#contract/external-ids.ts'
import { GAME_KINDS, type GameKind } from '#contract/game-kinds.ts'
import { LIMITS } from '#contract/limits.ts'
import { findProblems, hasVisibleCharacter } from '#contract/problems.ts'
import type { Website } from '#server/db/column-types.ts'
import { toPlainLine, toPlainText } from '#server/features/texts/plain-text.ts'
import { toSeriesSlug } from './series-slug.ts'
import { toSiteWord } from './words.ts'

/** How long a game takes in minutes, at least one of both. */
export interface CatalogTimes {
	finished?: number
	completed?: number
}

/** The displayed facts of a game. */
export interface Facts {
	name: string
	cover: string | null
	releaseDate: string | null
	developers: string[]
	publishers: string[]
	genres: string[]
	platforms: string[]
	gameModes: string[]
	summary: string | null
	storyline: string | null
	description: string | null
	screenshots: string[]
	websites: Website[]
	/** How well known the game is, 0 to 100. Orders games with equally many reviews and ratings; never displayed. */
	prominence: number | null
	/** Other names by which searches find the game; never displayed. */
	aliases?: string[]
	/** What the drawn pictures show, and the family of their colors. Undefined: the genres decide. */
	motif?: string
	palette?: string
	/** The name of its series; null in an edit: there is none. */
	series?: string | null
	/** Undefined: a game of its own, or unknown. */
	kind?: GameKind
	/** The `sourceId` of the game of which it is an edition, in the same source. */
	editionOf?: string
	/** How long it takes, in minutes. */
	timeToBeat?: CatalogTimes
}

/** A validated record. */
export interface GameFacts extends Facts {
	sourceId: string
	/** The same game's ids in other databases and stores. */
	externalIds: ExternalId[]
}

const MAX_CHARS = {
	...FACT_LIMITS,
	sourceId: 200,
	externalSource: 40,
	externalId: 200,
	style: 40,
} as const
const MAX_COUNTS = { ...FACT_LIMITS, externalIds: 40 } as const
/** As a play's. */
const MAX_MINUTES = 6_000_000
const EARLIEST_YEAR = 1950
const YEARS_AHEAD = 10

const optional = <S extends Parameters<typeof Type.Optional>[0]>(schema: S) =>
	Type.Optional(Type.Union([schema, Type.Null()]))
const optionalTexts = optional(Type.Array(Type.String()))
const Record = Type.Object({
	sourceId: Type.String(),
	name: Type.String(),
	releaseDate: optional(Type.String()),
	developers: optionalTexts,
	publishers: optionalTexts,
	genres: optionalTexts,
	platforms: optionalTexts,
	gameModes: optionalTexts,
	summary: optional(Type.String()),
	storyline: optional(Type.String()),
	description: optional(Type.String()),
	cover: optional(Type.String()),
	screenshots: optionalTexts,
	websites: optional(Type.Array(Type.Object({ url: Type.String(), category: optional(Type.String()) }))),
	externalIds: optional(Type.Array(Type.Object({ source: Type.String(), id: Type.String() }))),
	prominence: optional(Type.Number()),
	aliases: optionalTexts,
	motif: optional(Type.String()),
	palette: optional(Type.String()),
	series: optional(Type.String()),
	kind: optional(Type.String()),
	editionOf: optional(Type.String()),
	timeToBeat: optional(Type.Object({ finished: optional(Type.Number()), completed: optional(Type.Number()) })),
})
type Record = Static<typeof Record>
const recordValidator = Compile(Record)

/**
 * Validates and cleans a record: removes HTML, control characters, duplicates and unusable URLs, and truncates long
 * texts. Returns the reason if the record is refused. `year` is the current one.
 */
export function parseRecord(record: unknown, year: number): GameFacts | { reason: string } {
	if (!recordValidator.Check(record)) return { reason: explainRejection(record) }
	const { sourceId, releaseDate = null } = record
	if (!isSourceId(sourceId))
		return { reason: `The sourceId must be 1 to ${MAX_CHARS.sourceId} characters without spaces` }
	// A truncated name would be a different name
	if (record.name.length > 4 * MAX_CHARS.name) return { reason: `The name is longer than ${MAX_CHARS.name} characters` }
	const name = toPlainLine(record.name, 4 * MAX_CHARS.name)
	if (!hasVisibleCharacter(name)) return { reason: 'The name is empty' }
	if ([...name].length > MAX_CHARS.name) return { reason: `The name is longer than ${MAX_CHARS.name} characters` }
	const dateError = releaseDate === null || releaseDate === '' ? undefined : findDateError(releaseDate, year)
	if (dateError) return { reason: dateError }
	const kind = record.kind ? GAME_KINDS.find((word) => word === record.kind) : undefined
	if (record.kind && !kind)
		return { reason: `The kind ${JSON.stringify(record.kind.slice(0, 40))} is none of ${GAME_KINDS.join(', ')}` }
	const { editionOf } = record
	if (editionOf && (!isSourceId(editionOf) || editionOf === sourceId))
		return { reason: 'The editionOf is not the sourceId of another record' }
	const series = toPlainLine(record.series ?? '', MAX_CHARS.word)
	const websites = parseWebsites(record)
	const aliases = cleanWords(record.aliases, MAX_CHARS.name)
	const timeToBeat = parseTimes(record)
	const motif = toPlainLine(record.motif ?? '', MAX_CHARS.style)
	const palette = toPlainLine(record.palette ?? '', MAX_CHARS.style)
	return {
		sourceId,
		name,
		releaseDate: releaseDate || null,
		developers: cleanWords(record.developers),
		publishers: cleanWords(record.publishers),
		genres: toSiteWords('genres', cleanWords(record.genres)),
		platforms: toSiteWords('platforms', cleanWords(record.platforms, LIMITS.platformMax)),
		gameModes: toSiteWords('gameModes', cleanWords(record.gameModes)),
		summary: cleanText(record.summary, MAX_CHARS.summary),
		storyline: cleanText(record.storyline, MAX_CHARS.storyline),
		description: cleanText(record.description, MAX_CHARS.storyline),
		cover: parseUrl(record.cover) ?? null,
		screenshots: dedupe((record.screenshots ?? []).map(parseUrl), MAX_COUNTS.screenshots),
		websites,
		prominence: record.prominence == null ? null : Math.round(Math.min(Math.max(record.prominence, 0), 100)),
		externalIds: dedupeIds([...parseExternalIds(record), ...extractExternalIds(websites)]).slice(
			0,
			MAX_COUNTS.externalIds,
		),
		// Absent rather than empty, so that records without them keep their hashes
		...(aliases.length > 0 && { aliases }),
		...(motif !== '' && { motif }),
		...(palette !== '' && { palette }),
		...(toSeriesSlug(series) !== '' && { series }),
		...(kind && kind !== 'game' && { kind }),
		...(editionOf && { editionOf }),
		...(timeToBeat && { timeToBeat }),
	}
}

function isSourceId(text: string): boolean {
	return /^\S+$/.test(text) && text === toPlainLine(text, MAX_CHARS.sourceId)
}

function explainRejection(record: unknown): string {
	if (record === null || typeof record !== 'object' || Array.isArray(record)) return 'The line is not an object'
	for (const field of ['sourceId', 'name'] as const) if (!Object.hasOwn(record, field)) return `The ${field} is missing`
	const [problem] = findProblems(Record, record)
	return `The field ${problem?.path || 'sourceId'} has the wrong type`
}

/** Returns what is wrong with a date, which may be only a month or a year. */
function findDateError(date: string, currentYear: number): string | undefined {
	const quoted = JSON.stringify(date.slice(0, 40))
	const [, year, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(date) ?? []
	if (year === undefined) return `The releaseDate ${quoted} is not written as YYYY, YYYY-MM or YYYY-MM-DD`
	if (Number(year) < EARLIEST_YEAR || Number(year) > currentYear + YEARS_AHEAD)
		return `The releaseDate ${quoted} is out of range`
	const days = new Date(Date.UTC(Number(year), Number(month ?? 1), 0)).getUTCDate()
	const isReal =
		(month === undefined || (Number(month) >= 1 && Number(month) <= 12)) &&
		(day === undefined || (Number(day) >= 1 && Number(day) <= days))
	return isReal ? undefined : `The releaseDate ${quoted} does not exist`
}

function cleanWords(texts: readonly string[] | null | undefined, maxChars: number = MAX_CHARS.word): string[] {
	return dedupe(
		(texts ?? []).slice(0, 4 * MAX_COUNTS.words).map((text) => toPlainLine(text, maxChars)),
		MAX_COUNTS.words,
	)
}

/** Maps a source's words to the site's, without duplicates. */
function toSiteWords(kind: Parameters<typeof toSiteWord>[0], words: readonly string[]): string[] {
	return [...new Set(words.map((word) => toSiteWord(kind, word)))]
}

/** Returns the times that are possible, in whole minutes; undefined without one. */
function parseTimes({ timeToBeat }: Record): CatalogTimes | undefined {
	const known = (['finished', 'completed'] as const).flatMap((outcome) => {
		const minutes = Math.round(timeToBeat?.[outcome] ?? 0)
		return minutes >= 1 && minutes <= MAX_MINUTES ? [[outcome, minutes] as const] : []
	})
	return known.length > 0 ? Object.fromEntries(known) : undefined
}

function cleanText(text: string | null | undefined, maxChars: number): string | null {
	return toPlainText(text ?? '', maxChars) || null
}

function parseWebsites(record: Record): Website[] {
	const seen = new Set<string>()
	const websites: Website[] = []
	for (const { url, category } of record.websites ?? []) {
		const parsedUrl = parseUrl(url)
		if (parsedUrl === undefined || seen.has(parsedUrl) || websites.length === MAX_COUNTS.websites) continue
		seen.add(parsedUrl)
		websites.push({ url: parsedUrl, category: toPlainLine(category ?? '', MAX_CHARS.category) || 'other' })
	}
	return websites
}

function parseExternalIds({ externalIds }: Record): ExternalId[] {
	return (externalIds ?? []).filter(
		({ source, id }) =>
			/^[a-z0-9-]+$/.test(source) &&
			source.length <= MAX_CHARS.externalSource &&
			/^\S+$/.test(id) &&
			id === toPlainLine(id, MAX_CHARS.externalId),
	)
}

/** Parses an absolute http(s) URL without credentials; returns undefined for anything else. */
export function parseUrl(text: string | null | undefined): string | undefined {
	if (!text || text.length > MAX_CHARS.url || !URL.canParse(text)) return undefined
	const { protocol, username, password, href } = new URL(text)
	return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' ? href : undefined
}

function dedupe(values: readonly (string | undefined)[], maxCount: number): string[] {
	return [...new Set(values.filter((value) => value !== undefined && value !== ''))].slice(0, maxCount) as string[]
}
