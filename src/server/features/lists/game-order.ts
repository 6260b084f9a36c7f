import { v7 as uuidv7 } from 'uuid'
import { ALREADY_IN_LIST, type ListInput } from '#contract/lists.ts'
import { AppError } from '#server/http/errors.ts'

/** Sorts the games of a list by their `order`, then by index, and gives each an item id. Throws 400 for a duplicate game. */
export function orderGames(
	games: NonNullable<ListInput['games']>,
	nowMs: number,
): { id: string; gameId: number; notes: string }[] {
	if (new Set(games.map(({ gameId }) => gameId)).size < games.length) throw new AppError(400, ALREADY_IN_LIST)
	return games
		.map((game, index) => ({ ...game, index, order: game.order ?? index }))
		.sort((one, other) => one.order - other.order || one.index - other.index)
		.map(({ gameId, notes }) => ({ id: uuidv7({ msecs: nowMs }), gameId, notes: notes ?? '' }))
}
