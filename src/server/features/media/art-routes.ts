import * as Type from 'typebox'
import type { Motif } from '#art/cover.ts'
import { GameId } from '#contract/shapes.ts'
import type { App } from '#server/http/app-type.ts'
import { NO_PICTURE, notFound } from '#server/http/errors.ts'
import type { Services } from '#server/services.ts'
import { findPictures } from './queries-art.ts'

const FOR_GOOD = 'public, max-age=31536000, immutable'
const FOR_A_WHILE = 'public, max-age=300'
const MOTIFS: Readonly<Record<string, Motif>> = { cover: 'cover', 'scene-1': 1, 'scene-2': 2, 'scene-3': 3 }

// What the source is called stands at the end, where it wants to be named
const Picture = Type.String({ pattern: '^(cover|scene-[1-3])-[0-9a-f]{10}(-[a-z]+)?$' })

/**
 * The pictures that are drawn when first asked for: `/art/{game}/cover-{mark}.webp`, and illustrations as
 * `/art/{game}/scene-{1..3}-{mark}.webp`, at least as wide as `w` where that size is made. An address that is no longer
 * the game's gives the picture of today, and is kept for a while only.
 */
export function artRoutes(app: App, { db, drawings }: Services): void {
	app.route({
		method: 'GET',
		url: '/art/:game/:picture.webp',
		schema: {
			params: Type.Object({ game: GameId(), picture: Picture }),
			querystring: Type.Object({ w: Type.Optional(Type.Integer({ minimum: 1, maximum: 4000 })) }),
		},
		async handler(request, reply) {
			const { game, picture } = request.params
			const found = await findPictures(db, game)
			const motif = MOTIFS[/^(cover|scene-\d)/.exec(picture)?.[0] ?? '']
			if (!found || !motif) throw notFound(NO_PICTURE)
			const address = `/art/${game}/${picture}.webp`
			const isOfToday = found.cover === address || found.screenshots.includes(address)
			// Only the games that come with the program have illustrations
			if (motif !== 'cover' && !found.screenshots.some((other) => other.startsWith('/art/'))) throw notFound(NO_PICTURE)
			return reply
				.type('image/webp')
				.header('cache-control', isOfToday ? FOR_GOOD : FOR_A_WHILE)
				.header('cross-origin-resource-policy', 'cross-origin')
				.send(await drawings.draw(motif, found.facts, request.query.w ?? (motif === 'cover' ? 300 : 640)))
		},
	})
}
