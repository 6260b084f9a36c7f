import type { FastifyReply, FastifyRequest } from 'fastify'
import { RETRY_AFTER_SECONDS } from '#server/http/errors.ts'
import { badPathPage } from './fallback-pages.ts'
import { isCacheable, type Page, selectVariant } from './page-cache.ts'

/** Headers of responses that must not be cached. */
export const NO_CACHE_HEADERS = { 'cache-control': 'no-store' }
export const REVALIDATE_HEADERS = { 'cache-control': 'public, max-age=0, must-revalidate', vary: 'accept-encoding' }

/** Sends a page in an encoding that the client accepts, or 304 if the client's copy is current. */
export async function sendPage(
	page: Page,
	request: FastifyRequest,
	reply: FastifyReply,
	headers: Readonly<Record<string, string>> = isCacheable(page) ? REVALIDATE_HEADERS : NO_CACHE_HEADERS,
): Promise<FastifyReply> {
	if (page.redirect !== undefined) return reply.redirect(page.redirect, page.status)
	const { encoding, etag, body } = selectVariant(page, joinHeader(request.headers['accept-encoding']))
	reply.headers(headers).header('etag', etag)
	if (page.policy !== undefined) reply.header('content-security-policy', page.policy)
	if (page.status === 200 && matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
	reply.code(page.status).type(page.type)
	if (page.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
	if (encoding !== 'identity') reply.header('content-encoding', encoding)
	return reply.send(await body())
}

/** Whether a path or URL is one of the API, where clients expect JSON. */
export function isOfApi(path: string): boolean {
	return /^\/api(?![^/?])/.test(path)
}

/** Sends the page for a path that the router cannot decode (400) or the route table cannot match. */
export function sendBadPath(reply: FastifyReply, status: 400 | 404): FastifyReply {
	return reply.code(status).headers(NO_CACHE_HEADERS).type('text/html; charset=utf-8').send(badPathPage)
}

function joinHeader(header: string | string[] | undefined): string | undefined {
	return Array.isArray(header) ? header.join() : header
}

/** Whether an If-None-Match header contains the ETag. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
	if (ifNoneMatch === undefined || ifNoneMatch === etag) return ifNoneMatch === etag
	return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
