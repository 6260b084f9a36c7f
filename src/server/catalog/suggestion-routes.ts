import { v7 as uuidv7 } from 'uuid'
import {
	ALREADY_SUGGESTED,
	decideSuggestion,
	listSuggestions,
	type NewSuggestion,
	SUGGESTION_NOT_FOUND,
	suggestGame,
	TOO_MANY_SUGGESTIONS,
} from '#contract/game-suggestions.ts'
import { SESSION_REVOKED } from '#contract/session-refusals.ts'
import { now } from '#server/clock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { toSearchForm } from '#server/features/search/search-key.ts'
import { lockAccount } from '#server/features/sessions/queries-accounts.ts'
import type { App } from '#server/http/app-type.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursors.ts'
import { conflict, notFound, unauthorized } from '#server/http/errors.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { decide } from './decide-suggestion.ts'
import {
	addSuggestion,
	findSameGame,
	findSameSuggestion,
	findSuggestion,
	hasManySuggestions,
	listSuggestionRows,
} from './queries-suggestions.ts'
import { toSuggestion } from './suggestion-response.ts'

const DEFAULT_LIMIT = 20

/** Registers the routes of suggested games: those of members, and those of moderators. */
export function suggestionRoutes(app: App, services: Services): void {
	const { db } = services
	const { cursors } = services.keys

	app.route({
		...suggestGame,
		async handler(request, reply) {
			const id = await suggest(services, requireViewer(request).userId, request.body)
			reply.code(201)
			return { id }
		},
	})

	app.route({
		...listSuggestions,
		async handler(request) {
			const { state = 'open', cursor, limit = DEFAULT_LIMIT } = request.query
			const list = `moderation:suggestions:${state}`
			const after = cursor === undefined ? undefined : decodeCursor(cursors, list, cursor)
			const rows = await listSuggestionRows(db, { state, after, limit })
			const page = rows.slice(0, limit)
			const last = page.at(-1)
			const time = (state === 'open' ? last?.created_at : last?.decided_at) ?? ''
			return {
				suggestions: page.map(toSuggestion),
				nextCursor: last && rows.length > limit ? encodeCursor(cursors, list, [time, last.id]) : null,
			}
		},
	})

	app.route({
		...decideSuggestion,
		async handler(request) {
			const { id } = request.params
			await decide(services, request, id, request.body)
			const row = await findSuggestion(db, id)
			if (!row) throw notFound(SUGGESTION_NOT_FOUND)
			return toSuggestion(row)
		},
	})
}

/** Adds a suggestion of a person, whose account is locked, so that their number is exact. Throws 409. */
async function suggest(services: Services, userId: string, input: NewSuggestion): Promise<string> {
	const { db, clock } = services
	const releaseYear = input.releaseYear ?? null
	const nameKey = toSearchForm(input.name).joined
	const id = uuidv7({ msecs: clock() })
	await inTransaction(db, async (db) => {
		if (!(await lockAccount(db, userId))) throw unauthorized(SESSION_REVOKED)
		const game = await findSameGame(db, nameKey, releaseYear)
		if (game) throw conflict(ALREADY_SUGGESTED, { game, suggestion: null })
		const before = await findSameSuggestion(db, nameKey, releaseYear)
		if (before) throw alreadySuggested(before)
		if (await hasManySuggestions(db, userId)) throw conflict(TOO_MANY_SUGGESTIONS)
		const isAdded = await addSuggestion(db, {
			id,
			userId,
			name: input.name,
			nameKey,
			releaseYear,
			platforms: input.platforms ?? [],
			developers: input.developers ?? [],
			url: input.url || null,
			note: input.note || null,
			at: now(services),
		})
		if (isAdded) return
		// Someone else has suggested it meanwhile
		const other = await findSameSuggestion(db, nameKey, releaseYear)
		throw other ? alreadySuggested(other) : conflict(ALREADY_SUGGESTED, { game: null, suggestion: null })
	})
	return id
}

const alreadySuggested = ({ id, game }: NonNullable<Awaited<ReturnType<typeof findSameSuggestion>>>) =>
	conflict(ALREADY_SUGGESTED, { game, suggestion: { id } })
