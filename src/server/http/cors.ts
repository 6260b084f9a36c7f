import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'

// As long as browsers cache a preflight.
const PREFLIGHT_MAX_AGE_SECONDS = 7200

/**
 * Returns a CORS hook that allows API calls from the native app's origins, and from no others. The app sends its token
 * in a header, so no response allows credentials.
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
					'access-control-max-age': String(PREFLIGHT_MAX_AGE_SECONDS),
				})
				.code(204)
				.send()
	}
}
