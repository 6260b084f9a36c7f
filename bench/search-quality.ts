import { create, insertMultiple, search as searchOrama } from '@orama/orama'
import MiniSearch from 'minisearch'
import { createBuiltinSource } from '#server/catalog/builtin.ts'
import { importCatalog } from '#server/catalog/import.ts'
import type { Database } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { findGamesByName } from '#server/features/search/game-search.ts'
import { findPlace, listSearchQueries } from './search-queries.ts'
import { type BuiltinGame, readBuiltinGames } from './titles.ts'

/** How many queries of a kind find what they mean in the first place, and among the first five. */
export interface QualityRow {
	kind: string
	queries: number
	/** By engine. */
	found: Map<string, { first: number; amongFive: number }>
}

type Find = (query: string) => Promise<{ name: string; releaseDate: string | null }[]>

const RESULTS = 5

/** Compares our search with MiniSearch and Orama by 500 queries for the built-in games, which it imports into an empty database. */
export async function compareSearches({ db }: Database): Promise<QualityRow[]> {
	await migrate(db)
	await importCatalog(db, createBuiltinSource(), { clock: Date.now })
	const games = await readBuiltinGames()
	const engines = new Map<string, Find>([
		[
			'ours',
			async (query) =>
				(await findGamesByName(db, query, 1, RESULTS)).rows.map(({ name, release_date }) => ({
					name,
					releaseDate: release_date,
				})),
		],
		['MiniSearch', createMiniSearch(games)],
		['Orama', await createOrama(games)],
	])
	const rows = new Map<string, QualityRow>()
	for (const query of listSearchQueries(games))
		for (const [engine, find] of engines) {
			const place = findPlace(query, (await find(query.typed)).slice(0, RESULTS))
			for (const kind of [query.kind, 'all']) {
				const row = rows.get(kind) ?? { kind, queries: 0, found: new Map() }
				rows.set(kind, row)
				const { first, amongFive } = row.found.get(engine) ?? { first: 0, amongFive: 0 }
				row.found.set(engine, { first: first + (place === 0 ? 1 : 0), amongFive: amongFive + (place >= 0 ? 1 : 0) })
				if (engine === 'ours') row.queries++
			}
		}
	const all = [...rows.values()]
	return [...all.filter(({ kind }) => kind !== 'all'), ...all.filter(({ kind }) => kind === 'all')]
}

/** What the others search of a game: all that ours does. */
function toDocument({ name, aliases = [], releaseDate }: BuiltinGame) {
	return { name, aliases: aliases.join(' '), year: releaseDate?.slice(0, 4) ?? '', releaseDate: releaseDate ?? '' }
}

function createMiniSearch(games: readonly BuiltinGame[]): Find {
	const index = new MiniSearch({ fields: ['name', 'aliases', 'year'], storeFields: ['name', 'releaseDate'] })
	index.addAll(games.map((game, id) => ({ id, ...toDocument(game) })))
	return async (query) =>
		index
			.search(query, { fuzzy: 0.2, prefix: true })
			.map((result) => ({ name: String(result.name), releaseDate: String(result.releaseDate) }))
}

async function createOrama(games: readonly BuiltinGame[]): Promise<Find> {
	const index = create({ schema: { name: 'string', aliases: 'string', year: 'string' } as const })
	await insertMultiple(index, games.map(toDocument))
	return async (query) =>
		(await searchOrama(index, { term: query, tolerance: 2, limit: RESULTS })).hits.map(({ document }) => ({
			name: document.name,
			releaseDate: String((document as { releaseDate?: unknown }).releaseDate),
		}))
}
