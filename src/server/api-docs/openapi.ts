import type { RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { IDEMPOTENCY_KEY_MAX } from '#contract/idempotency.ts'
import { LIMITS } from '#contract/limits.ts'
import { Failure } from '#contract/shapes.ts'
import type { Config } from '#server/config.ts'
import { limitOf } from '#server/http/rate-limits.ts'
import { type Described, documentedRefusals } from './documented-refusals.ts'
import { exampleOf } from './examples.ts'
import type { DocumentedRefusal } from './refusals.ts'

/** What a refusal of each status means; its codes say which one it is. */
const MEANINGS: Readonly<Record<number, string>> = {
	400: 'The input is not valid, or breaks a rule',
	401: 'Nobody is signed in, or the credentials are not valid',
	403: "It is someone else's",
	404: 'There is no such thing',
	409: 'It conflicts with what exists',
	413: 'The body is too large',
	414: 'The address is too long',
	415: 'The body is not of the type that the call takes',
	429: 'Too many requests; `Retry-After` says in how many seconds to try again',
	500: 'A fault of the server; `requestId` names it in the log',
	503: 'The server is not available right now; `Retry-After` says in how many seconds to try again',
}

const INTRODUCTION = `JSON in UTF-8. Times are ISO 8601 in UTC with milliseconds; absent values are null. Unknown properties are ignored, wrong types refused. Send the access token as a bearer token; it lives 15 minutes, then exchange the refresh token for a new pair. Lists answer \`nextCursor\`; send it back as \`cursor\` to go on.

Every error answers \`success: false\`, a sentence for people in \`error\`, and a stable word for programs in \`code\`; \`details\` names each wrong field. Addresses longer than the server reads answer 414 or 431.

Calls that make something take an \`Idempotency-Key\`. Sent again with the same key and body within a day, such a call has happened once and answers with what it made.

Each call counts towards a limit on use, of the account or else of the address (of an IPv6 address, its /64 network). The answer says in \`RateLimit-Limit\` how many requests are allowed, in \`RateLimit-Remaining\` how many are left, and in \`RateLimit-Reset\` after how many seconds it begins again.`

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

export interface Operation {
	operationId: string
	summary: string
	description: string
	tags: string[]
	security: Record<string, string[]>[]
	parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: unknown; example: unknown }[]
	requestBody?: { required: boolean; content: Record<string, { schema: unknown; example: unknown }> }
	responses: Record<string, OperationAnswer>
	'x-rate-limit': ReturnType<typeof limitOf>
}

export interface OperationAnswer {
	description: string
	headers?: Record<string, unknown>
	/** Nothing where the browser is led elsewhere. */
	content?: {
		'application/json': {
			schema: unknown
			example?: unknown
			/** Of a refusal: one for each code. */
			examples?: Record<string, { summary: string; value: unknown }>
		}
	}
}

/** The description of the API in OpenAPI 3.1, made from the endpoints themselves. */
export function openApi(endpoints: readonly Described[], config: Config) {
	const paths: Record<string, Record<string, Operation>> = {}
	for (const endpoint of endpoints) {
		const path = endpoint.url.replace(/:(\w+)/g, '{$1}')
		paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, config) }
	}
	return {
		openapi: '3.1.0',
		info: {
			title: 'Savepoint',
			version: '1',
			summary: 'Games, reviews, lists and what friends play',
			description: INTRODUCTION,
			license: { name: 'MIT', identifier: 'MIT' },
		},
		servers: [{ url: config.publicUrl ?? '/' }],
		tags: [...new Set(endpoints.map(tagOf))].map((name) => ({ name })),
		paths,
		components: {
			schemas: { Failure: plain(Failure) },
			headers: {
				limit: header('Requests that are allowed in the running minute'),
				remaining: header('Requests that are left of them'),
				reset: header('Seconds until the next minute begins'),
				retryAfter: header('Seconds to wait before the next try'),
			},
			securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
		},
	}
}

function operation(endpoint: Described, appConfig: Config): Operation {
	const { config, schema } = endpoint
	const limit = limitOf(config, appConfig)
	const success = Object.entries(schema.response).map(([status, body]) => [
		status,
		{
			description: 'Done',
			headers: RATE_LIMIT_HEADERS,
			content: { 'application/json': { schema: plain(body), example: exampleOf(body) } },
		},
	])
	const redirects =
		config.redirects === undefined
			? []
			: [['302', { description: config.redirects, headers: { ...RATE_LIMIT_HEADERS, Location: LOCATION_HEADER } }]]
	const refusals = [...documentedRefusals(endpoint)].map(([status, kinds]) => [
		String(status),
		refusal(status, kinds, config.bodyBytes),
	])
	return {
		operationId: operationId(endpoint),
		summary: config.summary,
		description: `At most ${limit.requests} requests of the class \`${limit.class}\` in ${limit.seconds} seconds, of an account or else of an address.`,
		tags: [tagOf(endpoint)],
		security:
			config.auth === 'nobody' ? [] : config.auth === 'user' ? [{ accessToken: [] }] : [{}, { accessToken: [] }],
		parameters: [
			...parameters(schema.params, 'path'),
			...parameters(schema.querystring, 'query'),
			...(config.isIdempotentByKey ? [IDEMPOTENCY_PARAMETER] : []),
		],
		...(schema.body
			? {
					requestBody: {
						required: requiredOf(schema.body).length > 0,
						content: {
							[config.asForm ? 'multipart/form-data' : 'application/json']: {
								schema: plain(schema.body),
								example: exampleOf(schema.body),
							},
						},
					},
				}
			: {}),
		responses: Object.fromEntries([...success, ...redirects, ...refusals]),
		'x-rate-limit': limit,
	}
}

const IDEMPOTENCY_PARAMETER = {
	name: 'Idempotency-Key',
	in: 'header' as const,
	required: false,
	schema: { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX },
	example: 'f0c1de1e-5a0b-4b0e-9c5e-0a4f9d3c7b21',
}
const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` })
const RATE_LIMIT_HEADERS = {
	'RateLimit-Limit': headerRef('limit'),
	'RateLimit-Remaining': headerRef('remaining'),
	'RateLimit-Reset': headerRef('reset'),
}
const LOCATION_HEADER = { description: 'Where to go on', schema: { type: 'string' } }
const RETRY_HEADER = { 'Retry-After': headerRef('retryAfter') }
const HEADERS: Readonly<Record<number, Record<string, unknown>>> = {
	429: { ...RATE_LIMIT_HEADERS, ...RETRY_HEADER },
	503: RETRY_HEADER,
}

function header(description: string) {
	return { description, schema: { type: 'integer', minimum: 0 } }
}

function refusal(
	status: number,
	kinds: readonly DocumentedRefusal[],
	bodyBytes: number = LIMITS.bodyBytes,
): OperationAnswer {
	const meaning = MEANINGS[status] ?? 'Refused'
	const extra = Object.assign({}, ...kinds.map((kind) => kind.extra ?? {}))
	const schema = { $ref: '#/components/schemas/Failure' }
	return {
		description: status === 413 ? `${meaning}: more than ${bodyBytes / 1024 / 1024} MB` : meaning,
		...(HEADERS[status] ? { headers: HEADERS[status] } : {}),
		content: {
			'application/json': {
				schema:
					Object.keys(extra).length > 0 ? { allOf: [schema, { type: 'object', properties: plain(extra) }] } : schema,
				examples: Object.fromEntries(
					kinds.map((kind, place) => [
						nameOf(kinds, place),
						{ summary: kind.error, value: refusalExample(status, kind) },
					]),
				),
			},
		},
	}
}

/** The code of a refusal; where an earlier one has the same code but another sentence, with its place. */
function nameOf(kinds: readonly DocumentedRefusal[], place: number): string {
	const code = kinds[place]?.code ?? ''
	return kinds.findIndex((kind) => kind.code === code) === place ? code : `${code}_${place + 1}`
}

function refusalExample(status: number, { code, error, extra = {} }: DocumentedRefusal) {
	return {
		success: false,
		error,
		code,
		...(code === 'invalid_input' ? { details: [{ path: 'field', message: error }] } : {}),
		...Object.fromEntries(Object.entries(extra).map(([name, schema]) => [name, exampleOf(schema, name)])),
		...(status >= 500 ? { requestId: 'f0c1de1e-5a0b-4b0e-9c5e-0a4f9d3c7b21' } : {}),
	}
}

function parameters(schema: TSchema | undefined, place: 'path' | 'query'): Operation['parameters'] {
	const required = requiredOf(schema)
	return Object.entries((schema as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {}).map(
		([name, property]) => ({
			name,
			in: place,
			required: place === 'path' || required.includes(name),
			schema: plain(property),
			example: exampleOf(property, name),
		}),
	)
}

function requiredOf(schema: TSchema | undefined): readonly string[] {
	return (schema as { required?: readonly string[] } | undefined)?.required ?? []
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
