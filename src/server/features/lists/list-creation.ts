import { GAME_NOT_FOUND } from '#contract/game-ref.ts'
import { LIMITS } from '#contract/limits.ts'
import { TOO_MANY_LISTS } from '#contract/lists.ts'
import type { Db, Tx } from '#server/db/tables.ts'
import { resolveMergedGames } from '#server/features/games/queries-merged-games.ts'
import { AppError, notFound } from '#server/http/errors.ts'
import { storeListMentions } from './list-mentions.ts'
import { addList, lockListCount, replaceListItems, unhideGames } from './queries.ts'

interface NewItem {
	id: string
	gameId: number
	notes: string
}

/** Adds a list with its games. Throws 404 for an unknown game, and 400 if the user has too many lists. */
export async function createListWithItems(
	transaction: Tx,
	list: Parameters<typeof addList>[1],
	items: readonly NewItem[],
): Promise<void> {
	// Lock games before users, as everywhere
	const resolved = await resolveMergedItems(transaction, items)
	await unhideGames(transaction, resolved)
	if ((await lockListCount(transaction, list.userId)) >= LIMITS.listsPerAccount) throw new AppError(400, TOO_MANY_LISTS)
	await addList(transaction, list)
	await replaceListItems(transaction, list.id, resolved, { areCopied: list.copiedFrom !== null })
	await storeListMentions(transaction, list.id, [], [list.description, ...resolved.map(({ notes }) => notes)])
}

/** Replaces merged games in list items; of two games that were merged, the first item stays. Throws 404 for an unknown game. */
export async function resolveMergedItems<Item extends { gameId: number }>(
	db: Db,
	items: readonly Item[],
): Promise<Item[]> {
	const present = await resolveMergedGames(
		db,
		items.map(({ gameId }) => gameId),
	)
	const byGame = new Map<number, Item>()
	for (const [index, item] of items.entries()) {
		const gameId = present[index]
		if (gameId === undefined) throw notFound(GAME_NOT_FOUND)
		if (!byGame.has(gameId)) byGame.set(gameId, { ...item, gameId })
	}
	return [...byGame.values()]
}
