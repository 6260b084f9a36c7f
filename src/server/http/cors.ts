import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'

// As long as browsers remember it.
const REMEMBERED_SECONDS = 7200

/**
 * The hook that lets the native app's pages call the API: they are another origin, and no other one is let in. They
 * bring their token in a header, so no answer allows cookies.
 */
export function allowAppOrigins({ appOrigins }: Pick<Config, 'appOrigins'>) {
	return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
		const { origin } = request.headers
		if (origin === undefined || !appOrigins.includes(origin) || !request.url.startsWith('/api/')) {
			done()
			return
		}
		reply.headers({
			'access-control-allow-origin': origin,
			'access-control-expose-headers': 'retry-after',
			vary: 'origin',
		})
		if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) done()
		else
			reply
				.headers({
					'access-control-allow-methods': 'GET, POST, PUT, DELETE',
					'access-control-allow-headers': 'authorization, content-type, idempotency-key',
					'access-control-max-age': String(REMEMBERED_SECONDS),
				})
				.code(204)
				.send()
	}
}
