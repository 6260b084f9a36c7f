import {
	getPushKey,
	PUSH_ENDPOINT_REFUSED,
	PUSH_KEYS_REFUSED,
	subscribeToPush,
	unsubscribeFromPush,
} from '#contract/push.ts'
import { SESSION_REVOKED } from '#contract/session-refusals.ts'
import { now } from '#server/clock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockAccount } from '#server/features/sessions/queries-accounts.ts'
import type { App } from '#server/http/app-type.ts'
import { AppError, unauthorized } from '#server/http/errors.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { areUsableKeys } from './device-keys.ts'
import { deletePushSubscription, savePushSubscription } from './queries.ts'

/** Registers the routes with which a device subscribes to push messages. */
export function pushRoutes(app: App, services: Services): void {
	const { db, keys, push } = services

	app.route({
		...getPushKey,
		handler: async () => ({ key: keys.webPush.publicKey }),
	})

	app.route({
		...subscribeToPush,
		async handler(request) {
			const viewer = requireViewer(request)
			const { body } = request
			if (!areUsableKeys(body.keys)) throw new AppError(400, PUSH_KEYS_REFUSED)
			if (!(await push.isAllowedEndpoint(body.endpoint))) throw new AppError(400, PUSH_ENDPOINT_REFUSED)
			const isSaved = await inTransaction(db, async (transaction) => {
				await lockAccount(transaction, viewer.userId)
				return savePushSubscription(transaction, viewer, body, now(services))
			})
			if (!isSaved) throw unauthorized(SESSION_REVOKED)
			return { success: true as const }
		},
	})

	app.route({
		...unsubscribeFromPush,
		async handler(request) {
			await deletePushSubscription(db, requireViewer(request).userId, request.body.endpoint)
			return { success: true as const }
		},
	})
}
