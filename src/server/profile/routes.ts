import multipart from '@fastify/multipart'
import { SESSION_REVOKED } from '#contract/auth.ts'
import { updateProfile } from '#contract/profile.ts'
import type { App } from '../app.ts'
import { unauthorized } from '../errors.ts'
import type { Services } from '../services.ts'
import { findOwnUser, ownUserOf } from '../users/queries.ts'
import { viewerOf } from '../viewer.ts'
import { applyProfileForm } from './change-profile.ts'
import { FORM_LIMITS, readProfileForm } from './read-form.ts'

export function profileRoutes(app: App, services: Services): void {
	// The one call that takes a form, and nothing else: all others keep to JSON.
	app.register(async (forms: App) => {
		forms.removeAllContentTypeParsers()
		await forms.register(multipart, { limits: FORM_LIMITS })

		forms.route({
			...updateProfile,
			async handler(request) {
				const { userId } = viewerOf(request)
				await applyProfileForm(services, userId, await readProfileForm(request))
				const row = await findOwnUser(services.db, userId)
				// the account was deleted meanwhile, and its new picture goes with the job's next turn
				if (!row) throw unauthorized(SESSION_REVOKED)
				return { success: true as const, user: ownUserOf(row) }
			},
		})
	})
}
