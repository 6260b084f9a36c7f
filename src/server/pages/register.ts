import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { Services } from '../services.ts'
import { brokenPage } from './broken-page.ts'
import { type Page, pageBody, pageCache, pageOf } from './page-cache.ts'
import { loadRendering, visitorTransport } from './rendering.ts'
import { loadShell } from './shell.ts'
import { staticFiles } from './static-files.ts'

const dist = new URL('../../../dist/', import.meta.url)

/** Adds the rendered pages and the files that they load. Throws when the web client has not been built. */
export async function registerPages(app: App, services: Services): Promise<void> {
	const { config } = services
	const { render } = await loadRendering(new URL('server/entry-server.js', dist))
	const inShell = await loadShell(new URL('client/.vite/manifest.json', dist))
	const cached = pageCache(services.clock)
	await staticFiles(app, new URL('client/', dist))

	async function renderPage(request: FastifyRequest, origin: string): Promise<Page> {
		const site = { origin, contactEmail: config.contactEmail }
		const page = await render({ url: request.url, site }, visitorTransport(app, request.ip))
		return page.redirect === undefined ? pageOf(page.status, inShell(page)) : pageOf(page.status, '', page.redirect)
	}

	app.get('/*', async (request, reply) => {
		const [path = '/', query] = request.url.split('?', 2)
		if (/^\/api(\/|$)/.test(path)) return reply.callNotFound()
		if (path.length > 1 && /[/\\]$/.test(path)) return reply.redirect(withoutSlashes(path) + (query ? `?${query}` : ''), 308)
		const origin = config.publicUrl ?? originOf(request)
		try {
			return await answerPage(await cached(`${origin} ${request.url}`, () => renderPage(request, origin)), request, reply)
		} catch (error) {
			request.log.error({ err: error }, 'rendering failed')
			return reply.code(500).headers(uncached).type('text/html; charset=utf-8').send(brokenPage)
		}
	})
}

const uncached = { 'cache-control': 'no-store' }
const revalidated = { 'cache-control': 'public, max-age=0, must-revalidate', vary: 'accept-encoding' }

async function answerPage(page: Page, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
	if (page.redirect !== undefined) return reply.redirect(page.redirect, page.status)
	const { encoding, etag, body } = pageBody(page, header(request.headers['accept-encoding']))
	reply.headers(page.status < 500 ? revalidated : uncached).header('etag', etag)
	if (page.status === 200 && isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
	reply.code(page.status).type('text/html; charset=utf-8')
	if (encoding !== 'identity') reply.header('content-encoding', encoding)
	return reply.send(await body())
}

function header(value: string | string[] | undefined): string | undefined {
	return Array.isArray(value) ? value.join() : value
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
	return ifNoneMatch !== undefined && ifNoneMatch.split(',').some((known) => known.trim().replace(/^W\//, '') === etag)
}

// A second slash at the front would name another host.
function withoutSlashes(path: string): string {
	return `/${path.replace(/^[/\\]+|[/\\]+$/g, '')}`
}

/** Where this request was sent; only used where the operator has not said where the site is. */
function originOf({ protocol, host }: FastifyRequest): string {
	const url = `${protocol}://${host}`
	return URL.canParse(url) ? new URL(url).origin : 'http://localhost'
}
