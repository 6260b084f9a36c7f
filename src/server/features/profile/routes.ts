import multipart from '@fastify/multipart'
import { updateProfile } from '#contract/profile.ts'
import { SESSION_REVOKED } from '#contract/session-refusals.ts'
import { findOwnUser, toOwnUser } from '#server/features/users/queries.ts'
import type { App } from '#server/http/app-type.ts'
import { unauthorized } from '#server/http/errors.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { FORM_LIMITS, readProfileForm } from './profile-form.ts'
import { applyProfileForm } from './profile-update.ts'

export function profileRoutes(app: App, services: Services): void {
	// The only endpoint that accepts a form, and nothing but a form; all others accept JSON only.
	app.register(async (forms: App) => {
		forms.removeAllContentTypeParsers()
		await forms.register(multipart, { limits: FORM_LIMITS })

		forms.route({
			...updateProfile,
			async handler(request) {
				const { userId } = requireViewer(request)
				await applyProfileForm(services, userId, await readProfileForm(request))
				const row = await findOwnUser(services.db, userId)
				// The account was deleted in the meantime; the background job deletes its new picture
				if (!row) throw unauthorized(SESSION_REVOKED)
				return { success: true as const, user: toOwnUser(row) }
			},
		})
	})
}
