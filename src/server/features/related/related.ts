import { EDITION_LABELS } from '#contract/game-kinds.ts'
import type { GameRef } from '#contract/game-ref.ts'
import { ENOUGH_RELATED, MAX_RELATED, type Related, type RelatedGames } from '#contract/related.ts'
import type { Db } from '#server/db/tables.ts'
import { findRelatedFacts, listAlsoLiked, listSameSeries, type RelatedFacts } from './queries.ts'
import { listSimilar, type SimilarRow } from './queries-similar.ts'

/** The genres that a reason names. */
const NAMED_GENRES = 2

/** Finds the games like one, each of them once and with its reason; undefined if there is no such game. */
export async function findRelated(db: Db, id: number): Promise<RelatedGames | undefined> {
	const game = await findRelatedFacts(db, id)
	if (!game) return undefined
	const [ofSeries, liked] = await Promise.all([listSameSeries(db, game), listAlsoLiked(db, game.id)])
	const sameSeries = ofSeries.map((row) => ({ game: row.game, reason: toSeriesReason(row, game) }))
	const inSeries = new Set(ofSeries.map((row) => row.game.id))
	const alsoLiked = liked
		.filter((other) => !inSeries.has(other.id))
		.slice(0, MAX_RELATED)
		.map((other) => ({ game: other, reason: `Liked by people who liked ${game.name}` }))
	const related = [...sameSeries, ...alsoLiked]
	return {
		sameSeries,
		alsoLiked,
		similar: related.length < ENOUGH_RELATED ? await findSimilar(db, game, related) : [],
	}
}

async function findSimilar(db: Db, game: RelatedFacts, related: readonly { game: GameRef }[]): Promise<Related[]> {
	const rows = await listSimilar(
		db,
		game,
		related.map((row) => row.game.id),
	)
	return rows.map((row) => ({ game: row.game, reason: toFactsReason(row, game) }))
}

function toSeriesReason(
	{ relation, kind, base }: Awaited<ReturnType<typeof listSameSeries>>[number],
	{ series }: RelatedFacts,
): string {
	if (relation === 'original') return 'The original game'
	return relation === 'edition' ? `${EDITION_LABELS[kind]} ${base}` : `Same series: ${series}`
}

/** Names what both have: `Puzzle and Platformer, by the same studio`, `Puzzle, Co-op`. */
function toFactsReason(row: SimilarRow, game: RelatedFacts): string {
	const genres = listShared(game.genres, row.genres).slice(0, NAMED_GENRES)
	const [mode] = listShared(game.game_modes, row.game_modes)
	if (listShared(game.developers, row.developers).length > 0)
		return genres.length > 0 ? `${genres.join(' and ')}, by the same studio` : 'By the same studio'
	return genres.length === 1 && mode !== undefined ? `${genres[0]}, ${mode}` : genres.join(' and ')
}

function listShared(own: readonly string[], others: readonly string[]): string[] {
	const folded = new Set(others.map((value) => value.toLowerCase()))
	return own.filter((value) => folded.has(value.toLowerCase()))
}
