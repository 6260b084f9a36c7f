import { GAME_NOT_FOUND } from '#contract/game-ref.ts'
import { LIMITS } from '#contract/limits.ts'
import {
	DRAFT_CHANGED,
	deleteReviewDraft,
	getReviewDraft,
	listReviewDrafts,
	type SavedReviewDraft,
	type ServerReviewDraft,
	saveReviewDraft,
	TOO_MANY_DRAFTS,
} from '#contract/review-drafts.ts'
import { countWords } from '#contract/word-count.ts'
import { now } from '#server/clock.ts'
import { toStars } from '#server/db/half-stars.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { App } from '#server/http/app-type.ts'
import { AppError, conflict, notFound } from '#server/http/errors.ts'
import { requireViewer, type Viewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { findReviewableGame } from './queries.ts'
import {
	addDraft,
	type DraftContent,
	type DraftRow,
	deleteDraft,
	findDraft,
	listDrafts,
	replaceDraft,
} from './queries-drafts.ts'

/** Registers the routes of the viewer's drafts of reviews. */
export function reviewDraftRoutes(app: App, services: Services): void {
	const { db } = services

	app.route({
		...listReviewDrafts,
		async handler(request) {
			const { userId } = requireViewer(request)
			const rows = await listDrafts(request.reads, userId, request.query.limit ?? 10)
			return {
				drafts: rows.map(({ game, description, updated_at }) => ({
					game,
					words: countWords(description),
					updatedAt: updated_at,
				})),
			}
		},
	})

	app.route({
		...getReviewDraft,
		async handler(request) {
			const { userId } = requireViewer(request)
			const gameId = await requireGameId(request.reads, request.params.gameId)
			return { draft: toDraft(await findDraft(request.reads, userId, gameId)) }
		},
	})

	app.route({
		...saveReviewDraft,
		async handler(request) {
			const viewer = requireViewer(request)
			const row = await saveDraft(db, viewer, request.params.gameId, request.body, now(services))
			return { draft: toPresentDraft(row) }
		},
	})

	app.route({
		...deleteReviewDraft,
		async handler(request) {
			const { userId } = requireViewer(request)
			const { version } = request.query
			const gameId = await requireGameId(db, request.params.gameId)
			await deleteDraft(db, userId, gameId, version)
			const present = version === undefined ? undefined : await findDraft(db, userId, gameId)
			if (present) throw draftChanged(present)
			return { success: true as const }
		},
	})
}

/**
 * Saves a draft of a review of a game, or of the game that it was merged into. Throws 409 with the present draft if the
 * body does not begin from it, 400 for one draft too many and 404 for an unknown game.
 */
async function saveDraft(
	db: Db,
	{ userId, sessionId }: Viewer,
	anyGameId: number,
	{ version = null, ...body }: SavedReviewDraft,
	at: string,
): Promise<DraftRow> {
	for (;;) {
		const gameId = await requireGameId(db, anyGameId)
		const draft: DraftContent = {
			...{ userId, sessionId, gameId, at },
			rating: body.rating ?? null,
			platform: body.platform ?? null,
			timePlayed: body.timePlayed ?? null,
			description: body.description,
			containsSpoilers: body.containsSpoilers ?? false,
		}
		const saved =
			version === null
				? await inTransaction(db, (tx) => addDraft(tx, draft, LIMITS.draftsPerAccount))
				: await replaceDraft(db, draft, version)
		if (saved === 'too_many') throw new AppError(400, TOO_MANY_DRAFTS)
		if (typeof saved === 'object') return saved
		const present = await findDraft(db, userId, gameId)
		// Otherwise the game has just been merged, or the existing draft has just been deleted: try again
		if (present || (version !== null && (await requireGameId(db, anyGameId)) === gameId)) throw draftChanged(present)
	}
}

const draftChanged = (present: DraftRow | undefined) => conflict(DRAFT_CHANGED, { draft: toDraft(present) })

/** Returns the id of a game, or of the game that it was merged into. Throws 404 for an unknown one. */
async function requireGameId(db: Db, id: number): Promise<number> {
	const game = await findReviewableGame(db, id)
	if (!game) throw notFound(GAME_NOT_FOUND)
	return game.id
}

const toDraft = (row: DraftRow | undefined): ServerReviewDraft | null => (row ? toPresentDraft(row) : null)

function toPresentDraft(row: DraftRow): ServerReviewDraft {
	return {
		rating: toStars(row.half_stars),
		platform: row.platform,
		timePlayed: row.time_played,
		description: row.description,
		containsSpoilers: row.contains_spoilers,
		version: row.version,
		device: row.device,
		updatedAt: row.updated_at,
	}
}
