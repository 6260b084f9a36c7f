import { describeSite } from '#server/features/site/routes.ts'
import type { App } from '#server/http/app-type.ts'
import { AppError, isUnavailable, logOutage, RETRY_AFTER_SECONDS } from '#server/http/errors.ts'
import { getRequestPath, getSiteOrigin } from '#server/http/origin.ts'
import type { Services } from '#server/services.ts'
import { busyPage, errorPage } from './fallback-pages.ts'
import { feedRoutes } from './feeds.ts'
import { createPage, type Page } from './page-cache.ts'
import { isOfApi, NO_CACHE_HEADERS, sendBadPath, sendPage } from './page-response.ts'
import { createTransport, loadRenderer } from './renderer.ts'
import { serviceWorkerRoute } from './service-worker.ts'
import { loadShell } from './shell.ts'
import { sitemapRoutes } from './sitemap.ts'
import { serveStaticFiles } from './static-files.ts'

const DIST = new URL('../../../dist/', import.meta.url)

// The query of these pages contains a secret that only the browser may use: they are rendered and cached without it, and
// they send no referrer.
const SECRET_QUERY =
	/^\/(reset-password|verify-email|confirm-request|confirm-report|unsubscribe|appeal\/[^/]+|oauth\/[^/]+)$/i

// The patterns of the route table do not match line breaks
const LINE_BREAK = /%(0a|0d|e2%80%a[89])/i

/** Adds the rendered pages and their static files. Throws if the web client has not been built. */
export async function registerPages(app: App, services: Services): Promise<void> {
	const { config, pages: pageCache } = services
	const { render } = await loadRenderer(new URL('server/entry-server.js', DIST))
	const wrapInShell = await loadShell(new URL('client/', DIST))
	await serveStaticFiles(app, new URL('client/', DIST))
	await serviceWorkerRoute(app, config, new URL('client/sw.js', DIST))
	feedRoutes(app, services, pageCache)
	sitemapRoutes(app, services, pageCache)

	async function renderPage(url: string, origin: string, visitor: string): Promise<Page> {
		const site = {
			...(await describeSite(services, origin)),
			...(config.demonstration && { demonstration: config.demonstration }),
		}
		const transport = createTransport(app, visitor)
		const page = await render({ url, site }, transport.send)
		if (page.redirect !== undefined)
			return createPage(page.status, '', { redirect: page.redirect, ageMs: transport.getAgeMs() })
		const { html, policy } = wrapInShell(page, site.accent)
		// 503 even if only a small part of the page's data is missing
		return createPage(transport.isUnavailable() ? 503 : page.status, html, { policy, ageMs: transport.getAgeMs() })
	}

	app.get('/*', { config: { routeLabel: 'page' } }, async (request, reply) => {
		const url = getRequestPath(request)
		const [path = '/', query] = url.split('?', 2)
		const hasSecret = query !== undefined && SECRET_QUERY.test(decodePath(path))
		if (isOfApi(path)) return reply.callNotFound()
		if (path.length > 1 && /[/\\]$/.test(path))
			return reply.redirect(trimSlashes(path) + (query ? `?${query}` : ''), 308)
		if (LINE_BREAK.test(path)) return sendBadPath(reply, 404)
		const origin = getSiteOrigin(config, request)
		try {
			const safeUrl = hasSecret ? path : url
			const page = await pageCache.getOrRender(`${origin} ${safeUrl}`, () => renderPage(safeUrl, origin, request.ip))
			if (hasSecret) reply.header('referrer-policy', 'no-referrer')
			return await sendPage(page, request, reply)
		} catch (error) {
			reply.headers(NO_CACHE_HEADERS).type('text/html; charset=utf-8')
			if (error instanceof AppError && error.statusCode === 503) {
				request.refusal = error.code
				return reply.code(503).headers(error.headers).send(busyPage)
			}
			if (isUnavailable(error)) {
				logOutage(request.log, error)
				return reply.code(503).header('retry-after', RETRY_AFTER_SECONDS).send(errorPage)
			}
			request.log.error({ err: error }, 'rendering failed')
			return reply.code(500).send(errorPage)
		}
	})
}

/** Decodes a path like the router does, which ignores percent-encoding and case; returns it as is if it is malformed. */
function decodePath(path: string): string {
	try {
		return decodeURIComponent(path)
	} catch {
		return path
	}
}

// A second slash at the front would make it a URL of another host. Not a regular expression, which would take quadratic
// time to look for trailing slashes in a path with many slashes in the middle.
function trimSlashes(path: string): string {
	let [start, end] = [0, path.length]
	while (start < end && isSlash(path[start])) start++
	while (end > start && isSlash(path[end - 1])) end--
	return `/${path.slice(start, end)}`
}

function isSlash(character: string | undefined): boolean {
	return character === '/' || character === '\\'
}
