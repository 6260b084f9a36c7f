import type { App } from '#server/http/app-type.ts'
import type { Outbox } from './outbox.ts'

declare module 'fastify' {
	interface FastifyRequest {
		/** Whether the request has queued a mail, possibly in a transaction that was rolled back. */
		hasQueuedMail: boolean
	}
}

/**
 * Starts sending a request's mails after its response: by then its transaction is committed, and the time of the response
 * reveals nothing about the mail.
 */
export function wakeOutboxAfterResponses(app: App, outbox: Pick<Outbox<never>, 'wake'>): void {
	app.decorateRequest('hasQueuedMail', false)
	app.addHook('onResponse', (request, _reply, done) => {
		// A job repeats this, and logs failures
		if (request.hasQueuedMail) outbox.wake(app.log).catch(() => {})
		done()
	})
}
