import type { App } from '#server/http/app-type.ts'
import { RETRY_AFTER_SECONDS } from '#server/http/errors.ts'
import type { Readiness } from './readiness.ts'

/** The response of a probe: no log line below a warning, no rate limit and no copy in a cache. */
const PROBE = { logLevel: 'warn', config: { isUnlimited: true } } as const
const HEADERS = { 'cache-control': 'no-store' }

/** Registers the probes: `/healthz` answers while the process does, `/readyz` while it can serve requests. */
export function healthRoutes(app: App, readiness: Readiness): void {
	app.get('/healthz', PROBE, (_request, reply) => reply.headers(HEADERS).type('text/plain; charset=utf-8').send('ok'))

	app.get('/readyz', PROBE, async (request, reply) => {
		const failed = await readiness.findFailures()
		reply.headers(HEADERS)
		if (failed.length > 0) {
			request.refusal = 'not_ready'
			reply.code(503).header('retry-after', RETRY_AFTER_SECONDS)
		}
		return { ready: failed.length === 0, failed }
	})
}
