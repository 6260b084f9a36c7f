import { GAME_NOT_FOUND } from '#contract/game-ref.ts'
import {
	deleteLibraryEntry,
	FAVORITE_TWICE,
	getLibraryEntry,
	HAS_REVIEW,
	type LibraryChange,
	RATING_OF_REVIEW,
	saveFavorites,
	saveLibraryEntry,
} from '#contract/library.ts'
import { now } from '#server/clock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { resolveMergedGames } from '#server/features/games/queries-merged-games.ts'
import { findLibraryEntry } from '#server/features/library-entry/queries.ts'
import type { App } from '#server/http/app-type.ts'
import { AppError, conflict, invalidInput, notFound } from '#server/http/errors.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { assertPlatformOfGame, requireGame, writeToLibrary } from './library-games.ts'
import { toPlay, toPlaySession } from './play-responses.ts'
import { deleteEntry, type EntryChanges, saveEntry } from './queries-entries.ts'
import { findFavorites, replaceFavorites } from './queries-favorites.ts'
import { findLatestPlaySessions, findPlays } from './queries-plays.ts'

/** Registers the routes of the viewer's own library entries and favorites. */
export function libraryRoutes(app: App, services: Services): void {
	const { db } = services

	app.route({
		...getLibraryEntry,
		async handler(request) {
			const { userId } = requireViewer(request)
			const gameId = await requireGame(request.reads, request.params.gameId)
			const [entry, plays, sessions] = await Promise.all([
				findLibraryEntry(request.reads, userId, gameId),
				findPlays(request.reads, userId, gameId),
				findLatestPlaySessions(request.reads, userId, gameId),
			])
			return { entry: entry ?? null, plays: plays.map(toPlay), sessions: sessions.map(toPlaySession) }
		},
	})

	app.route({
		...saveLibraryEntry,
		async handler(request) {
			const { userId } = requireViewer(request)
			const changes = toEntryChanges(request.body)
			if (changes.platform != null) {
				const gameId = await requireGame(db, request.params.gameId)
				const stored = (await findLibraryEntry(db, userId, gameId))?.platform
				await assertPlatformOfGame(db, gameId, changes.platform, stored)
			}
			const { outcome, gameId } = await writeToLibrary(db, request.params.gameId, (gameId) =>
				saveEntry(db, { userId, gameId, changes, at: now(services) }),
			)
			if (outcome === 'rating_of_review') throw new AppError(400, RATING_OF_REVIEW)
			return { entry: (await findLibraryEntry(db, userId, gameId)) ?? null }
		},
	})

	app.route({
		...deleteLibraryEntry,
		async handler(request) {
			const { userId } = requireViewer(request)
			const gameId = await requireGame(db, request.params.gameId)
			if (!(await deleteEntry(db, userId, gameId))) throw conflict(HAS_REVIEW)
			return { success: true as const }
		},
	})

	app.route({
		...saveFavorites,
		async handler(request) {
			const { userId } = requireViewer(request)
			await inTransaction(db, async (transaction) => {
				const gameIds = await resolveMergedGames(transaction, request.body.gameIds)
				if (!gameIds.every((id) => id !== undefined)) throw notFound(GAME_NOT_FOUND)
				if (new Set(gameIds).size < gameIds.length) throw invalidInput([{ path: 'gameIds', message: FAVORITE_TWICE }])
				await replaceFavorites(transaction, userId, gameIds)
			})
			return { favorites: await findFavorites(db, userId) }
		},
	})
}

/** Leaves out what the body does not name; null clears. */
function toEntryChanges({ status, rating, isWished, isLoved, platform }: LibraryChange): EntryChanges {
	return {
		...(status !== undefined && { status }),
		...(rating !== undefined && { halfStars: rating === null ? null : rating * 2 }),
		...(isWished !== undefined && { isWished: isWished ?? false }),
		...(isLoved !== undefined && { isLoved: isLoved ?? false }),
		...(platform !== undefined && { platform }),
	}
}
