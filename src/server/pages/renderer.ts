import type { SocialLink } from '#contract/site.ts'
import type { App } from '#server/http/app-type.ts'

/** What the built module `dist/server/entry-server.js` gives; src/web/app/entry-server.tsx is its source. */
export interface Renderer {
	render(
		request: {
			url: string
			site: {
				origin: string
				contactEmail: string
				providers: string[]
				socialLinks: readonly SocialLink[]
				notice?: string
			}
		},
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
export async function loadRenderer(file: URL): Promise<Renderer> {
	const module: unknown = await import(file.href)
	if (!isRenderer(module)) throw new Error(`${file.pathname} has no function render: build the web client again.`)
	return module
}

function isRenderer(module: unknown): module is Renderer {
	return typeof module === 'object' && module !== null && 'render' in module && typeof module.render === 'function'
}

/** How one page's rendering calls the API. */
interface VisitorTransport {
	send: Parameters<Renderer['render']>[1]
	/** Whether a call was answered that the API is not available; those after it are not made. */
	isUnavailable: () => boolean
}

/** Calls the API in this process, as a visitor at the given address, whose limits on use it counts to. */
export function createTransport(app: App, remoteAddress: string): VisitorTransport {
	let unavailableAnswer: { status: number; body: unknown } | undefined
	return {
		isUnavailable: () => unavailableAnswer !== undefined,
		async send({ method, url, headers }) {
			if (method !== 'GET') throw new Error('A page that is being rendered only reads')
			if (unavailableAnswer) return unavailableAnswer
			const response = await app.inject({ method, url, headers, remoteAddress })
			const answer = { status: response.statusCode, body: response.json() }
			if (answer.status === 503) unavailableAnswer = answer
			return answer
		},
	}
}
