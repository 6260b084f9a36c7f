import type { OutgoingHttpHeaders } from 'node:http'
import type { describeSite } from '#server/features/site/routes.ts'
import type { App } from '#server/http/app-type.ts'

/** The exports of the built module `dist/server/entry-server.js`, whose source is `src/web/app/entry-server.tsx`. */
export interface Renderer {
	render(
		request: {
			url: string
			site: Awaited<ReturnType<typeof describeSite>> & { demonstration?: { username: string; password: string } }
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
	forMembers: { module: string; reads: string[] } | null
	redirect?: string
}

interface ApiRequest {
	method: string
	url: string
	headers: Record<string, string>
}

/** Loads the built renderer. Throws if the web client has not been built. */
export async function loadRenderer(file: URL): Promise<Renderer> {
	const module: unknown = await import(file.href)
	if (!isRenderer(module)) throw new Error(`${file.pathname} has no function render: build the web client again.`)
	return module
}

function isRenderer(module: unknown): module is Renderer {
	return typeof module === 'object' && module !== null && 'render' in module && typeof module.render === 'function'
}

/** The API transport of one page's rendering. */
interface VisitorTransport {
	send: Parameters<Renderer['render']>[1]
	/** Whether a call failed with 503. Later calls return the same answer without reaching the API. */
	isUnavailable: () => boolean
	/** The maximum age of the data in the answers so far; see `getAgeMs`. */
	getAgeMs: () => number
}

/** Returns how old the data of a response can be, which a replica served if it has an age. */
export function getAgeMs({ age = '0' }: OutgoingHttpHeaders): number {
	return Number(age) * 1000
}

/** Creates a transport that calls the API in this process and counts towards the rate limits of the visitor's address. */
export function createTransport(app: App, remoteAddress: string): VisitorTransport {
	let ageMs = 0
	let unavailableAnswer: { status: number; body: unknown } | undefined
	return {
		isUnavailable: () => unavailableAnswer !== undefined,
		getAgeMs: () => ageMs,
		async send({ method, url, headers }) {
			if (method !== 'GET') throw new Error('Rendering a page may only send GET requests')
			if (unavailableAnswer) return unavailableAnswer
			const response = await app.inject({ method, url, headers, remoteAddress })
			ageMs = Math.max(ageMs, getAgeMs(response.headers))
			const answer = { status: response.statusCode, body: response.json() }
			if (answer.status === 503) unavailableAnswer = answer
			return answer
		},
	}
}
