import type { FastifyReply, FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { paths } from '#contract/paths.ts'
import type { Review, ReviewsPage } from '#contract/reviews.ts'
import { Username } from '#contract/sessions.ts'
import { USER_NOT_FOUND } from '#contract/users.ts'
import type { App } from '#server/http/app-type.ts'
import { notFound, tooManyRequests, unavailable } from '#server/http/errors.ts'
import { getRequestPath, getSiteOrigin } from '#server/http/origin.ts'
import { TOO_MANY_REQUESTS } from '#server/http/rate-limits.ts'
import { escapeXml } from '#server/http/xml.ts'
import type { Services } from '#server/services.ts'
import { createPage, type PageCache } from './page-cache.ts'
import { sendPage } from './page-response.ts'
import { getAgeMs } from './renderer.ts'

const MAX_ENTRIES = 30

/** Adds the Atom feeds of the newest reviews: of all users, and of one user. */
export function feedRoutes(app: App, { config }: Services, pageCache: PageCache): void {
	async function answer(
		request: FastifyRequest,
		reply: FastifyReply,
		filter: string,
		title: string,
		page: string,
	): Promise<FastifyReply> {
		const origin = getSiteOrigin(config, request)
		const feedPage = await pageCache.getOrRender(`${origin} ${getRequestPath(request)}`, async () => {
			const { statusCode, headers, body } = await app.inject({
				url: `/api/reviews?isNews=true&limit=${MAX_ENTRIES}${filter}`,
				remoteAddress: request.ip,
			})
			if (statusCode === 429) throw tooManyRequests(TOO_MANY_REQUESTS, Number(headers['retry-after']))
			if (statusCode === 404) throw notFound(USER_NOT_FOUND)
			if (statusCode === 503) throw unavailable()
			if (statusCode !== 200) throw new Error(`The reviews of a feed answered ${statusCode}`)
			const { reviews }: ReviewsPage = JSON.parse(body)
			const self = origin + getRequestPath(request).split('?', 1)[0]
			return createPage(200, buildAtomFeed({ title, self, page: origin + page, origin, reviews }), {
				type: 'application/atom+xml; charset=utf-8',
				ageMs: getAgeMs(headers),
			})
		})
		return sendPage(feedPage, request, reply)
	}

	app.route({
		method: 'GET',
		url: '/feeds/reviews.atom',
		handler: (request, reply) => answer(request, reply, '', 'Savepoint: newest reviews', paths.reviews()),
	})

	app.route({
		method: 'GET',
		url: '/feeds/users/:username.atom',
		schema: { params: Type.Object({ username: Username }) },
		handler(request, reply) {
			const { username } = request.params
			return answer(
				request,
				reply,
				`&username=${username}`,
				`Savepoint: reviews by ${username}`,
				paths.userReviews(username),
			)
		},
	})
}

interface Feed {
	title: string
	/** The feed's URL. */
	self: string
	/** The URL of the page with the same reviews. */
	page: string
	origin: string
	reviews: readonly Review[]
}

/** Builds an Atom document (RFC 4287). Its time is that of the newest entry, so it changes only when the entries do. */
export function buildAtomFeed({ title, self, page, origin, reviews }: Feed): string {
	const updated =
		reviews
			.map((review) => review.updatedAt)
			.sort()
			.at(-1) ?? '1970-01-01T00:00:00.000Z'
	return (
		'<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">' +
		`<title>${escapeXml(title)}</title><id>${escapeXml(self)}</id><updated>${updated}</updated>` +
		`<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/><link href="${escapeXml(page)}"/>` +
		`${reviews.map((review) => buildEntry(review, origin)).join('')}</feed>\n`
	)
}

function buildEntry(review: Review, origin: string): string {
	return (
		`<entry><title>${escapeXml(`${review.game.name}: ${review.rating} out of 5`)}</title><id>urn:uuid:${review.id}</id>` +
		`<link href="${escapeXml(origin + paths.review(review.id))}"/><published>${review.createdAt}</published><updated>${review.updatedAt}</updated>` +
		`<author><name>${escapeXml(review.username)}</name></author><content type="text">${escapeXml(review.description)}</content></entry>`
	)
}
