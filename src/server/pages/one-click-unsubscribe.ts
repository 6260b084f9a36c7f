import { BAD_UNSUBSCRIBE_LINK } from '#contract/mail-subscription.ts'
import { changeSubscription } from '#server/features/preferences/mail-subscription.ts'
import { readUnsubscribeToken } from '#server/features/preferences/unsubscribe-tokens.ts'
import type { App } from '#server/http/app-type.ts'
import type { Services } from '#server/services.ts'
import { buildPlainPage } from './fallback-pages.ts'
import { NO_CACHE_HEADERS } from './page-response.ts'

/** More than `List-Unsubscribe=One-Click` as a multipart form. */
const MAX_BODY_BYTES = 4096

const DONE = buildPlainPage(
	'You’re Unsubscribed',
	'You won’t get these mails anymore. Open the link in the mail again to undo this.',
)
const REFUSED = buildPlainPage('This Link Doesn’t Work', BAD_UNSUBSCRIBE_LINK.error)

/**
 * Adds the route that mail programs call to unsubscribe with one click (RFC 8058), and the form of the page at the same
 * address where there are no scripts. The token says everything: there is no session, and the body does not matter.
 */
export function oneClickRoutes(app: App, { db, keys }: Services): void {
	app.register(async (forms: App) => {
		forms.removeAllContentTypeParsers()
		forms.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, _body, done) =>
			done(null),
		)

		forms.post<{ Querystring: { token?: unknown } }>('/unsubscribe', async (request, reply) => {
			const { token } = request.query
			const link = typeof token === 'string' ? readUnsubscribeToken(keys.unsubscribing, token) : undefined
			const changed = link && (await changeSubscription(db, link, false))
			if (!changed) request.refusal = BAD_UNSUBSCRIBE_LINK.code
			return reply
				.code(changed ? 200 : 400)
				.headers({ ...NO_CACHE_HEADERS, 'referrer-policy': 'no-referrer' })
				.type('text/html; charset=utf-8')
				.send(changed ? DONE : REFUSED)
		})
	})
}
