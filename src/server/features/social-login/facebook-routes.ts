import { deleteForFacebook, NO_SUCH_PROVIDER } from '#contract/social-login.ts'
import type { App } from '#server/http/app-type.ts'
import { notFound } from '#server/http/errors.ts'
import { originOf } from '#server/http/origin.ts'
import type { Services } from '#server/services.ts'
import { deleteFacebookPerson, readSignedRequest } from './facebook-deletion.ts'

/** What Facebook asks on a person's behalf. */
export function facebookRoutes(app: App, services: Services): void {
	const { config } = services

	app.register(async (forms: App) => {
		// Facebook sends a form. Its signature says who sent it, so another site gains nothing by sending one.
		forms.addContentTypeParser<string>(
			'application/x-www-form-urlencoded',
			{ parseAs: 'string' },
			(_request, body, done) =>
				done(null, { signed_request: new URLSearchParams(body).get('signed_request') ?? undefined }),
		)
		forms.route({
			...deleteForFacebook,
			async handler(request) {
				if (!config.facebook) throw notFound(NO_SUCH_PROVIDER)
				const { appSecret } = config.facebook
				const asked = readSignedRequest(request.body.signed_request, appSecret, services.clock())
				const code = await deleteFacebookPerson(services, asked, request)
				return { url: `${originOf(config, request)}/data-deletion-status/${code}`, confirmation_code: code }
			},
		})
	})
}
