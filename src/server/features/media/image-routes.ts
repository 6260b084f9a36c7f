import * as Type from 'typebox'
import { GameId } from '#contract/shapes.ts'
import type { App } from '#server/http/app-type.ts'
import { AppError, notFound, PICTURE_NOT_FOUND } from '#server/http/errors.ts'
import type { Services } from '#server/services.ts'
import { findGamePictures } from './queries-game-pictures.ts'

const CACHE_SECONDS = 30 * 86_400
const RETRY_SECONDS = 300

// The optional suffix names the source, for sources that require attribution
const Picture = Type.String({ pattern: '^(cover|screenshot-[1-9]\\d?)-[0-9a-f]{10}(-[a-z]+)?$' })

/**
 * Serves the images of imported games at `/images/{game}/cover-{mark}` and `/images/{game}/screenshot-{number}-{mark}`,
 * at least `w` px wide if that size is stored. While a cover is unavailable, the drawn one is returned with a short cache
 * lifetime.
 */
export function imageRoutes(app: App, { drawings, images }: Services): void {
	app.route({
		method: 'GET',
		url: '/images/:game/:picture',
		config: { mayLagFor: 'everyone' },
		schema: {
			params: Type.Object({ game: GameId(), picture: Picture }),
			querystring: Type.Object({ w: Type.Optional(Type.Integer({ minimum: 1, maximum: 4000 })) }),
		},
		async handler(request, reply) {
			const { game, picture } = request.params
			const found = await findGamePictures(request.reads, game)
			if (!found) throw notFound(PICTURE_NOT_FOUND)
			const isCover = picture.startsWith('cover')
			const address = `/images/${game}/${picture}`
			const source = isCover ? found.coverSource : found.screenshotSources[found.screenshots.indexOf(address)]
			const format = request.headers.accept?.includes('image/webp') ? 'webp' : 'jpeg'
			const kind = isCover ? 'cover' : 'screenshot'
			const width = request.query.w ?? (isCover ? 300 : 640)
			const image = source ? await images.get(source, kind, format, width) : undefined
			// The native app's pages load them cross-origin
			reply.headers({ vary: 'accept', 'cross-origin-resource-policy': 'cross-origin' })
			if (image)
				return reply
					.type(`image/${format}`)
					.header('cache-control', cacheControl(address === found.cover || !isCover ? CACHE_SECONDS : RETRY_SECONDS))
					.send(image)
			if (!isCover)
				throw new AppError(404, PICTURE_NOT_FOUND, { headers: { 'cache-control': cacheControl(RETRY_SECONDS) } })
			return reply
				.type('image/webp')
				.header('cache-control', cacheControl(RETRY_SECONDS))
				.send(await drawings.draw('cover', found.facts, width))
		},
	})
}

function cacheControl(seconds: number): string {
	return `public, max-age=${seconds}`
}
