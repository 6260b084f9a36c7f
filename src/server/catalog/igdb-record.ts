import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Compile } from 'typebox/compile'
import { Errors } from 'typebox/value'

const perhaps = <S extends Parameters<typeof Type.Optional>[0]>(schema: S) =>
	Type.Optional(Type.Union([schema, Type.Null()]))
/** What a game refers to; a bare number stands for something that is no longer there. */
const one = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
	perhaps(Type.Union([schema, Type.Integer()]))
const many = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
	perhaps(Type.Array(Type.Union([schema, Type.Integer()])))

const Named = Type.Object({ name: perhaps(Type.String()) })
const Image = Type.Object({ image_id: perhaps(Type.String()) })
const Row = Type.Object({
	id: Type.Integer({ minimum: 1 }),
	name: Type.String(),
	slug: perhaps(Type.String()),
	summary: perhaps(Type.String()),
	storyline: perhaps(Type.String()),
	first_release_date: perhaps(Type.Number()),
	total_rating_count: perhaps(Type.Number()),
	release_dates: many(
		Type.Object({
			date: perhaps(Type.Number()),
			date_format: perhaps(Type.Integer()),
			category: perhaps(Type.Integer()),
		}),
	),
	cover: one(Image),
	screenshots: many(Image),
	genres: many(Named),
	platforms: many(Named),
	game_modes: many(Named),
	involved_companies: many(
		Type.Object({ company: one(Named), developer: perhaps(Type.Boolean()), publisher: perhaps(Type.Boolean()) }),
	),
	websites: many(
		Type.Object({ url: perhaps(Type.String()), type: perhaps(Type.Integer()), category: perhaps(Type.Integer()) }),
	),
	external_games: many(
		Type.Object({
			uid: perhaps(Type.String()),
			external_game_source: perhaps(Type.Integer()),
			category: perhaps(Type.Integer()),
		}),
	),
})
type Row = Static<typeof Row>
const rule = Compile(Row)

/** The names of fields that became tables in 2025, as they are now and as they were. */
export const FIELD_NAMES = {
	now: { gameType: 'game_type', dateFormat: 'date_format', websiteType: 'type', store: 'external_game_source' },
	before: { gameType: 'category', dateFormat: 'category', websiteType: 'category', store: 'category' },
} as const

export type FieldNames = (typeof FIELD_NAMES)[keyof typeof FIELD_NAMES]

/** What to ask of a game, in the words of IGDB's query language. */
export function fieldsOf({ dateFormat, websiteType, store }: FieldNames): string {
	return [
		'fields id,name,slug,summary,storyline,first_release_date,total_rating_count',
		`release_dates.date,release_dates.${dateFormat}`,
		'cover.image_id,screenshots.image_id,genres.name,platforms.name,game_modes.name',
		'involved_companies.company.name,involved_companies.developer,involved_companies.publisher',
		`websites.url,websites.${websiteType},external_games.uid,external_games.${store}`,
	].join(',')
}

/** The words of IGDB's tables that can grow, by their numbers. */
export interface Words {
	websiteTypes: ReadonlyMap<number, string>
	dateFormats: ReadonlyMap<number, string>
}

/** A game of IGDB as a record of the importer's, or why it cannot be read. */
export function igdbRecord(row: unknown, words: Words): { record: unknown } | { reason: string } {
	if (!rule.Check(row)) return { reason: reasonOf(row) }
	const { id, slug } = row
	return {
		record: {
			sourceId: `igdb:${id}`,
			name: row.name,
			releaseDate: releaseDateOf(row, words.dateFormats),
			developers: companiesOf(row, 'developer'),
			publishers: companiesOf(row, 'publisher'),
			genres: namesOf(row.genres),
			platforms: namesOf(row.platforms),
			gameModes: namesOf(row.game_modes),
			summary: row.summary ?? null,
			storyline: row.storyline ?? null,
			websites: there(row.websites).flatMap(({ url, type, category }) =>
				url ? [{ url, category: websiteCategory(type ?? category, words.websiteTypes) }] : [],
			),
			cover: typeof row.cover === 'object' ? pictureOf(row.cover, 't_cover_big_2x') : null,
			screenshots: there(row.screenshots).flatMap((image) => pictureOf(image, 't_screenshot_huge') ?? []),
			// A thousand ratings are as known as a game gets
			prominence: row.total_rating_count == null ? null : 10 * Math.log2(1 + row.total_rating_count),
			externalIds: [
				{ source: 'igdb', id: String(id) },
				...(slug ? [{ source: 'igdb-slug', id: slug }] : []),
				...there(row.external_games).flatMap(({ uid, external_game_source: store, category }) => {
					const source = STORES.get(store ?? category ?? -1)
					return source && uid && (source !== 'steam' || /^\d+$/.test(uid)) ? [{ source, id: uid }] : []
				}),
			],
		},
	}
}

function reasonOf(row: unknown): string {
	const [error] = Errors(Row, row)
	const path = error?.instancePath.slice(1).replaceAll('/', '.')
	if (error?.keyword === 'required')
		return `The ${(error.params as { requiredProperties: string[] }).requiredProperties[0]} is missing`
	return path ? `The field ${path} has the wrong type` : 'The game is not an object'
}

function there<T>(references: readonly (T | number)[] | null | undefined): Exclude<T, number>[] {
	return (references ?? []).filter((reference): reference is Exclude<T, number> => typeof reference === 'object')
}

function namesOf(references: Row['genres']): string[] {
	return there(references).flatMap(({ name }) => name ?? [])
}

function companiesOf(row: Row, role: 'developer' | 'publisher'): string[] {
	return there(row.involved_companies).flatMap((involved) =>
		involved[role] && typeof involved.company === 'object' ? (involved.company?.name ?? []) : [],
	)
}

const STORES = new Map([
	[1, 'steam'],
	[5, 'gog'],
	[26, 'epic'],
	[30, 'itch'],
])

const WEBSITES = new Map([
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

function websiteCategory(type: number | null | undefined, words: Words['websiteTypes']): string {
	const known = WEBSITES.get(type ?? -1)
	return (
		known ??
		words
			.get(type ?? -1)
			?.toLowerCase()
			.replace(/[^a-z0-9]+/g, '-') ??
		'other'
	)
}

function pictureOf(image: Static<typeof Image> | null | undefined, size: string): string | null {
	const id = image?.image_id
	return id && /^[\w-]+$/.test(id) ? `https://images.igdb.com/igdb/image/upload/${size}/${id}.jpg` : null
}

const FORMATS = new Map([
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
 * The first release as YYYY, YYYY-MM or YYYY-MM-DD. IGDB gives a day for all of them; how much of it is known stands
 * with the releases of that day.
 */
function releaseDateOf(row: Row, formats: Words['dateFormats']): string | null {
	const releases = there(row.release_dates).flatMap(({ date, date_format, category }) => {
		const format = date_format ?? category ?? 0
		const text = formats.get(format) ?? FORMATS.get(format) ?? ''
		return typeof date === 'number' ? [{ date, length: lengthOf(text) }] : []
	})
	const first = row.first_release_date ?? releases.map(({ date }) => date).sort((a, b) => a - b)[0]
	if (first === undefined) return null
	const time = new Date(first * 1000)
	if (Number.isNaN(time.getTime())) return null
	const day = time.toISOString().slice(0, LENGTHS.day)
	const lengths = releases.filter(({ date }) => sameDay(date, first)).map(({ length }) => length)
	// Without any release on that day, only these days may stand for a whole year
	const length = lengths.length > 0 ? Math.max(...lengths) : /-(01-01|12-31)$/.test(day) ? LENGTHS.year : LENGTHS.day
	return day.slice(0, length) || null
}

const LENGTHS = { none: 0, year: 4, month: 7, day: 10 } as const
const DAY_SECONDS = 86_400

function lengthOf(format: string): number {
	if (/^Y+M+D+$/.test(format)) return LENGTHS.day
	if (/^Y+M+$/.test(format)) return LENGTHS.month
	return /^Y/.test(format) ? LENGTHS.year : LENGTHS.none
}

function sameDay(one: number, other: number): boolean {
	return Math.floor(one / DAY_SECONDS) === Math.floor(other / DAY_SECONDS)
}
