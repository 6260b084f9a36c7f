import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Compile } from 'typebox/compile'
import { LIMITS } from '#contract/limits.ts'
import { problems } from '#contract/problems.ts'
import type { Website } from '#server/db/tables.ts'
import { distinctIds, type ExternalId, idsInWebsites } from './external-ids.ts'
import { plainLine, plainText } from './plain-text.ts'
import { ourWord } from './words.ts'

/** What is shown of a game. */
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
	/** How widely the game is known, 0 to 100: decides where people have not, and is never shown. */
	prominence: number | null
}

/** The facts of a record as they are stored. */
export interface GameFacts extends Facts {
	sourceId: string
	/** Ids of the same game elsewhere. */
	externalIds: ExternalId[]
}

const LONGEST = {
	sourceId: 200,
	name: 200,
	word: 120,
	url: 2_000,
	category: 40,
	externalSource: 40,
	externalId: 200,
	summary: 5_000,
	storyline: 20_000,
} as const
const MOST = { words: 50, screenshots: 20, websites: 40, externalIds: 40 } as const
const EARLIEST_YEAR = 1950
const YEARS_AHEAD = 10

const perhaps = <S extends Parameters<typeof Type.Optional>[0]>(schema: S) =>
	Type.Optional(Type.Union([schema, Type.Null()]))
const texts = perhaps(Type.Array(Type.String()))
const Record = Type.Object({
	sourceId: Type.String(),
	name: Type.String(),
	releaseDate: perhaps(Type.String()),
	developers: texts,
	publishers: texts,
	genres: texts,
	platforms: texts,
	gameModes: texts,
	summary: perhaps(Type.String()),
	storyline: perhaps(Type.String()),
	description: perhaps(Type.String()),
	cover: perhaps(Type.String()),
	screenshots: texts,
	websites: perhaps(Type.Array(Type.Object({ url: Type.String(), category: perhaps(Type.String()) }))),
	externalIds: perhaps(Type.Array(Type.Object({ source: Type.String(), id: Type.String() }))),
	prominence: perhaps(Type.Number()),
})
type Record = Static<typeof Record>
const rule = Compile(Record)

/**
 * The facts in a record, with HTML and control characters taken out, repeats and unusable addresses left out, and long
 * texts cut; or the reason why the record is refused. `year` is the present one.
 */
export function factsOf(record: unknown, year: number): GameFacts | { reason: string } {
	if (!rule.Check(record)) return { reason: reasonOf(record) }
	const { sourceId, releaseDate = null } = record
	if (!/^\S+$/.test(sourceId) || sourceId !== plainLine(sourceId, LONGEST.sourceId))
		return { reason: `The sourceId must be 1 to ${LONGEST.sourceId} characters without spaces` }
	// A name is never cut: half of it would be another name
	if (record.name.length > 4 * LONGEST.name) return { reason: `The name is longer than ${LONGEST.name} characters` }
	const name = plainLine(record.name, 4 * LONGEST.name)
	if (name === '') return { reason: 'The name is empty' }
	if ([...name].length > LONGEST.name) return { reason: `The name is longer than ${LONGEST.name} characters` }
	const wrongDate = releaseDate === null || releaseDate === '' ? undefined : mistakeIn(releaseDate, year)
	if (wrongDate) return { reason: wrongDate }
	const websites = websitesOf(record)
	return {
		sourceId,
		name,
		releaseDate: releaseDate || null,
		developers: words(record.developers),
		publishers: words(record.publishers),
		genres: ours('genres', words(record.genres)),
		platforms: ours('platforms', words(record.platforms, LIMITS.platformMax)),
		gameModes: ours('gameModes', words(record.gameModes)),
		summary: prose(record.summary, LONGEST.summary),
		storyline: prose(record.storyline, LONGEST.storyline),
		description: prose(record.description, LONGEST.storyline),
		cover: urlOf(record.cover) ?? null,
		screenshots: some((record.screenshots ?? []).map(urlOf), MOST.screenshots),
		websites,
		prominence: record.prominence == null ? null : Math.round(Math.min(Math.max(record.prominence, 0), 100)),
		externalIds: distinctIds([...externalIdsOf(record), ...idsInWebsites(websites)]).slice(0, MOST.externalIds),
	}
}

function reasonOf(record: unknown): string {
	if (record === null || typeof record !== 'object' || Array.isArray(record)) return 'The line is not an object'
	for (const field of ['sourceId', 'name'] as const) if (!Object.hasOwn(record, field)) return `The ${field} is missing`
	const [problem] = problems(Record, record)
	return `The field ${problem?.path || 'sourceId'} has the wrong type`
}

/** What is wrong with a date that may be reduced to a month or a year. */
function mistakeIn(date: string, presentYear: number): string | undefined {
	const shown = JSON.stringify(date.slice(0, 40))
	const [, year, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(date) ?? []
	if (year === undefined) return `The releaseDate ${shown} is not written as YYYY, YYYY-MM or YYYY-MM-DD`
	if (Number(year) < EARLIEST_YEAR || Number(year) > presentYear + YEARS_AHEAD)
		return `The releaseDate ${shown} is out of range`
	const days = new Date(Date.UTC(Number(year), Number(month ?? 1), 0)).getUTCDate()
	const isReal =
		(month === undefined || (Number(month) >= 1 && Number(month) <= 12)) &&
		(day === undefined || (Number(day) >= 1 && Number(day) <= days))
	return isReal ? undefined : `The releaseDate ${shown} does not exist`
}

function words(texts: readonly string[] | null | undefined, longest: number = LONGEST.word): string[] {
	return some(
		(texts ?? []).slice(0, 4 * MOST.words).map((text) => plainLine(text, longest)),
		MOST.words,
	)
}

/** Each source's words as the site says them. */
function ours(kind: Parameters<typeof ourWord>[0], words: readonly string[]): string[] {
	return [...new Set(words.map((word) => ourWord(kind, word)))]
}

function prose(text: string | null | undefined, longest: number): string | null {
	return plainText(text ?? '', longest) || null
}

function websitesOf(record: Record): Website[] {
	const seen = new Set<string>()
	const websites: Website[] = []
	for (const { url, category } of record.websites ?? []) {
		const address = urlOf(url)
		if (address === undefined || seen.has(address) || websites.length === MOST.websites) continue
		seen.add(address)
		websites.push({ url: address, category: plainLine(category ?? '', LONGEST.category) || 'other' })
	}
	return websites
}

function externalIdsOf({ externalIds }: Record): ExternalId[] {
	return (externalIds ?? []).filter(
		({ source, id }) =>
			/^[a-z0-9-]+$/.test(source) &&
			source.length <= LONGEST.externalSource &&
			/^\S+$/.test(id) &&
			id === plainLine(id, LONGEST.externalId),
	)
}

/** A whole http(s) address without a password in it; anything else is none. */
function urlOf(text: string | null | undefined): string | undefined {
	if (!text || text.length > LONGEST.url || !URL.canParse(text)) return undefined
	const { protocol, username, password, href } = new URL(text)
	return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' ? href : undefined
}

function some(values: readonly (string | undefined)[], most: number): string[] {
	return [...new Set(values.filter((value) => value !== undefined && value !== ''))].slice(0, most) as string[]
}
