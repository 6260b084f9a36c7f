import path from 'node:path'
import { Integer, Optional, Object as Shape, String as Text } from 'typebox'
import type { App } from '../app.ts'
import { BUILTIN_SOURCE } from '../builtin-source.ts'
import { notFound } from '../errors.ts'
import type { Services } from '../services.ts'
import type { ArtFacts } from './cover.ts'
import { drawnOnce } from './drawn-once.ts'
import { findArtFacts } from './queries.ts'

const WIDTHS = { covers: [150, 300, 450, 600], scenes: [320, 640, 1280] } as const
const NO_PICTURE = { code: 'not_found', error: 'No such picture' } as const
const DAY_SECONDS = 86_400

const Slug = Text({ pattern: '^[a-z0-9-]{1,120}$' })
const Width = Shape({ w: Optional(Integer({ minimum: 1, maximum: 4000 })) })

/**
 * The pictures of the built-in games, drawn when first asked for and kept in the data folder:
 * `/art/covers/{slug}.webp` and `/art/scenes/{slug}-{1..3}.webp`, at least as wide as `w` where that size is made.
 */
export function artRoutes(app: App, services: Services): void {
	const draw = drawnOnce(path.join(services.config.dataDir, 'art'))

	app.route({
		method: 'GET',
		url: '/art/covers/:slug.webp',
		schema: { params: Shape({ slug: Slug }), querystring: Width },
		async handler(request, reply) {
			const facts = await factsOf(services, request.params.slug)
			const width = atLeast(WIDTHS.covers, request.query.w ?? 300)
			return reply
				.headers(cached)
				.send(await draw(async () => (await drawing()).coverSvg(facts), `cover ${JSON.stringify(facts)}`, width))
		},
	})

	app.route({
		method: 'GET',
		url: '/art/scenes/:slug-:index(^[1-3]$).webp',
		schema: { params: Shape({ slug: Slug, index: Integer({ minimum: 1, maximum: 3 }) }), querystring: Width },
		async handler(request, reply) {
			const { slug, index } = request.params
			const facts = await factsOf(services, slug)
			const width = atLeast(WIDTHS.scenes, request.query.w ?? 640)
			return reply
				.headers(cached)
				.send(
					await draw(
						async () => (await drawing()).illustrationSvg(facts, index),
						`scene ${index} ${JSON.stringify(facts)}`,
						width,
					),
				)
		},
	})
}

// the font and what draws with it take 26 MB, so they come with the first picture that has to be drawn
const drawing = () => import('./cover.ts')

const cached = {
	'content-type': 'image/webp',
	'cache-control': `public, max-age=${DAY_SECONDS}, stale-while-revalidate=${30 * DAY_SECONDS}`,
	// the native app's pages show them too
	'cross-origin-resource-policy': 'cross-origin',
}

async function factsOf({ db }: Services, slug: string): Promise<ArtFacts> {
	const facts = await findArtFacts(db, BUILTIN_SOURCE, `${BUILTIN_SOURCE}:${slug}`)
	if (!facts) throw notFound(NO_PICTURE)
	return facts
}

function atLeast(widths: readonly number[], asked: number): number {
	return widths.find((width) => width >= asked) ?? widths.at(-1) ?? asked
}
