import { sql } from 'kysely'
import { storeRecord } from '#server/catalog/add-game.ts'
import { type ImportOptions, importCatalog } from '#server/catalog/import.ts'
import { findGameDetailsByIds } from '#server/catalog/queries-game-details.ts'
import { parseRecord } from '#server/catalog/record.ts'
import type { CatalogSource } from '#server/catalog/source.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import type { TestSite } from './site.ts'

/** A game record of a catalog source. */
export type SourceRecord = { sourceId: string; name: string } & Record<string, unknown>

/** Returns an invented game as a record of the given source. */
export const lantern = (source: string, more: Record<string, unknown> = {}): SourceRecord => ({
	sourceId: `${source}:1`,
	name: 'Lantern Hollow',
	releaseDate: '2019-03-14',
	developers: ['Mossgate Studio'],
	...more,
})

/** Adds a game as a file has it, and returns its id. */
export async function storeGame({ services: { db, clock } }: TestSite, name = 'Held Back'): Promise<number> {
	const facts = parseRecord({ sourceId: 'file:1', name }, 2026)
	if ('reason' in facts) throw new Error(facts.reason)
	return (await storeRecord(db, 'file', facts, clock)).gameId
}

/** Returns helpers that import into a site's catalog, list its games and empty it. */
export function createImporter({ services: { db, clock } }: TestSite) {
	return {
		/** Imports games from a source in batches of three. */
		load: (name: string, games: readonly SourceRecord[], options: Partial<ImportOptions & CatalogSource> = {}) => {
			const { isComplete = false, ...others } = options
			return importCatalog(db, source(name, games, isComplete), { clock, batchRows: 3, ...others })
		},
		/** Returns all games, ordered by name, with their sources. */
		games: async () => {
			const ids = await db.selectFrom('games').select('id').orderBy('name').orderBy('id').execute()
			return findGameDetailsByIds(
				db,
				ids.map(({ id }) => id),
			)
		},
		/** Deletes all games with everything that refers to them. */
		empty: () =>
			// On a busy server, a truncation can exceed the statement timeout
			withoutStatementTimeout(db, async (connection) => {
				await sql`truncate games, browsed_games, game_bits, changed_browse, game_days, catalogue_imports, activities, review_counts, review_days, review_seen cascade`.execute(
					connection,
				)
				await sql`update site_counts set n = 0 where subject in ('games', 'reviews')`.execute(connection)
				await sql`update browse_state set rating_sum = 0, rating_count = 0`.execute(connection)
				await sql`update user_counts set review_count = 0, activity_count = 0`.execute(connection)
			}),
	}
}

function source(name: string, games: readonly SourceRecord[], isComplete: boolean): CatalogSource {
	return {
		name,
		async *entries() {
			for (const [index, record] of games.entries()) yield { position: `record ${index + 1}`, record }
		},
		...(isComplete ? { isComplete } : {}),
	}
}
