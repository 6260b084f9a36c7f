import type { FastifyReply, FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { paths } from '#contract/paths.ts'
import { GameId, Uuid } from '#contract/shapes.ts'
import type { Db } from '#server/db/tables.ts'
import { isYounger } from '#server/http/age.ts'
import type { App } from '#server/http/app-type.ts'
import { getRequestPath, getSiteOrigin } from '#server/http/origin.ts'
import { escapeXml } from '#server/http/xml.ts'
import type { Services } from '#server/services.ts'
import { createPage, type PageCache } from './page-cache.ts'
import { sendPage } from './page-response.ts'
import {
	findGameIdAfter,
	findIdAfter,
	listGamesAfter,
	listKindsOfGames,
	listListsAfter,
	listReviewsAfter,
	listSeriesAfter,
	listStudiosAfter,
	listUsersAfter,
	type SitemapEntry,
} from './queries.ts'

const PART_SIZE = 5_000
const INDEX_MAX_AGE_MS = 10 * 60_000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const FIXED_PATHS = [
	paths.home(),
	paths.games(),
	paths.upcoming(),
	paths.reviews(),
	paths.lists(),
	paths.users(),
	paths.about(),
	paths.popularity(),
	paths.privacyPolicy(),
	paths.transparency(),
]
const SITEMAP_NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/**
 * Adds `robots.txt` and the sitemap: an index, and parts that each begin after an id, so that every part costs the same
 * and new content changes only the last one.
 */
export function sitemapRoutes(app: App, services: Services, pageCache: PageCache): void {
	const answer: Answer = async (request, reply, type, build) => {
		const origin = getSiteOrigin(services.config, request)
		const page = await pageCache.getOrRender(`${origin} ${getRequestPath(request)}`, async () =>
			createPage(200, await build(origin), { type: `${type}; charset=utf-8` }),
		)
		return sendPage(page, request, reply)
	}
	addIndexRoutes(app, services, answer)
	addPartRoutes(app, services, answer)
}

/** Answers with the cached text that `build` returns for an origin. */
type Answer = (
	request: FastifyRequest,
	reply: FastifyReply,
	type: string,
	build: (origin: string) => Promise<string>,
) => Promise<FastifyReply>

function addIndexRoutes(app: App, { config, clock }: Services, answer: Answer): void {
	const listParts = memoizeFor(INDEX_MAX_AGE_MS, clock, listPartPaths)

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
		config: { mayLagFor: 'everyone' },
		handler: (request, reply) =>
			answer(request, reply, 'application/xml', async (origin) => {
				const parts = (await listParts(request.reads)).map(
					(path) => `<sitemap><loc>${escapeXml(origin + path)}</loc></sitemap>`,
				)
				return `<?xml version="1.0" encoding="utf-8"?>\n<sitemapindex xmlns="${SITEMAP_NAMESPACE}">${parts.join('')}</sitemapindex>\n`
			}),
	})
}

function addPartRoutes(app: App, { siteSettings }: Services, answer: Answer): void {
	const answerEntries = <Id>(
		request: FastifyRequest,
		reply: FastifyReply,
		toPath: (id: Id) => string,
		read: () => Promise<SitemapEntry<Id>[]>,
	) =>
		answer(request, reply, 'application/xml', async (origin) =>
			buildUrlSet((await read()).map(({ id, updated_at }) => ({ url: origin + toPath(id), updatedAt: updated_at }))),
		)

	app.route({
		method: 'GET',
		url: '/sitemaps/pages.xml',
		handler: (request, reply) =>
			answer(request, reply, 'application/xml', async (origin) => {
				const { rules } = await siteSettings.peek()
				return buildUrlSet([...FIXED_PATHS, ...(rules ? [paths.rules()] : [])].map((path) => ({ url: origin + path })))
			}),
	})

	app.route({
		method: 'GET',
		url: '/sitemaps/browse.xml',
		config: { mayLagFor: 'everyone' },
		handler: (request, reply) =>
			answer(request, reply, 'application/xml', async (origin) => {
				const kinds = await listKindsOfGames(request.reads)
				return buildUrlSet(
					kinds.map(({ facet, label }) => ({
						url: origin + paths.games(facet === 'genre' ? { genre: label } : { platform: label }),
					})),
				)
			}),
	})

	app.route({
		method: 'GET',
		url: '/sitemaps/games-:after.xml',
		config: { mayLagFor: 'everyone' },
		schema: { params: Type.Object({ after: { ...GameId(), minimum: 0 } }) },
		handler: (request, reply) =>
			answerEntries(request, reply, paths.game, () => listGamesAfter(request.reads, request.params.after, PART_SIZE)),
	})

	app.route({
		method: 'GET',
		url: '/sitemaps/studios-:after.xml',
		config: { mayLagFor: 'everyone' },
		schema: { params: Type.Object({ after: { ...GameId(), minimum: 0 } }) },
		handler: (request, reply) =>
			answer(request, reply, 'application/xml', async (origin) => {
				const studios = await listStudiosAfter(request.reads, request.params.after, PART_SIZE)
				return buildUrlSet(studios.map(({ studio }) => ({ url: origin + paths.games({ developer: studio }) })))
			}),
	})

	app.route({
		method: 'GET',
		url: '/sitemaps/series-:after.xml',
		config: { mayLagFor: 'everyone' },
		schema: { params: Type.Object({ after: { ...GameId(), minimum: 0 } }) },
		handler: (request, reply) =>
			answer(request, reply, 'application/xml', async (origin) => {
				const series = await listSeriesAfter(request.reads, request.params.after, PART_SIZE)
				return buildUrlSet(series.map(({ slug }) => ({ url: origin + paths.series(slug) })))
			}),
	})

	app.route({
		method: 'GET',
		url: '/sitemaps/reviews-:after.xml',
		config: { mayLagFor: 'everyone' },
		schema: { params: Type.Object({ after: Uuid() }) },
		handler: (request, reply) =>
			answerEntries(request, reply, paths.review, () =>
				listReviewsAfter(request.reads, request.params.after, PART_SIZE),
			),
	})

	app.route({
		method: 'GET',
		url: '/sitemaps/lists-:after.xml',
		config: { mayLagFor: 'everyone' },
		schema: { params: Type.Object({ after: Uuid() }) },
		handler: (request, reply) =>
			answerEntries(request, reply, paths.list, () => listListsAfter(request.reads, request.params.after, PART_SIZE)),
	})

	// Without modification times: any activity changes a profile, and the time of the last change is not stored
	app.route({
		method: 'GET',
		url: '/sitemaps/users-:after.xml',
		config: { mayLagFor: 'everyone' },
		schema: { params: Type.Object({ after: Uuid() }) },
		handler: (request, reply) =>
			answer(request, reply, 'application/xml', async (origin) => {
				const users = await listUsersAfter(request.reads, request.params.after, PART_SIZE)
				const pages = users.flatMap(({ username, has_library }) =>
					has_library
						? [paths.profile(username), paths.library(username), paths.stats(username)]
						: [paths.profile(username)],
				)
				return buildUrlSet(pages.map((path) => ({ url: origin + path })))
			}),
	})
}

async function listPartPaths(db: Db): Promise<string[]> {
	const parts = ['/sitemaps/pages.xml', '/sitemaps/browse.xml']
	for (let after: number | undefined = 0; after !== undefined; after = await findGameIdAfter(db, after, PART_SIZE))
		parts.push(`/sitemaps/games-${after}.xml`, `/sitemaps/studios-${after}.xml`, `/sitemaps/series-${after}.xml`)
	for (const table of ['reviews', 'lists', 'users'] as const)
		for (
			let after: string | undefined = FIRST_ID;
			after !== undefined;
			after = await findIdAfter(db, table, after, PART_SIZE)
		)
			parts.push(`/sitemaps/${table}-${after}.xml`)
	return parts
}

function buildUrlSet(pages: readonly { url: string; updatedAt?: string }[]): string {
	const urls = pages.map(
		({ url, updatedAt }) =>
			`<url><loc>${escapeXml(url)}</loc>${updatedAt ? `<lastmod>${updatedAt}</lastmod>` : ''}</url>`,
	)
	return `<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="${SITEMAP_NAMESPACE}">${urls.join('')}</urlset>\n`
}

/** Memoizes a value for a number of milliseconds. Concurrent callers share one computation; failures are not cached. */
function memoizeFor<Input, T>(
	ms: number,
	clock: () => number,
	compute: (input: Input) => Promise<T>,
): (input: Input) => Promise<T> {
	let cached: { value: Promise<T>; sinceMs: number } | undefined
	return (input) => {
		if (cached && isYounger(cached.sinceMs, ms, clock())) return cached.value
		const value = compute(input)
		cached = { value, sinceMs: clock() }
		value.catch(() => {
			cached = undefined
		})
		return value
	}
}
