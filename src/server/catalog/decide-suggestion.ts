import type { FastifyRequest } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { GAME_NOT_FOUND } from '#contract/game-ref.ts'
import {
	NAME_THE_SAME_GAME,
	SUGGESTION_DECIDED,
	SUGGESTION_NOT_FOUND,
	type SuggestedFacts,
	type SuggestionDecision,
	type SuggestionDecisionInput,
} from '#contract/game-suggestions.ts'
import { isolate } from '#contract/isolate.ts'
import { now } from '#server/clock.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { resolveMergedGames } from '#server/features/games/queries-merged-games.ts'
import { addCatalogAction } from '#server/features/moderation/queries-actions.ts'
import { conflict, invalidInput, notFound } from '#server/http/errors.ts'
import { requireHeldRole } from '#server/http/held-role.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { storeRecord } from './add-game.ts'
import { emptyBatch, matchRecords } from './match-records.ts'
import { lockCatalog } from './queries-locks.ts'
import { lockSuggestion, notifyOfSuggestion, type SuggestionRow, saveDecision } from './queries-suggestions.ts'
import { parseRecord } from './record.ts'
import { SITE_SOURCE } from './site-source.ts'
import { toSuggestion } from './suggestion-response.ts'

/** Decides a suggestion, adds its game if it is accepted, and tells who suggested it, in one transaction. Throws 404 or 409. */
export async function decide(services: Services, request: FastifyRequest, id: string, input: SuggestionDecisionInput) {
	const { db, clock } = services
	const { userId } = requireViewer(request)
	await inTransaction(db, async (transaction) => {
		// In the order of imports: the catalog, games, accounts
		await lockCatalog(transaction)
		const suggestion = await lockSuggestion(transaction, id)
		if (!suggestion) throw notFound(SUGGESTION_NOT_FOUND)
		if (suggestion.decision !== null) throw conflict(SUGGESTION_DECIDED, { suggestion: toSuggestion(suggestion) })
		const { decision } = input
		const gameId = await findOrAddGame(transaction, suggestion, input, clock)
		await requireHeldRole(transaction, request)
		const at = now(services)
		await saveDecision(transaction, { id, decision, gameId, moderatorId: userId, at })
		await addCatalogAction(transaction, {
			id: uuidv7({ msecs: clock() }),
			action: decision,
			subject: 'suggestion',
			subjectId: id,
			moderatorId: userId,
			title: suggestion.name,
			snapshot: null,
			at,
		})
		const text = describe(suggestion.name, decision)
		if (suggestion.user_id !== null && suggestion.user)
			await notifyOfSuggestion(transaction, { userId: suggestion.user_id, suggestionId: id, text, at })
	})
}

async function findOrAddGame(
	db: Db,
	suggestion: SuggestionRow,
	{ decision, game, gameId }: SuggestionDecisionInput,
	clock: () => number,
): Promise<number | null> {
	if (decision === 'refuse') return null
	if (decision === 'accept') return addSuggestedGame(db, suggestion, game ?? undefined, clock)
	if (gameId == null) throw invalidInput([{ path: 'gameId', message: NAME_THE_SAME_GAME }])
	const [found] = await resolveMergedGames(db, [gameId])
	if (found === undefined) throw notFound(GAME_NOT_FOUND)
	return found
}

/** Adds the game as one of the site. Where the catalog has it by now, that one is left as its sources have it. */
async function addSuggestedGame(
	db: Db,
	suggestion: SuggestionRow,
	given: SuggestedFacts | undefined,
	clock: () => number,
): Promise<number> {
	const year = given ? (given.releaseYear ?? null) : suggestion.release_year
	const url = given ? given.url : suggestion.url
	const facts = parseRecord(
		{
			sourceId: `${SITE_SOURCE}:${suggestion.id}`,
			name: given?.name ?? suggestion.name,
			releaseDate: year === null ? null : String(year),
			developers: given ? (given.developers ?? []) : suggestion.developers,
			platforms: given ? (given.platforms ?? []) : suggestion.platforms,
			websites: url ? [{ url, category: 'official' }] : [],
		},
		new Date(clock()).getUTCFullYear(),
	)
	if ('reason' in facts) throw invalidInput([{ path: 'game', message: facts.reason }])
	const { matched } = await matchRecords(db, SITE_SOURCE, [facts], emptyBatch())
	const existing = matched[0]?.gameId ?? 0
	if (existing > 0) return existing
	return (await storeRecord(db, SITE_SOURCE, facts, clock)).gameId
}

function describe(name: string, decision: SuggestionDecision): string {
	const quoted = `“${isolate(name)}”`
	switch (decision) {
		case 'accept':
			return `${quoted}, which you suggested, is in the catalog now. Thank you.`
		case 'same':
			return `${quoted}, which you suggested, was already in the catalog. Here it is.`
		case 'refuse':
			return `${quoted}, which you suggested, was not added to the catalog.`
	}
}
