import { createHash } from 'node:crypto'
import type { App } from './app.ts'
import type { Config } from './config.ts'
import { endpointCollector, openApi } from './openapi.ts'

type Description = ReturnType<typeof openApi>

/**
 * Serves the API's description at `/api/openapi.json` and a page to read at `/api/docs`. Call it before the routes are
 * added: it collects them as they come.
 */
export function describeApi(app: App, config: Config): void {
	const { endpoints, collect } = endpointCollector()
	app.addHook('onRoute', collect)
	const describe = () => openApi(endpoints, config.publicUrl ?? '/')

	app.get('/api/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(describe()))
	app.get('/api/docs', (_request, reply) =>
		reply
			.header('content-security-policy', `default-src 'none'; style-src '${hashOf(STYLE)}'; ${POLICY}`)
			.type('text/html; charset=utf-8')
			.send(docsPage(describe())),
	)
}

const POLICY = "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"

const STYLE = `:root{color-scheme:dark light;--line:light-dark(#e2ddd3,#2b3340);--muted:light-dark(#5a6270,#a3adbd)}
body{font:16px/1.55 system-ui,sans-serif;max-width:860px;margin:0 auto;padding:32px 16px 72px;background:light-dark(#f7f5f1,#0f1218);color:light-dark(#1b1e24,#eef1f6)}
h1{margin:0}h2{margin:48px 0 8px;text-transform:capitalize}a{color:inherit}code,pre{font:13px/1.5 ui-monospace,monospace}
details{border-top:1px solid var(--line);padding:12px 0}summary{cursor:pointer;overflow-wrap:anywhere}summary b{display:inline-block;min-width:4.5em}
summary span,p{color:var(--muted)}pre{overflow:auto;padding:12px;border:1px solid var(--line);border-radius:6px}`

function docsPage({ info, paths }: Description): string {
	const operations = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({ path, method, ...(operation as Operation) })),
	)
	const sections = [...Map.groupBy(operations, ({ tags }) => tags[0])].map(
		([tag, group]) => `<h2>${escaped(String(tag))}</h2>${group.map(operationHtml).join('')}`,
	)
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Savepoint API</title><style>${STYLE}</style></head><body><main><h1>Savepoint API</h1><p>${escaped(info.description)} Made for programs: <a href="/api/openapi.json">openapi.json</a>.</p>${sections.join('')}</main></body></html>`
}

interface Operation {
	summary: string
	tags: string[]
	security: unknown[]
	parameters: { name: string; in: string; required: boolean; schema: unknown }[]
	requestBody?: { content: { 'application/json': { schema: unknown } } }
	responses: Record<string, { description: string; content: { 'application/json': { schema: unknown } } }>
}

function operationHtml(operation: Operation & { path: string; method: string }): string {
	const { parameters, requestBody, responses, security } = operation
	const named = parameters.map(
		({ name, in: place, required, schema }) =>
			`<li><code>${escaped(name)}</code> in ${place}${required ? ', needed' : ''}: <code>${escaped(JSON.stringify(schema))}</code></li>`,
	)
	const answers = Object.entries(responses).map(([status, { description, content }]) => {
		const { schema } = content['application/json']
		return status.startsWith('2') ? `<p>${status}</p>${json(schema)}` : `<p>${status}: ${escaped(description)}</p>`
	})
	const who = security.length === 0 ? 'no token' : security.length === 1 ? 'token needed' : 'token optional'
	return `<details><summary><b>${operation.method.toUpperCase()}</b> <code>${escaped(operation.path)}</code> <span>${escaped(operation.summary)} · ${who}</span></summary>${
		named.length > 0 ? `<ul>${named.join('')}</ul>` : ''
	}${requestBody ? `<p>Body</p>${json(requestBody.content['application/json'].schema)}` : ''}${answers.join('')}</details>`
}

function json(schema: unknown): string {
	return `<pre>${escaped(JSON.stringify(schema, null, 2))}</pre>`
}

function escaped(text: string): string {
	return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}

function hashOf(text: string): string {
	return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
