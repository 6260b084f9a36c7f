import type { RouteOptions } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { Failure } from '#contract/shapes.ts'

type Described = Pick<Endpoint, 'method' | 'url' | 'config' | 'schema'>

/** What a refusal of a kind of endpoint means, by its status. */
const REFUSALS = {
	400: 'The input is not valid; `details` names each wrong field',
	401: 'No valid access token, or its session has ended',
	403: "It is someone else's",
	404: 'There is no such thing',
	409: 'It conflicts with what exists',
	413: 'The body is too large',
	415: 'The body is not JSON',
	429: 'Too many requests; `Retry-After` says in how many seconds to try again',
	500: 'A fault of the server; `requestId` names it in the log',
	503: 'The server is not available right now',
} as const

/** Collects the API's endpoints as they are added to the app, in their order. */
export function endpointCollector() {
	const endpoints: Described[] = []
	return {
		endpoints,
		collect(route: RouteOptions): void {
			const { method, url, config, schema } = route
			if (config?.summary === undefined || typeof method !== 'string' || method === 'HEAD') return
			endpoints.push({ method, url, config, schema } as Described)
		},
	}
}

/** The description of the API in OpenAPI 3.1, made from the endpoints themselves. */
export function openApi(endpoints: readonly Described[], serverUrl: string) {
	const paths: Record<string, Record<string, unknown>> = {}
	for (const endpoint of endpoints) {
		const path = endpoint.url.replace(/:(\w+)/g, '{$1}')
		paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
	}
	return {
		openapi: '3.1.0',
		info: {
			title: 'Savepoint',
			version: '1',
			summary: 'Games, reviews, lists and what friends play',
			description:
				'JSON in UTF-8. Times are ISO 8601 in UTC with milliseconds; absent values are null. Send the access token as a bearer token; it lives 15 minutes, then exchange the refresh token for a new pair. Lists answer `nextCursor`; send it back as `cursor` to go on.',
			license: { name: 'MIT', identifier: 'MIT' },
		},
		servers: [{ url: serverUrl }],
		tags: [...new Set(endpoints.map(tagOf))].map((name) => ({ name })),
		paths,
		components: {
			schemas: { Failure: plain(Failure) },
			securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
		},
	}
}

function operation(endpoint: Described) {
	const { config, schema, method } = endpoint
	const statuses = [400, ...(config.auth === 'nobody' ? [] : [401]), 429, 500, 503]
	if (config.missing) statuses.push(404)
	if (config.auth === 'user' && (method === 'PUT' || method === 'DELETE')) statuses.push(403)
	if (schema.body) statuses.push(404, 409, 413, 415)
	const success = Object.entries(schema.response).map(([status, body]) => [
		status,
		{ description: 'Done', content: { 'application/json': { schema: plain(body) } } },
	])
	const refusals = [...new Set(statuses)].map((status) => [
		status,
		{
			description: REFUSALS[status as keyof typeof REFUSALS],
			content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
		},
	])
	return {
		operationId: operationId(endpoint),
		summary: config.summary,
		tags: [tagOf(endpoint)],
		security:
			config.auth === 'nobody' ? [] : config.auth === 'user' ? [{ accessToken: [] }] : [{}, { accessToken: [] }],
		parameters: [...parameters(schema.params, 'path'), ...parameters(schema.querystring, 'query')],
		...(schema.body
			? { requestBody: { required: true, content: { 'application/json': { schema: plain(schema.body) } } } }
			: {}),
		responses: Object.fromEntries([...success, ...refusals]),
	}
}

function parameters(schema: unknown, place: 'path' | 'query') {
	const { properties = {}, required = [] } = (schema ?? {}) as {
		properties?: Record<string, unknown>
		required?: string[]
	}
	return Object.entries(properties).map(([name, property]) => ({
		name,
		in: place,
		required: place === 'path' || required.includes(name),
		schema: plain(property),
	}))
}

/** A schema without what only this program understands: sentences and marks. */
function plain(schema: unknown): unknown {
	return JSON.parse(
		JSON.stringify(schema, (key, value) => (key === 'sentences' || key === 'exact' ? undefined : value)),
	)
}

function tagOf({ url }: Described): string {
	return url.split('/')[2] ?? 'api'
}

/** `getReviewsById`-like, unique in the API: the method and the words of the path. */
function operationId({ method, url }: Described): string {
	const words = url
		.split('/')
		.slice(2)
		.map((part) => (part.startsWith(':') ? `by-${part.slice(1)}` : part))
		.join('-')
	return method.toLowerCase() + words.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
}
