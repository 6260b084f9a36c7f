import type { Db } from '../db/tables.ts'

/** What the pictures of a game are drawn from. */
export async function findArtFacts(db: Db, source: string, sourceId: string) {
	const game = await db
		.selectFrom('games')
		.select(['name', 'developers', 'release_date', 'genres'])
		.where('source', '=', source)
		.where('source_id', '=', sourceId)
		.executeTakeFirst()
	return (
		game && {
			name: game.name,
			studio: game.developers[0] ?? null,
			year: game.release_date?.slice(0, 4) ?? null,
			genres: game.genres,
		}
	)
}
