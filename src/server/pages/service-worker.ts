import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Config } from '#server/config.ts'
import type { App } from '#server/http/app-type.ts'

/** Takes the place of the service worker in every browser that has it, and then removes itself. */
const RETIREMENT = `self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(self.registration.unregister()))
`

/**
 * Serves the service worker. Browsers ask for it on every visit and compare it with the one they have, so it must never come
 * from a cache that has not asked.
 */
export async function serviceWorkerRoute(app: App, { serviceWorker }: Config, file: URL): Promise<void> {
	const script = serviceWorker === 'on' ? await readFile(file, 'utf8') : RETIREMENT
	const etag = `"${createHash('sha256').update(script).digest('base64url').slice(0, 27)}"`
	app.get('/sw.js', { config: { routeLabel: 'file' } }, (request, reply) => {
		reply.headers({ 'cache-control': 'no-cache', etag, 'service-worker-allowed': '/' })
		if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
		return reply.type('text/javascript; charset=utf-8').send(script)
	})
}
