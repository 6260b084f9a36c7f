import multipart from '@fastify/multipart'
import { updateProfile } from '#contract/profile.ts'
import { SESSION_REVOKED } from '#contract/sessions.ts'
import { findOwnUser, ownUserOf } from '#server/features/users/queries.ts'
import type { App } from '#server/http/app-type.ts'
import { unauthorized } from '#server/http/errors.ts'
import { viewerOf } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
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
				// The account was deleted meanwhile, and its new picture goes with the job's next turn
				if (!row) throw unauthorized(SESSION_REVOKED)
				return { success: true as const, user: ownUserOf(row) }
			},
		})
	})
}
