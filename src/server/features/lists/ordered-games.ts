import { v7 as uuidv7 } from 'uuid'
import { ALREADY_IN_LIST, type WrittenList } from '#contract/lists.ts'
import { AppError } from '#server/http/errors.ts'

/**
 * The games of a list in their order: by the `order` given, then by place. Throws 400 when a game is named twice.
 */
export function orderedGames(
	games: NonNullable<WrittenList['games']>,
	nowMs: number,
): { id: string; gameId: number; notes: string }[] {
	if (new Set(games.map(({ gameId }) => gameId)).size < games.length) throw new AppError(400, ALREADY_IN_LIST)
	return games
		.map((game, place) => ({ ...game, place, order: game.order ?? place }))
		.sort((one, other) => one.order - other.order || one.place - other.place)
		.map(({ gameId, notes }) => ({ id: uuidv7({ msecs: nowMs }), gameId, notes: notes ?? '' }))
}
