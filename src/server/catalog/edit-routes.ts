import type { FastifyRequest } from 'fastify'
import { EDITABLE_FACTS } from '#contract/editable-facts.ts'
import { editGame, type GameChange, getEditedGame, listGameHistory, undoGameEdit } from '#contract/game-edits.ts'
import { GAME_NOT_FOUND } from '#contract/game-ref.ts'
import type { Db } from '#server/db/tables.ts'
import { resolveMergedGame } from '#server/features/games/queries-merged-games.ts'
import type { App } from '#server/http/app-type.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursors.ts'
import { notFound } from '#server/http/errors.ts'
import { requireHeldRole } from '#server/http/held-role.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { edit, undoEdit } from './edit-game.ts'
import { openGame, toEditedGame } from './edited-game.ts'
import { type ChangeRow, findGameOfHistory, listChanges } from './queries-game-history.ts'
import { resolveGameId } from './queries-merge-games.ts'

const DEFAULT_LIMIT = 20

/** Registers the routes with which moderators edit games, and the history that anybody reads. */
export function editRoutes(app: App, services: Services): void {
	const { db } = services
	const { cursors } = services.keys

	app.route({
		...listGameHistory,
		async handler(request) {
			const { reads, params, query } = request
			const { cursor, limit = DEFAULT_LIMIT } = query
			const found =
				(await findGameOfHistory(reads, params.id)) ??
				(await findGameOfHistory(reads, (await resolveMergedGame(reads, params.id)) ?? 0))
			if (!found) throw notFound(GAME_NOT_FOUND)
			const list = `game-history:${found.game.id}`
			const before = cursor === undefined ? undefined : Number(decodeCursor(cursors, list, cursor)[0])
			const viewerId = request.viewer?.userId ?? null
			const rows = await listChanges(reads, { gameId: found.game.id, viewerId, before, limit })
			const page = rows.slice(0, limit)
			const last = page.at(-1)
			return {
				game: found.game,
				addedAt: found.created_at,
				changes: page.map(toChange),
				nextCursor: last && rows.length > limit ? encodeCursor(cursors, list, [last.id]) : null,
			}
		},
	})

	app.route({
		...getEditedGame,
		async handler({ params }) {
			const id = await resolveGameId(db, params.id)
			const game = id === undefined ? undefined : await openGame(db, id)
			if (!game) throw notFound(GAME_NOT_FOUND)
			return toEditedGame(db, game)
		},
	})

	app.route({
		...editGame,
		handler: (request) => edit(services, toModerator(request), request.params.id, request.body),
	})

	app.route({
		...undoGameEdit,
		handler: (request) => undoEdit(services, toModerator(request), request.params.id, request.params.editId),
	})
}

const toModerator = (request: FastifyRequest) => ({
	userId: requireViewer(request).userId,
	holdRole: (db: Db) => requireHeldRole(db, request),
})

function toChange(row: ChangeRow): GameChange {
	return {
		id: row.action_id,
		kind: row.kind,
		source: row.source,
		moderator: row.moderator,
		undoes: row.undoes,
		undoneAt: row.undone_at,
		createdAt: row.created_at,
		// jsonb has its own order
		facts: EDITABLE_FACTS.flatMap((field) => {
			const change = row.facts[field]
			const isGivenBack = row.said?.[field] !== undefined && row.said[field].after === undefined
			return change ? [{ field, ...change, isGivenBack }] : []
		}),
	}
}
