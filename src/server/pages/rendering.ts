import type { App } from '../app.ts'

/** What the built module `dist/server/entry-server.js` gives; src/web/entry-server.tsx is its source. */
export interface Rendering {
	render(
		request: { url: string; site: { origin: string; contactEmail: string; providers: string[]; notice?: string } },
		transport: (request: ApiRequest) => Promise<{ status: number; body: unknown }>,
	): Promise<RenderedPage>
}

export interface RenderedPage {
	status: number
	headHtml: string
	bodyHtml: string
	stateJson: string
	routeIds: string[]
	redirect?: string
}

interface ApiRequest {
	method: string
	url: string
	headers: Record<string, string>
}

/** Loads the built rendering. The file is not there until the web client is built. */
export async function loadRendering(file: URL): Promise<Rendering> {
	const module: unknown = await import(file.href)
	if (!isRendering(module)) throw new Error(`${file.pathname} has no function render: build the web client again.`)
	return module
}

function isRendering(module: unknown): module is Rendering {
	return typeof module === 'object' && module !== null && 'render' in module && typeof module.render === 'function'
}

/** Calls the API in this process, as a visitor at the given address, whose limits on use it counts to. */
export function visitorTransport(app: App, remoteAddress: string): Parameters<Rendering['render']>[1] {
	return async ({ method, url, headers }) => {
		if (method !== 'GET') throw new Error('A page that is being rendered only reads')
		const answer = await app.inject({ method, url, headers, remoteAddress })
		return { status: answer.statusCode, body: answer.json() }
	}
}
