import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Compile } from 'typebox/compile'
import { Errors } from 'typebox/value'
import { asObject } from './json-fields.ts'

const optional = <S extends Parameters<typeof Type.Optional>[0]>(schema: S) =>
	Type.Optional(Type.Union([schema, Type.Null()]))
/** An expanded reference; a bare id refers to a deleted row. */
const reference = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
	optional(Type.Union([schema, Type.Integer()]))
const references = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
	optional(Type.Array(Type.Union([schema, Type.Integer()])))

const Named = Type.Object({ name: optional(Type.String()) })
const Collection = Type.Object({ id: Type.Integer(), name: optional(Type.String()) })
const Image = Type.Object({ image_id: optional(Type.String()) })
const Row = Type.Object({
	id: Type.Integer({ minimum: 1 }),
	name: Type.String(),
	slug: optional(Type.String()),
	summary: optional(Type.String()),
	storyline: optional(Type.String()),
	first_release_date: optional(Type.Number()),
	total_rating_count: optional(Type.Number()),
	release_dates: references(
		Type.Object({
			date: optional(Type.Number()),
			date_format: optional(Type.Integer()),
			category: optional(Type.Integer()),
		}),
	),
	cover: reference(Image),
	screenshots: references(Image),
	genres: references(Named),
	platforms: references(Named),
	game_modes: references(Named),
	involved_companies: references(
		Type.Object({
			company: reference(Named),
			developer: optional(Type.Boolean()),
			publisher: optional(Type.Boolean()),
		}),
	),
	websites: references(
		Type.Object({ url: optional(Type.String()), type: optional(Type.Integer()), category: optional(Type.Integer()) }),
	),
	collections: references(Collection),
	parent_game: optional(Type.Integer()),
	game_type: optional(Type.Integer()),
	category: optional(Type.Integer()),
	external_games: references(
		Type.Object({
			uid: optional(Type.String()),
			external_game_source: optional(Type.Integer()),
			category: optional(Type.Integer()),
		}),
	),
})
type Row = Static<typeof Row>
const rowValidator = Compile(Row)

/** Names of fields that became tables in 2025: the current ones and those before. */
export const FIELD_NAMES = {
	current: { gameType: 'game_type', dateFormat: 'date_format', websiteType: 'type', store: 'external_game_source' },
	legacy: { gameType: 'category', dateFormat: 'category', websiteType: 'category', store: 'category' },
} as const

export type FieldNames = (typeof FIELD_NAMES)[keyof typeof FIELD_NAMES]

/** Builds the field list of a games query, in IGDB's query language. */
export function buildFieldList({ gameType, dateFormat, websiteType, store }: FieldNames): string {
	return [
		'fields id,name,slug,summary,storyline,first_release_date,total_rating_count',
		`release_dates.date,release_dates.${dateFormat}`,
		'cover.image_id,screenshots.image_id,genres.name,platforms.name,game_modes.name',
		`collections.name,parent_game,${gameType}`,
		'involved_companies.company.name,involved_companies.developer,involved_companies.publisher',
		`websites.url,websites.${websiteType},external_games.uid,external_games.${store}`,
	].join(',')
}

/** IGDB's extensible lookup tables, by id. */
export interface IgdbVocabulary {
	websiteTypes: ReadonlyMap<number, string>
	dateFormats: ReadonlyMap<number, string>
}

/** How long a game takes in minutes, as a record states it. */
export interface IgdbTimes {
	finished: number | null
	completed: number | null
}

/** Converts a row of IGDB's times, which are in seconds, to the id of its game and its times; undefined if it has none. */
export function parseIgdbTimes(row: unknown): [[number, IgdbTimes]] | undefined {
	const { game_id: id, normally, completely } = asObject(row)
	const toMinutes = (seconds: unknown) => (typeof seconds === 'number' && seconds > 0 ? Math.round(seconds / 60) : null)
	const times = { finished: toMinutes(normally), completed: toMinutes(completely) }
	return typeof id === 'number' && (times.finished || times.completed) ? [[id, times]] : undefined
}

/** Converts an IGDB game to a catalog record, or returns the reason why it is unusable. */
export function parseIgdbGame(
	row: unknown,
	words: IgdbVocabulary,
	times: ReadonlyMap<number, IgdbTimes> = new Map(),
): { record: unknown } | { reason: string } {
	if (!rowValidator.Check(row)) return { reason: explainRejection(row) }
	const { id, slug } = row
	return {
		record: {
			sourceId: `igdb:${id}`,
			name: row.name,
			releaseDate: getReleaseDate(row, words.dateFormats),
			developers: getCompanies(row, 'developer'),
			publishers: getCompanies(row, 'publisher'),
			genres: getNames(row.genres),
			platforms: getNames(row.platforms),
			gameModes: getNames(row.game_modes),
			summary: row.summary ?? null,
			storyline: row.storyline ?? null,
			websites: omitUnresolved(row.websites).flatMap(({ url, type, category }) =>
				url ? [{ url, category: getWebsiteCategory(type ?? category, words.websiteTypes) }] : [],
			),
			cover: typeof row.cover === 'object' ? toImageUrl(row.cover, 't_cover_big_2x') : null,
			screenshots: omitUnresolved(row.screenshots).flatMap((image) => toImageUrl(image, 't_screenshot_huge') ?? []),
			// A thousand ratings give the maximum of 100
			prominence: row.total_rating_count == null ? null : 10 * Math.log2(1 + row.total_rating_count),
			series: getSeries(row),
			kind: KINDS.get(getGameType(row)) ?? null,
			editionOf: EDITION_TYPES.has(getGameType(row)) && row.parent_game ? `igdb:${row.parent_game}` : null,
			timeToBeat: times.get(id) ?? null,
			externalIds: [
				{ source: 'igdb', id: String(id) },
				...(slug ? [{ source: 'igdb-slug', id: slug }] : []),
				...omitUnresolved(row.external_games).flatMap(({ uid, external_game_source: store, category }) => {
					const source = STORE_SOURCES.get(store ?? category ?? -1)
					return source && uid && (source !== 'steam' || /^\d+$/.test(uid)) ? [{ source, id: uid }] : []
				}),
			],
		},
	}
}

const KINDS = new Map([
	[8, 'remake'],
	[9, 'remaster'],
])
/** Remakes, remasters and expanded games. */
const EDITION_TYPES = new Set([8, 9, 10])

const getGameType = ({ game_type, category }: Row) => game_type ?? category ?? 0

/** Returns the name of the series that IGDB made first. */
function getSeries({ collections }: Row): string | null {
	const [first] = omitUnresolved(collections).toSorted((one, other) => one.id - other.id)
	return first?.name ?? null
}

function explainRejection(row: unknown): string {
	const [error] = Errors(Row, row)
	const path = error?.instancePath.slice(1).replaceAll('/', '.')
	if (error?.keyword === 'required')
		return `The ${(error.params as { requiredProperties: string[] }).requiredProperties[0]} is missing`
	return path ? `The field ${path} has the wrong type` : 'The game is not an object'
}

function omitUnresolved<T>(references: readonly (T | number)[] | null | undefined): Exclude<T, number>[] {
	return (references ?? []).filter((reference): reference is Exclude<T, number> => typeof reference === 'object')
}

function getNames(references: Row['genres']): string[] {
	return omitUnresolved(references).flatMap(({ name }) => name ?? [])
}

function getCompanies(row: Row, role: 'developer' | 'publisher'): string[] {
	return omitUnresolved(row.involved_companies).flatMap((involved) =>
		involved[role] && typeof involved.company === 'object' ? (involved.company?.name ?? []) : [],
	)
}

const STORE_SOURCES = new Map([
	[1, 'steam'],
	[5, 'gog'],
	[26, 'epic'],
	[30, 'itch'],
])

const WEBSITE_CATEGORIES = new Map([
	[1, 'official'],
	[2, 'wikia'],
	[3, 'wikipedia'],
	[4, 'facebook'],
	[5, 'twitter'],
	[6, 'twitch'],
	[8, 'instagram'],
	[9, 'youtube'],
	[10, 'iphone'],
	[11, 'ipad'],
	[12, 'android'],
	[13, 'steam'],
	[14, 'reddit'],
	[15, 'itch'],
	[16, 'epicgames'],
	[17, 'gog'],
	[18, 'discord'],
	[19, 'bluesky'],
	[22, 'xbox'],
	[23, 'playstation'],
	[24, 'nintendo'],
	[25, 'meta'],
])

function getWebsiteCategory(type: number | null | undefined, words: IgdbVocabulary['websiteTypes']): string {
	const known = WEBSITE_CATEGORIES.get(type ?? -1)
	return (
		known ??
		words
			.get(type ?? -1)
			?.toLowerCase()
			.replace(/[^a-z0-9]+/g, '-') ??
		'other'
	)
}

function toImageUrl(image: Static<typeof Image> | null | undefined, size: string): string | null {
	const id = image?.image_id
	return id && /^[\w-]+$/.test(id) ? `https://images.igdb.com/igdb/image/upload/${size}/${id}.jpg` : null
}

const DATE_FORMATS = new Map([
	[0, 'YYYYMMMMDD'],
	[1, 'YYYYMMMM'],
	[2, 'YYYY'],
	[3, 'YYYYQ1'],
	[4, 'YYYYQ2'],
	[5, 'YYYYQ3'],
	[6, 'YYYYQ4'],
	[7, 'TBD'],
])

/**
 * Returns the first release as YYYY, YYYY-MM or YYYY-MM-DD. IGDB always stores a day; the releases on that day have
 * the actual precision.
 */
function getReleaseDate(row: Row, formats: IgdbVocabulary['dateFormats']): string | null {
	const releases = omitUnresolved(row.release_dates).flatMap(({ date, date_format, category }) => {
		const format = date_format ?? category ?? 0
		const text = formats.get(format) ?? DATE_FORMATS.get(format) ?? ''
		return typeof date === 'number' ? [{ date, length: getDateLength(text) }] : []
	})
	const first = row.first_release_date ?? releases.map(({ date }) => date).sort((a, b) => a - b)[0]
	if (first === undefined) return null
	const time = new Date(first * 1000)
	if (Number.isNaN(time.getTime())) return null
	const day = time.toISOString().slice(0, DATE_LENGTHS.day)
	const lengths = releases.filter(({ date }) => isSameDay(date, first)).map(({ length }) => length)
	// Without a release on that day, January 1 and December 31 probably stand for the whole year
	const length =
		lengths.length > 0 ? Math.max(...lengths) : /-(01-01|12-31)$/.test(day) ? DATE_LENGTHS.year : DATE_LENGTHS.day
	return day.slice(0, length) || null
}

const DATE_LENGTHS = { none: 0, year: 4, month: 7, day: 10 } as const
const DAY_SECONDS = 86_400

function getDateLength(format: string): number {
	if (/^Y+M+D+$/.test(format)) return DATE_LENGTHS.day
	if (/^Y+M+$/.test(format)) return DATE_LENGTHS.month
	return /^Y/.test(format) ? DATE_LENGTHS.year : DATE_LENGTHS.none
}

function isSameDay(one: number, other: number): boolean {
	return Math.floor(one / DAY_SECONDS) === Math.floor(other / DAY_SECONDS)
}
