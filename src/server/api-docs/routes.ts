import type { RouteOptions } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Config } from '#server/config.ts'
import type { App } from '#server/http/app-type.ts'
import { createHashSource } from '#server/http/security-headers.ts'
import { createOpenApiDocument } from './openapi.ts'
import { API_DOCS_STYLE, renderApiDocs } from './page.ts'

const CONTENT_POLICY = [
	"default-src 'none'",
	`style-src ${createHashSource(API_DOCS_STYLE)}`,
	"object-src 'none'",
	"base-uri 'none'",
	"frame-ancestors 'none'",
	"form-action 'none'",
].join('; ')

/**
 * Serves the OpenAPI document at `/api/openapi.json` and its page at `/api/docs`. Must be called before the routes are
 * added, because it collects them through a hook.
 */
export function registerApiDocs(app: App, config: Config): void {
	const endpoints: Endpoint[] = []
	app.addHook('onRoute', (route) => {
		if (isEndpoint(route)) endpoints.push(route)
	})
	let cache: { json: string; page: string } | undefined
	const describe = () => {
		if (!cache) {
			const document = createOpenApiDocument(endpoints, config)
			cache = { json: JSON.stringify(document), page: renderApiDocs(document) }
		}
		return cache
	}

	app.get('/api/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(describe().json))
	app.get('/api/docs', (_request, reply) =>
		reply.header('content-security-policy', CONTENT_POLICY).type('text/html; charset=utf-8').send(describe().page),
	)
}

/** Excludes files and pages, which have no summary, and the HEAD routes that Fastify adds to GET routes. */
function isEndpoint(route: RouteOptions): route is RouteOptions & Endpoint {
	return route.config?.summary !== undefined && route.method !== 'HEAD'
}
