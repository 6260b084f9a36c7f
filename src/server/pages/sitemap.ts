import type { FastifyReply, FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { paths } from '#contract/paths.ts'
import { GameId, Uuid } from '#contract/shapes.ts'
import type { App } from '#server/http/app-type.ts'
import { getSiteOrigin, getRequestPath } from '#server/http/origin.ts'
import { escapeXml } from '#server/http/xml.ts'
import type { Services } from '#server/services.ts'
import { type PageCache, createPage } from './page-cache.ts'
import { sendPage } from './page-response.ts'
import { findGameIdAfter, listGamesAfter, listReviewsAfter, type SitemapEntry, listUsersAfter, findIdAfter } from './queries.ts'

const PART_SIZE = 5_000
const INDEX_MAX_AGE_MS = 10 * 60_000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const FIXED_PATHS = [paths.home(), paths.games(), paths.reviews(), paths.users(), paths.about(), paths.privacyPolicy()]
const SITEMAP_NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/**
 * `robots.txt` and the site's map: an index, and parts that begin after an id, so that a part costs the same wherever
 * it lies and what is added later changes the last one only.
 */
export function sitemapRoutes(app: App, { config, db, clock }: Services, cached: PageCache): void {
	const parts = memoizeFor(INDEX_MAX_AGE_MS, clock, () => partPaths())

	async function partPaths(): Promise<string[]> {
		const parts = ['/sitemaps/pages.xml']
		for (let after: number | undefined = 0; after !== undefined; after = await findGameIdAfter(db, after, PART_SIZE))
			parts.push(`/sitemaps/games-${after}.xml`)
		for (const table of ['reviews', 'users'] as const)
			for (
				let after: string | undefined = FIRST_ID;
				after !== undefined;
				after = await findIdAfter(db, table, after, PART_SIZE)
			)
				parts.push(`/sitemaps/${table}-${after}.xml`)
		return parts
	}

	async function answer(
		request: FastifyRequest,
		reply: FastifyReply,
		type: string,
		make: (origin: string) => Promise<string>,
	): Promise<FastifyReply> {
		const origin = getSiteOrigin(config, request)
		const page = await cached(`${origin} ${getRequestPath(request)}`, async () =>
			createPage(200, await make(origin), { type: `${type}; charset=utf-8` }),
		)
		return sendPage(page, request, reply)
	}
	const answerPart = <Id>(
		request: FastifyRequest,
		reply: FastifyReply,
		pathTo: (id: Id) => string,
		read: () => Promise<SitemapEntry<Id>[]>,
	) =>
		answer(request, reply, 'application/xml', async (origin) =>
			buildUrlSet((await read()).map(({ id, updated_at }) => ({ url: origin + pathTo(id), changed: updated_at }))),
		)

	app.route({
		method: 'GET',
		url: '/robots.txt',
		handler: (request, reply) =>
			answer(request, reply, 'text/plain', async (origin) =>
				config.demonstration
					? 'User-agent: *\nDisallow: /\n'
					: `User-agent: *\nDisallow: /api/\nDisallow: /login\nDisallow: /games/*/review\n\nSitemap: ${origin}/sitemap.xml\n`,
			),
	})

	app.route({
		method: 'GET',
		url: '/sitemap.xml',
		handler: (request, reply) =>
			answer(request, reply, 'application/xml', async (origin) => {
				const listed = (await parts()).map((path) => `<sitemap><loc>${escapeXml(origin + path)}</loc></sitemap>`)
				return `<?xml version="1.0" encoding="utf-8"?>\n<sitemapindex xmlns="${SITEMAP_NAMESPACE}">${listed.join('')}</sitemapindex>\n`
			}),
	})

	app.route({
		method: 'GET',
		url: '/sitemaps/pages.xml',
		handler: (request, reply) =>
			answer(request, reply, 'application/xml', async (origin) =>
				buildUrlSet(FIXED_PATHS.map((path) => ({ url: origin + path }))),
			),
	})

	app.route({
		method: 'GET',
		url: '/sitemaps/games-:after.xml',
		schema: { params: Type.Object({ after: { ...GameId(), minimum: 0 } }) },
		handler: (request, reply) =>
			answerPart(request, reply, paths.game, () => listGamesAfter(db, request.params.after, PART_SIZE)),
	})

	app.route({
		method: 'GET',
		url: '/sitemaps/reviews-:after.xml',
		schema: { params: Type.Object({ after: Uuid() }) },
		handler: (request, reply) =>
			answerPart(request, reply, paths.review, () => listReviewsAfter(db, request.params.after, PART_SIZE)),
	})

	// A profile changes with all that somebody does: when, is not kept.
	app.route({
		method: 'GET',
		url: '/sitemaps/users-:after.xml',
		schema: { params: Type.Object({ after: Uuid() }) },
		handler: (request, reply) =>
			answer(request, reply, 'application/xml', async (origin) => {
				const users = await listUsersAfter(db, request.params.after, PART_SIZE)
				return buildUrlSet(users.map(({ username }) => ({ url: origin + paths.profile(username) })))
			}),
	})
}

function buildUrlSet(pages: readonly { url: string; changed?: string }[]): string {
	const urls = pages.map(
		({ url, changed }) => `<url><loc>${escapeXml(url)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`,
	)
	return `<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="${SITEMAP_NAMESPACE}">${urls.join('')}</urlset>\n`
}

/** Makes a value once and again when it is older than that; who asks meanwhile waits for the same making. */
function memoizeFor<T>(ms: number, clock: () => number, make: () => Promise<T>): () => Promise<T> {
	let made: { value: Promise<T>; until: number } | undefined
	return () => {
		if (made && made.until > clock()) return made.value
		const value = make()
		made = { value, until: clock() + ms }
		// A failure is not kept.
		value.catch(() => {
			made = undefined
		})
		return value
	}
}
