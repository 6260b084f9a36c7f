import * as Type from 'typebox'
import { GameId } from '#contract/shapes.ts'
import type { App } from '#server/http/app-type.ts'
import { AppError, NO_PICTURE, notFound } from '#server/http/errors.ts'
import type { Services } from '#server/services.ts'
import { findPictures } from './queries-art.ts'

const KEPT_SECONDS = 30 * 86_400
const RETRY_SECONDS = 300

// What the source is called stands at the end, where it wants to be named
const Picture = Type.String({ pattern: '^(cover|screenshot-[1-9]\\d?)-[0-9a-f]{10}(-[a-z]+)?$' })

/**
 * The images of imported games: `/images/{game}/cover-{mark}` and `/images/{game}/screenshot-{number}-{mark}`, at least
 * as wide as `w` where that size is kept. Where the cover cannot be had, the drawn one stands in for it for a while.
 */
export function imageRoutes(app: App, { db, drawings, images }: Services): void {
	app.route({
		method: 'GET',
		url: '/images/:game/:picture',
		schema: {
			params: Type.Object({ game: GameId(), picture: Picture }),
			querystring: Type.Object({ w: Type.Optional(Type.Integer({ minimum: 1, maximum: 4000 })) }),
		},
		async handler(request, reply) {
			const { game, picture } = request.params
			const found = await findPictures(db, game)
			if (!found) throw notFound(NO_PICTURE)
			const isCover = picture.startsWith('cover')
			const address = `/images/${game}/${picture}`
			const source = isCover ? found.coverSource : found.screenshotSources[found.screenshots.indexOf(address)]
			const format = request.headers.accept?.includes('image/webp') ? 'webp' : 'jpeg'
			const kind = isCover ? 'cover' : 'screenshot'
			const width = request.query.w ?? (isCover ? 300 : 640)
			const image = source ? await images.get(source, kind, format, width) : undefined
			// The native app's pages show them too
			reply.headers({ vary: 'accept', 'cross-origin-resource-policy': 'cross-origin' })
			if (image)
				return reply
					.type(`image/${format}`)
					.header('cache-control', cachedFor(address === found.cover || !isCover ? KEPT_SECONDS : RETRY_SECONDS))
					.send(image)
			if (!isCover) throw new AppError(404, NO_PICTURE, { headers: { 'cache-control': cachedFor(RETRY_SECONDS) } })
			return reply
				.type('image/webp')
				.header('cache-control', cachedFor(RETRY_SECONDS))
				.send(await drawings.draw('cover', found.facts, width))
		},
	})
}

function cachedFor(seconds: number): string {
	return `public, max-age=${seconds}`
}
