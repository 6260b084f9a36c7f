import { deleteFacebookData, PROVIDER_NOT_FOUND } from '#contract/social-login.ts'
import type { App } from '#server/http/app-type.ts'
import { notFound } from '#server/http/errors.ts'
import { getSiteOrigin } from '#server/http/origin.ts'
import type { Services } from '#server/services.ts'
import { deleteFacebookUserData, readSignedRequest } from './facebook-deletion.ts'

/** Registers Facebook's data deletion callback. */
export function facebookRoutes(app: App, services: Services): void {
	const { config } = services

	app.register(async (forms: App) => {
		// Facebook sends a form. The signature authenticates the sender, so a form from another site achieves nothing.
		forms.addContentTypeParser<string>(
			'application/x-www-form-urlencoded',
			{ parseAs: 'string' },
			(_request, body, done) =>
				done(null, { signed_request: new URLSearchParams(body).get('signed_request') ?? undefined }),
		)
		forms.route({
			...deleteFacebookData,
			async handler(request) {
				if (!config.facebook) throw notFound(PROVIDER_NOT_FOUND)
				const { appSecret } = config.facebook
				const deletion = readSignedRequest(request.body.signed_request, appSecret, services.clock())
				const code = await deleteFacebookUserData(services, deletion, request)
				return { url: `${getSiteOrigin(config, request)}/data-deletion-status/${code}`, confirmation_code: code }
			},
		})
	})
}
