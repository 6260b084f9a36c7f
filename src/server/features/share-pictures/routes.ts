import type { FastifyReply, FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { LIMITS } from '#contract/limits.ts'
import { MARK_LENGTH } from '#contract/share-pictures.ts'
import type { App } from '#server/http/app-type.ts'
import { notFound, PICTURE_NOT_FOUND } from '#server/http/errors.ts'
import type { Services } from '#server/services.ts'
import { type Sketch, sketchGame, sketchHome, sketchList, sketchProfile, sketchReview } from './sketches.ts'
import { sketchYear } from './year-sketch.ts'

// People can delete what these pictures show, so caches may not keep them for long
const CACHE_FOR_A_DAY = 'public, max-age=86400'
const CACHE_BRIEFLY = 'public, max-age=300'

const MARK = `[0-9a-f]{${MARK_LENGTH}}`
const UUID = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}'

const UUID_LENGTH = 36

const named = (id: string) => ({ params: Type.Object({ name: Type.String({ pattern: `^${id}-${MARK}$` }) }) })
const getId = (name: string) => name.slice(0, -MARK_LENGTH - 1)

/**
 * Serves the pictures that stand for pages where their links are shared, at `/share-pictures/{subject}/{id}-{mark}.jpg`,
 * drawn on first request. A stale address returns the current picture with a short cache lifetime.
 */
export function sharePictureRoutes(app: App, { sharePictures, images, clock }: Services): void {
	const config = { mayLagFor: 'everyone' } as const

	async function send(request: FastifyRequest, reply: FastifyReply, sketch: Sketch | undefined) {
		if (!sketch) throw notFound(PICTURE_NOT_FOUND)
		const { bytes, isComplete } = await sharePictures.draw(sketch)
		const isCurrent = isComplete && request.url.split('?', 1)[0] === sketch.path
		return reply
			.type('image/jpeg')
			.header('cache-control', isCurrent ? CACHE_FOR_A_DAY : CACHE_BRIEFLY)
			.header('cross-origin-resource-policy', 'cross-origin')
			.send(bytes)
	}

	app.route({
		method: 'GET',
		url: '/share-pictures/reviews/:name.jpg',
		config,
		schema: named(UUID),
		handler: async (request, reply) =>
			send(request, reply, await sketchReview(request.reads, getId(request.params.name))),
	})

	app.route({
		method: 'GET',
		url: '/share-pictures/games/:name.jpg',
		config,
		schema: named('[1-9]\\d{0,9}'),
		async handler(request, reply) {
			const id = Number(getId(request.params.name))
			return send(request, reply, id > LIMITS.gameIdMax ? undefined : await sketchGame(request.reads, id, images))
		},
	})

	app.route({
		method: 'GET',
		url: '/share-pictures/lists/:name.jpg',
		config,
		schema: named(UUID),
		handler: async (request, reply) =>
			send(request, reply, await sketchList(request.reads, getId(request.params.name))),
	})

	app.route({
		method: 'GET',
		url: '/share-pictures/users/:name.jpg',
		config,
		schema: named(UUID),
		handler: async (request, reply) =>
			send(request, reply, await sketchProfile(request.reads, getId(request.params.name))),
	})

	for (const [subject, kind] of [
		['years', 'year'],
		['posters', 'poster'],
	] as const)
		app.route({
			method: 'GET',
			url: `/share-pictures/${subject}/:name.jpg`,
			config,
			schema: named(`${UUID}-(19\\d\\d|[2-9]\\d{3})`),
			async handler(request, reply) {
				const id = getId(request.params.name)
				const [userId, year] = [id.slice(0, UUID_LENGTH), Number(id.slice(UUID_LENGTH + 1))]
				return send(request, reply, await sketchYear(request.reads, { userId, year, kind, now: clock() }))
			},
		})

	app.route({
		method: 'GET',
		url: '/share-pictures/pages/:name.jpg',
		config,
		schema: named('home'),
		handler: async (request, reply) => send(request, reply, await sketchHome(request.reads)),
	})
}
