import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { App } from '#server/http/app-type.ts'

/** Serves what was built for browsers, in its compressed form where one lies beside it. */
export async function serveStaticFiles(app: App, folder: URL): Promise<void> {
	const root = fileURLToPath(folder)
	// Names in assets/ carry the hash of their content: what has one never changes.
	await app.register(fastifyStatic, {
		root: `${root}assets`,
		prefix: '/assets/',
		preCompressed: true,
		immutable: true,
		maxAge: '365d',
		index: false,
		decorateReply: false,
		// A route for each file: to look for any name reads the folder at every request, several times.
		wildcard: false,
		globIgnore: ['**/*.br', '**/*.gz'],
	})
	app.get('/assets/*', (_request, reply) => reply.callNotFound())
	await app.register(fastifyStatic, {
		root,
		prefix: '/',
		preCompressed: true,
		maxAge: '1h',
		index: false,
		decorateReply: false,
		// A route for each file: every other path is a page's.
		wildcard: false,
		globIgnore: ['assets/**', '.vite/**', '**/*.br', '**/*.gz', '**/*.html'],
	})
}
