import { type Selectable, sql } from 'kysely'
import type { ArtFacts } from '#art/cover.ts'
import type { Db, Tables } from '#server/db/tables.ts'

/** What the pictures of a game are drawn from, and their current addresses. */
export interface GamePictures {
	facts: ArtFacts
	cover: string
	screenshots: string[]
	/** Addresses at the source; null and empty if it has no pictures, or if they must not be shown. */
	coverSource: string | null
	screenshotSources: string[]
}

const COLUMNS = [
	'id',
	'name',
	'developers',
	'release_date',
	'genres',
	'motif',
	'palette',
	'cover',
	'screenshots',
	'cover_source',
	'screenshot_sources',
	'no_image',
] as const

/** Finds the pictures of a game, or of the game that it was merged into. */
export async function findGamePictures(db: Db, id: number): Promise<GamePictures | undefined> {
	const game = await db
		.selectFrom('games')
		.select(COLUMNS)
		.where('id', '=', sql<number>`coalesce((select game_id from merged_games where id = ${id}), ${id})`)
		.executeTakeFirst()
	return game && toPictures(game)
}

/** Finds the pictures of several games, in the same order; games that do not exist are left out. */
export async function listGamePictures(db: Db, ids: readonly number[]): Promise<GamePictures[]> {
	const games = await db.selectFrom('games').select(COLUMNS).where('id', '=', sql<number>`any(${ids}::int[])`).execute()
	const picturesOf = new Map(games.map((game) => [game.id, toPictures(game)]))
	return ids.flatMap((id) => picturesOf.get(id) ?? [])
}

type Row = Pick<Selectable<Tables['games']>, (typeof COLUMNS)[number]>

function toPictures(game: Row): GamePictures {
	return {
		facts: {
			name: game.name,
			studio: game.developers[0] ?? null,
			year: game.release_date?.slice(0, 4) ?? null,
			genres: game.genres,
			motif: game.motif,
			palette: game.palette,
		},
		cover: game.cover,
		screenshots: game.screenshots,
		coverSource: game.no_image ? null : game.cover_source,
		screenshotSources: game.no_image ? [] : game.screenshot_sources,
	}
}
