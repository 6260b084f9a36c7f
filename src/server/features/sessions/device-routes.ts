import { LIFETIMES } from '#contract/limits.ts'
import { endOtherSessions, endSession, listSessions, SESSION_NOT_FOUND } from '#contract/session-devices.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { App } from '#server/http/app-type.ts'
import { notFound } from '#server/http/errors.ts'
import { viewerOf } from '#server/http/viewer.ts'
import { now, type Services } from '#server/services.ts'
import { endOwnSession, endSessions, openSessions } from './queries.ts'
import { lockAccount } from './queries-accounts.ts'

/** The devices on which an account is signed in. */
export function deviceRoutes(app: App, services: Services): void {
	app.route({
		...listSessions,
		async handler(request) {
			const { userId, sessionId } = viewerOf(request)
			const since = new Date(services.clock() - LIFETIMES.refreshTokenMs).toISOString()
			const rows = await openSessions(services.db, userId, since)
			return {
				sessions: rows.map(({ id, device, created_at, rotated_at }) => ({
					id,
					current: id === sessionId,
					createdAt: created_at,
					lastUsedAt: rotated_at,
					device,
				})),
			}
		},
	})

	app.route({
		...endSession,
		async handler(request) {
			const own = { id: request.params.id, userId: viewerOf(request).userId, at: now(services) }
			if (!(await endOwnSession(services.db, own))) throw notFound(SESSION_NOT_FOUND)
			return { success: true as const }
		},
	})

	app.route({
		...endOtherSessions,
		async handler(request) {
			const { userId, sessionId } = viewerOf(request)
			await inTransaction(services.db, async (db) => {
				await lockAccount(db, userId)
				await endSessions(db, userId, now(services), sessionId)
			})
			return { success: true as const }
		},
	})
}
