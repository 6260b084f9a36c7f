import { sql } from 'kysely'
import type { ArtFacts } from '#art/cover.ts'
import type { Db } from '#server/db/tables.ts'

/** What the pictures of a game are drawn from, and their current addresses. */
export interface GamePictures {
	facts: ArtFacts
	cover: string
	screenshots: string[]
	/** Addresses at the source; null and empty if it has no pictures, or if they must not be shown. */
	coverSource: string | null
	screenshotSources: string[]
}

/** Finds the pictures of a game, or of the game that it was merged into. */
export async function findGamePictures(db: Db, id: number): Promise<GamePictures | undefined> {
	const game = await db
		.selectFrom('games')
		.select(['name', 'developers', 'release_date', 'genres'])
		.select(['cover', 'screenshots', 'cover_source', 'screenshot_sources', 'no_image'])
		.where('id', '=', sql<number>`coalesce((select game_id from merged_games where id = ${id}), ${id})`)
		.executeTakeFirst()
	return (
		game && {
			facts: {
				name: game.name,
				studio: game.developers[0] ?? null,
				year: game.release_date?.slice(0, 4) ?? null,
				genres: game.genres,
			},
			cover: game.cover,
			screenshots: game.screenshots,
			coverSource: game.no_image ? null : game.cover_source,
			screenshotSources: game.no_image ? [] : game.screenshot_sources,
		}
	)
}
