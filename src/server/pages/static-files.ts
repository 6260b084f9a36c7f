import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { App } from '#server/http/app-type.ts'

/** Serves the web client's build output, from the precompressed files where they exist. */
export async function serveStaticFiles(app: App, folder: URL): Promise<void> {
	await app.register(async (scope) => {
		// Metrics count all files as one route
		scope.addHook('onRoute', (route) => {
			route.config = { ...route.config, routeLabel: 'file' }
		})
		await addFileRoutes(scope, fileURLToPath(folder))
	})
}

async function addFileRoutes(app: FastifyInstance, root: string): Promise<void> {
	// File names in assets/ contain a content hash, so the files never change
	await app.register(fastifyStatic, {
		root: `${root}assets`,
		prefix: '/assets/',
		preCompressed: true,
		immutable: true,
		maxAge: '365d',
		index: false,
		decorateReply: false,
		// A route for each file: a wildcard would read the folder several times per request
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
		// A route for each file: every other path belongs to a page
		wildcard: false,
		globIgnore: ['assets/**', '.vite/**', 'sw.js', '**/*.br', '**/*.gz', '**/*.html'],
	})
}
