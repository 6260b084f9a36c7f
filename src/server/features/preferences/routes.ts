import { BAD_UNSUBSCRIBE_LINK, findMailSubscription, updateMailSubscription } from '#contract/mail-subscription.ts'
import { getPreferences, updatePreferences } from '#contract/preferences.ts'
import { SESSION_REVOKED } from '#contract/session-refusals.ts'
import type { App } from '#server/http/app-type.ts'
import { AppError, unauthorized } from '#server/http/errors.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { changeSubscription, findSubscription } from './mail-subscription.ts'
import { pickChoices, toPreferences } from './preferences.ts'
import { findPreferences, savePreferences } from './queries.ts'
import { readUnsubscribeToken, type Unsubscription } from './unsubscribe-tokens.ts'

export function preferenceRoutes(app: App, services: Services): void {
	const { db } = services

	app.route({
		...getPreferences,
		async handler(request) {
			const { userId } = requireViewer(request)
			return { preferences: toPreferences(await findPreferences(db, userId)) }
		},
	})

	app.route({
		...updatePreferences,
		async handler(request) {
			const { userId } = requireViewer(request)
			if (!(await savePreferences(db, userId, pickChoices(request.body)))) throw unauthorized(SESSION_REVOKED)
			return { preferences: toPreferences(await findPreferences(db, userId)) }
		},
	})

	app.route({
		...findMailSubscription,
		async handler(request) {
			const found = await findSubscription(db, readLink(request.body.token))
			if (!found) throw new AppError(400, BAD_UNSUBSCRIBE_LINK)
			return found
		},
	})

	app.route({
		...updateMailSubscription,
		async handler(request) {
			const { token, isSubscribed } = request.body
			const changed = await changeSubscription(db, readLink(token), isSubscribed)
			if (!changed) throw new AppError(400, BAD_UNSUBSCRIBE_LINK)
			return changed
		},
	})

	function readLink(token: string): Unsubscription {
		const link = readUnsubscribeToken(services.keys.unsubscribing, token)
		if (!link) throw new AppError(400, BAD_UNSUBSCRIBE_LINK)
		return link
	}
}
