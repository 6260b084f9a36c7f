import * as Type from 'typebox'
import type { PictureKind } from '#art/cover.ts'
import { GameId } from '#contract/shapes.ts'
import type { App } from '#server/http/app-type.ts'
import { notFound, PICTURE_NOT_FOUND } from '#server/http/errors.ts'
import type { Services } from '#server/services.ts'
import { findGamePictures } from './queries-game-pictures.ts'

const CACHE_FOREVER = 'public, max-age=31536000, immutable'
const CACHE_BRIEFLY = 'public, max-age=300'
const KINDS: Readonly<Record<string, PictureKind>> = { cover: 'cover', 'scene-1': 1, 'scene-2': 2, 'scene-3': 3 }

// The optional suffix names the source, for sources that require attribution
const Picture = Type.String({ pattern: '^(cover|scene-[1-3])-[0-9a-f]{10}(-[a-z]+)?$' })

/**
 * Serves the pictures drawn on first request: covers at `/art/{game}/cover-{mark}.webp` and illustrations at
 * `/art/{game}/scene-{1..3}-{mark}.webp`, at least `w` px wide if that size exists. A stale address returns the game's
 * current picture with a short cache lifetime.
 */
export function artRoutes(app: App, { drawings }: Services): void {
	app.route({
		method: 'GET',
		url: '/art/:game/:picture.webp',
		config: { mayLagFor: 'everyone' },
		schema: {
			params: Type.Object({ game: GameId(), picture: Picture }),
			querystring: Type.Object({ w: Type.Optional(Type.Integer({ minimum: 1, maximum: 4000 })) }),
		},
		async handler(request, reply) {
			const { game, picture } = request.params
			const found = await findGamePictures(request.reads, game)
			const kind = KINDS[/^(cover|scene-\d)/.exec(picture)?.[0] ?? '']
			if (!found || !kind) throw notFound(PICTURE_NOT_FOUND)
			const address = `/art/${game}/${picture}.webp`
			const isCurrent = found.cover === address || found.screenshots.includes(address)
			// Only built-in games have illustrations
			if (kind !== 'cover' && !found.screenshots.some((other) => other.startsWith('/art/')))
				throw notFound(PICTURE_NOT_FOUND)
			return reply
				.type('image/webp')
				.header('cache-control', isCurrent ? CACHE_FOREVER : CACHE_BRIEFLY)
				.header('cross-origin-resource-policy', 'cross-origin')
				.send(await drawings.draw(kind, found.facts, request.query.w ?? (kind === 'cover' ? 300 : 640)))
		},
	})
}
