import { sql } from 'kysely'
import { type ImportOptions, importCatalog } from '#server/catalog/import.ts'
import { findGameDetailsByIds } from '#server/catalog/queries-game-details.ts'
import type { CatalogSource } from '#server/catalog/source.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import type { TestSite } from './site.ts'

/** A game as a source of the catalog has it. */
export type SourceRecord = { sourceId: string; name: string } & Record<string, unknown>

/** An invented game, as the named source has it. */
export const lantern = (source: string, more: Record<string, unknown> = {}): SourceRecord => ({
	sourceId: `${source}:1`,
	name: 'Lantern Hollow',
	releaseDate: '2019-03-14',
	developers: ['Mossgate Studio'],
	...more,
})

/** Imports into a site's catalog, and what is in it. */
export function createImporter({ services: { db, clock } }: TestSite) {
	return {
		/** Imports the games of a source, three in a batch. */
		load: (name: string, games: readonly SourceRecord[], options: Partial<ImportOptions & CatalogSource> = {}) => {
			const { isComplete: isWhole, ...others } = options
			return importCatalog(db, source(name, games, isWhole ?? false), { clock, batchRows: 3, ...others })
		},
		/** All games by name, with their sources. */
		games: async () => {
			const ids = await db.selectFrom('games').select('id').orderBy('name').orderBy('id').execute()
			return findGameDetailsByIds(
				db,
				ids.map(({ id }) => id),
			)
		},
		/** Takes all games away, with what people did with them. */
		empty: () =>
			// On a busy server a truncation takes longer than a request may
			withoutStatementTimeout(db, async (connection) => {
				await sql`truncate games, catalogue_imports, activities cascade`.execute(connection)
				await sql`update site_counts set n = 0 where subject in ('games', 'reviews')`.execute(connection)
				await sql`update users set review_count = 0, activity_count = 0`.execute(connection)
			}),
	}
}

function source(name: string, games: readonly SourceRecord[], isWhole: boolean): CatalogSource {
	return {
		name,
		async *entries() {
			for (const [index, record] of games.entries()) yield { position: `record ${index + 1}`, record }
		},
		...(isWhole ? { isComplete: isWhole } : {}),
	}
}
