import { LIFETIMES } from '#contract/limits.ts'
import { listSessions, revokeOtherSessions, revokeSession, SESSION_NOT_FOUND } from '#contract/session-devices.ts'
import { now } from '#server/clock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { App } from '#server/http/app-type.ts'
import { notFound } from '#server/http/errors.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { endOwnSession, endSessions, listActiveSessions } from './queries.ts'
import { lockAccount } from './queries-accounts.ts'

/** Registers the routes that list an account's logged-in devices and sign them out. */
export function deviceRoutes(app: App, services: Services): void {
	app.route({
		...listSessions,
		async handler(request) {
			const { userId, sessionId } = requireViewer(request)
			const ago = (ms: number) => new Date(services.clock() - ms).toISOString()
			const rows = await listActiveSessions(services.db, userId, {
				usedAfter: ago(LIFETIMES.refreshTokenMs),
				begunAfter: ago(LIFETIMES.sessionMs),
			})
			return {
				sessions: rows.map(({ id, device, created_at, rotated_at, method, second_factor }) => ({
					id,
					current: id === sessionId,
					createdAt: created_at,
					lastUsedAt: rotated_at,
					device,
					method,
					secondFactor: second_factor,
				})),
			}
		},
	})

	app.route({
		...revokeSession,
		async handler(request) {
			const session = { id: request.params.id, userId: requireViewer(request).userId, at: now(services) }
			if (!(await endOwnSession(services.db, session))) throw notFound(SESSION_NOT_FOUND)
			return { success: true as const }
		},
	})

	app.route({
		...revokeOtherSessions,
		async handler(request) {
			const { userId, sessionId } = requireViewer(request)
			await inTransaction(services.db, async (db) => {
				await lockAccount(db, userId)
				await endSessions(db, userId, now(services), sessionId)
			})
			return { success: true as const }
		},
	})
}
