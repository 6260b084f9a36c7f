import { createHash } from 'node:crypto'
import type { Config } from '#server/config.ts'
import type { App } from '#server/http/app-type.ts'
import { endpointCollector, openApi } from './openapi.ts'
import { API_DOCS_STYLE, apiDocsPage } from './page.ts'

const STYLE_HASH = `sha256-${createHash('sha256').update(API_DOCS_STYLE).digest('base64')}`
const POLICY = `default-src 'none'; style-src '${STYLE_HASH}'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'`

/**
 * Serves the API's description at `/api/openapi.json` and a page to read at `/api/docs`. Call it before the routes are
 * added: it collects them as they come.
 */
export function describeApi(app: App, config: Config): void {
	const { endpoints, collect } = endpointCollector()
	app.addHook('onRoute', collect)
	let made: { json: string; page: string } | undefined
	const described = () => {
		if (!made) {
			const description = openApi(endpoints, config)
			made = { json: JSON.stringify(description), page: apiDocsPage(description) }
		}
		return made
	}

	app.get('/api/openapi.json', (_request, reply) =>
		reply.type('application/json; charset=utf-8').send(described().json),
	)
	app.get('/api/docs', (_request, reply) =>
		reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(described().page),
	)
}
