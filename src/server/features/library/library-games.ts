import { GAME_NOT_FOUND } from '#contract/game-ref.ts'
import { LIBRARY_FULL } from '#contract/library-entry.ts'
import type { Db } from '#server/db/tables.ts'
import { resolveMergedGame } from '#server/features/games/queries-merged-games.ts'
import { assertPlatform } from '#server/features/reviews/platform.ts'
import { AppError, notFound } from '#server/http/errors.ts'
import { findGamePlatforms } from './queries-entries.ts'

/** Returns the id of a game, or of the game that it was merged into. Throws 404 for an unknown one. */
export async function requireGame(db: Db, id: number): Promise<number> {
	if (await findGamePlatforms(db, id)) return id
	const mergedInto = await resolveMergedGame(db, id)
	if (mergedInto === undefined) throw notFound(GAME_NOT_FOUND)
	return mergedInto
}

/**
 * Throws 400 for a platform that the game was not released on, unless it is the `stored` one, and 404 for an unknown game.
 */
export async function assertPlatformOfGame(
	db: Db,
	id: number,
	platform: string | null | undefined,
	stored?: string | null,
): Promise<void> {
	if (platform == null) return
	assertPlatform((await findGamePlatforms(db, await requireGame(db, id))) ?? [], platform, stored)
}

/**
 * Runs `write` for a game and, if it was merged into another one, for that one. Returns the outcome with the game's current id. Throws 404
 * for an unknown game, and 400 if the library is full.
 */
export async function writeToLibrary<Outcome extends string>(
	db: Db,
	gameId: number,
	write: (gameId: number) => Promise<Outcome | 'game_not_found' | 'library_full'>,
): Promise<{ outcome: Outcome; gameId: number }> {
	let currentId = gameId
	let outcome = await write(currentId)
	if (outcome === 'game_not_found') {
		currentId = await requireGame(db, gameId)
		outcome = await write(currentId)
	}
	if (outcome === 'game_not_found') throw notFound(GAME_NOT_FOUND)
	if (outcome === 'library_full') throw new AppError(400, LIBRARY_FULL)
	return { outcome: outcome as Outcome, gameId: currentId }
}
