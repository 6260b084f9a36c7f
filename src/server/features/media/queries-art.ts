import { sql } from 'kysely'
import type { ArtFacts } from '#art/cover.ts'
import type { Db } from '#server/db/tables.ts'

/** What the pictures of a game are made from, and the addresses under which they are right now. */
export interface PicturesOfGame {
	facts: ArtFacts
	cover: string
	screenshots: string[]
	/** Where the source has them; null and none where it has no pictures, or none of them may be shown. */
	coverSource: string | null
	screenshotSources: string[]
}

/** What is needed to answer with a picture of a game, or of the one that it has become part of. */
export async function findPictures(db: Db, id: number): Promise<PicturesOfGame | undefined> {
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
