import type { Replicas } from '#server/db/replicas.ts'
import type { Db } from '#server/db/tables.ts'
import type { App } from './app-type.ts'
import { AppError } from './errors.ts'

declare module 'fastify' {
	interface FastifyRequest {
		/** The database for reads that are no part of a write: a replica if the endpoint's `mayLagFor` has the caller, or the primary. */
		reads: Db
	}
}

/**
 * Chooses the database of `request.reads` for the endpoints that are registered after it. A response from a replica tells
 * its maximum age. A 404 is never a replica's: it may lack what was just created, so the primary decides.
 */
export function routeReads(app: App, { db, replicas }: { db: Db; replicas: Replicas | undefined }): void {
	app.addHook('onRequest', (request, _reply, done) => {
		request.reads = db
		done()
	})
	app.addHook('onRoute', (route) => {
		const mayLagFor = route.config?.mayLagFor
		if (mayLagFor === undefined) return
		if (route.method !== 'GET' && route.method !== 'HEAD')
			throw new Error(`${route.method} ${route.url} must not read from a replica`)
		if (!replicas) return
		const { handler } = route
		route.handler = async function (request, reply) {
			const replica = mayLagFor === 'everyone' || request.viewer === null ? replicas.next() : undefined
			if (!replica) return handler.call(this, request, reply)
			request.reads = replica.db
			reply.header('age', Math.ceil(replica.ageMs / 1000))
			try {
				return await handler.call(this, request, reply)
			} catch (error) {
				if (!(error instanceof AppError && error.statusCode === 404)) throw error
				request.reads = db
				reply.removeHeader('age')
				return handler.call(this, request, reply)
			}
		}
	})
}
