import type { App } from '../app.ts'
import type { Services } from '../services.ts'
import { answerPage, uncached } from './answer-page.ts'
import { brokenPage } from './broken-page.ts'
import { feedRoutes } from './feeds.ts'
import { answerKeptPages } from './front.ts'
import { originOf, pathOf } from './origin.ts'
import { type Page, pageCache, pageOf } from './page-cache.ts'
import { loadRendering, visitorTransport } from './rendering.ts'
import { loadShell } from './shell.ts'
import { sitemapRoutes } from './sitemap.ts'
import { staticFiles } from './static-files.ts'

const dist = new URL('../../../dist/', import.meta.url)

/** Adds the rendered pages and the files that they load. Throws when the web client has not been built. */
export async function registerPages(app: App, services: Services): Promise<void> {
	const { config } = services
	const { render } = await loadRendering(new URL('server/entry-server.js', dist))
	const inShell = await loadShell(new URL('client/.vite/manifest.json', dist))
	const cached = pageCache(services.clock)
	answerKeptPages(app, config, cached)
	await staticFiles(app, new URL('client/', dist))
	feedRoutes(app, services, cached)
	sitemapRoutes(app, services, cached)

	async function renderPage(url: string, origin: string, visitor: string): Promise<Page> {
		const site = { origin, contactEmail: config.contactEmail }
		const page = await render({ url, site }, visitorTransport(app, visitor))
		return page.redirect === undefined
			? pageOf(page.status, inShell(page))
			: pageOf(page.status, '', { redirect: page.redirect })
	}

	app.get('/*', async (request, reply) => {
		const url = pathOf(request)
		const [path = '/', query] = url.split('?', 2)
		if (/^\/api(\/|$)/.test(path)) return reply.callNotFound()
		if (path.length > 1 && /[/\\]$/.test(path))
			return reply.redirect(withoutSlashes(path) + (query ? `?${query}` : ''), 308)
		const origin = originOf(config, request)
		try {
			const page = await cached(`${origin} ${url}`, () => renderPage(url, origin, request.ip))
			return await answerPage(page, request, reply)
		} catch (error) {
			request.log.error({ err: error }, 'rendering failed')
			return reply.code(500).headers(uncached).type('text/html; charset=utf-8').send(brokenPage)
		}
	})
}

// A second slash at the front would name another host.
function withoutSlashes(path: string): string {
	return `/${path.replace(/^[/\\]+|[/\\]+$/g, '')}`
}
