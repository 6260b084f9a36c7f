import type { Taste } from '#contract/taste.ts'
import type { Db } from '#server/db/tables.ts'
import { matchTastes } from './match.ts'
import { compareRatings } from './queries.ts'

/**
 * Compares the tastes of a viewer and a person whom they see. Null for visitors and oneself, under five shared games, and if one of
 * both has turned it off.
 */
export async function findTaste(db: Db, viewerId: string | null, userId: string): Promise<Taste | null> {
	if (viewerId === null || viewerId === userId) return null
	const compared = await compareRatings(db, viewerId, userId)
	if (!compared) return null
	const { shared, agree, disagree } = compared
	return { ...matchTastes(compared), shared, agree, disagree }
}
