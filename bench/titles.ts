import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { createRandom } from '#kit/misspell.ts'
import { reserveGameIds } from '#server/catalog/queries-write-games.ts'
import { updateDisplayedGames } from '#server/catalog/write-games.ts'
import type { Database } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { refreshRankings } from '#server/db/rankings.ts'
import type { Db } from '#server/db/tables.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import { dropIndexes } from './data.ts'

/** A built-in game, as far as searches and filters read it. */
export interface BuiltinGame {
	name: string
	aliases?: string[]
	releaseDate: string | null
	prominence: number
	developers?: string[]
	publishers?: string[]
	genres?: string[]
	platforms?: string[]
	gameModes?: string[]
}

/** The reviews of all titles. */
const REVIEWS = 1_000_000
const BATCH_SIZE = 5_000
const SUBTITLES = [
	'Origins',
	'The Lost Chapters',
	'Rise of the Machines',
	'Definitive Edition',
	'Remastered',
	'Gold',
	'World Tour',
	'Legacy',
	'Tales of the North',
	'The Game',
	'Online',
	'Deluxe',
]
const SHAPES: readonly ((title: Title) => string)[] = [
	({ base, number }) => `${base} ${number}`,
	({ base, subtitle }) => `${base}: ${subtitle}`,
	({ base, word }) => `${base}: ${word}`,
	({ known, word }) => `${known} ${word}`,
	({ known, word }) => `The ${known} of ${word}`,
	({ known, other }) => `${known} ${other}`,
	({ known, other, number }) => `${known} ${other} ${number}`,
	({ known, other, word }) => `Super ${known}: ${word} and the ${other}`,
	({ word, subtitle }) => `${word} ${subtitle}`,
	({ word, number }) => `${word} ${number}`,
]

interface Title {
	base: string
	known: string
	other: string
	word: string
	subtitle: string
	number: number
}

export async function readBuiltinGames(): Promise<BuiltinGame[]> {
	const text = await readFile(new URL('../catalog/games.jsonl', import.meta.url), 'utf8')
	return text
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line))
}

/** Makes titles from those of the built-in games, which are the first of them. Words occur as often as there: "of" in very many, others in one. */
export function makeTitles(builtin: readonly BuiltinGame[], count: number): string[] {
	const random = createRandom(7)
	const pick = <T>(values: readonly T[]) => values[random(values.length)] as T
	const words = builtin.flatMap(({ name }) => name.split(/[^\p{L}\p{N}'’]+/u).filter((word) => word.length > 1))
	const syllables = [...new Set(words.flatMap((word) => word.toLowerCase().match(/[a-z]{2,4}?[aeiou]/g) ?? []))].sort()
	const coin = () => {
		const text = Array.from({ length: 2 + random(2) }, () => pick(syllables)).join('')
		return `${text[0]?.toUpperCase()}${text.slice(1)}`
	}
	const titles = new Set(builtin.map(({ name }) => name))
	while (titles.size < count)
		titles.add(
			pick(SHAPES)({
				base: pick(builtin).name,
				known: pick(words),
				other: pick(words),
				word: coin(),
				subtitle: pick(SUBTITLES),
				number: 2 + random(30),
			}),
		)
	return [...titles]
}

/** Migrates a new database and fills it with titles and the counts of a million reviews, of which few games have most. */
export async function fillTitles({ db }: Database, count: number): Promise<void> {
	await migrate(db)
	const builtin = await readBuiltinGames()
	const titles = makeTitles(builtin, count)
	await withoutStatementTimeout(db, async (connection) => {
		await sql`set synchronous_commit = off`.execute(connection)
		const indexes = await dropIndexes(connection)
		for (let from = 0; from < titles.length; from += BATCH_SIZE)
			await addTitles(connection, titles.slice(from, from + BATCH_SIZE), builtin, from)
		for (const definition of indexes) await sql.raw(definition).execute(connection)
		// The most prominent have the most reviews: the n-th a share of 1/n
		await sql`set session_replication_role = replica`.execute(connection)
		await sql`
			with ranked as (select id, row_number() over (order by prominence desc, hashint4(id)) as rank from game_counts),
			shares as (select id, floor(${REVIEWS} / (rank * (select ln(count(*)) + 0.58 from ranked)))::integer as total from ranked)
			update game_counts c set reviews_total = total, rating_count = total, rating_sum = total * (4 + shares.id % 6) from shares where shares.id = c.id and total > 0`.execute(
			connection,
		)
		await sql`
			update game_rankings r set reviews_total = c.reviews_total, rating_count = c.rating_count
			from game_counts c where c.id = r.id and c.reviews_total > 0`.execute(connection)
		await sql`set session_replication_role = origin`.execute(connection)
		await sql`insert into changed_browse (id) select id from games`.execute(connection)
		await refreshRankings(connection)
		await sql`vacuum analyze`.execute(connection)
		await sql`reset all`.execute(connection)
		await sql`set time zone 'UTC'`.execute(connection)
	})
}

async function addTitles(
	db: Db,
	names: readonly string[],
	builtin: readonly BuiltinGame[],
	from: number,
): Promise<void> {
	const ids = await reserveGameIds(db, names.length)
	const games = names.map((name, index) => {
		const known = builtin[from + index]
		const place = from + index
		// Filters find as large a part of the titles as of the built-in games
		const facts = builtin[place % builtin.length]
		return {
			gameId: ids[index] as number,
			displayed: {
				source: 'bench',
				sourceId: String(place),
				sources: ['bench'],
				facts: {
					name,
					aliases: known?.aliases ?? [],
					cover: null,
					releaseDate: known ? known.releaseDate : `${1980 + (place % 46)}`,
					developers: facts?.developers ?? [],
					publishers: facts?.publishers ?? [],
					genres: facts?.genres ?? [],
					platforms: facts?.platforms ?? [],
					gameModes: facts?.gameModes ?? [],
					summary: 'A calm game about lamps.',
					storyline: null,
					description: null,
					screenshots: [],
					websites: [],
					prominence: known?.prominence ?? place % 50,
				},
			},
		}
	})
	await updateDisplayedGames(db, games, new Date(0).toISOString())
}
