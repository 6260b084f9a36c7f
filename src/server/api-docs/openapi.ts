import type { TSchema } from 'typebox'
import type { Endpoint } from '#contract/endpoint.ts'
import { IDEMPOTENCY_KEY_MAX } from '#contract/idempotency.ts'
import { Failure } from '#contract/shapes.ts'
import type { Config } from '#server/config.ts'
import { getRateLimit } from '#server/http/rate-limits.ts'
import { getTokenScope } from '#server/http/viewer.ts'
import { createExample } from './examples.ts'
import { describeResponses, HEADER_COMPONENTS, type OperationResponse } from './openapi-responses.ts'
import { requiredNames, toPublicSchema } from './public-schema.ts'

const INTRODUCTION = `The API uses JSON in UTF-8. Times are ISO 8601 in UTC with milliseconds; absent values are null. Unknown properties are ignored; wrong types are rejected. Send the access token as a bearer token. It expires after 15 minutes; then exchange the refresh token for a new pair. Lists return \`nextCursor\`; send it back as \`cursor\` to get the next page.

Every error has \`success: false\`, a sentence for people in \`error\`, and a stable code for programs in \`code\`; \`details\` names each invalid field. URLs that are too long for the server get a 414 or 431.

A program can use a token in the place of an access token, which its owner creates in the settings or with \`POST /api/tokens\`. A token has scopes: \`read\`, \`write\`, which includes \`read\`, and \`sessions\`. Each call says below, and in \`x-token-scope\`, which one it needs, or that no token may make it.

Calls that create something accept an \`Idempotency-Key\`. Repeated with the same key and body within a day, such a call takes effect once and returns what the first one created.

Each call counts towards a rate limit, per account or else per address (for IPv6, per /64 network). \`RateLimit-Limit\` is the number of allowed requests, \`RateLimit-Remaining\` the number left, and \`RateLimit-Reset\` the number of seconds until the count starts over. A token has half of its account's limit, and its calls count for both.`

export type OpenApiDocument = ReturnType<typeof createOpenApiDocument>

export interface Operation {
	operationId: string
	summary: string
	description: string
	tags: string[]
	security: Record<string, string[]>[]
	parameters: Parameter[]
	requestBody?: { required: boolean; content: Record<string, { schema: unknown; example: unknown }> }
	responses: Record<string, OperationResponse>
	'x-rate-limit': ReturnType<typeof getRateLimit>
	/** What a token for programs needs; `none` where it is not read. */
	'x-token-scope': NonNullable<ReturnType<typeof getTokenScope>> | 'none'
}

interface Parameter {
	name: string
	in: 'path' | 'query' | 'header'
	required: boolean
	schema: unknown
	example: unknown
}

const SECURITY: Readonly<Record<Endpoint['config']['auth'], Operation['security']>> = {
	nobody: [],
	user: [{ accessToken: [] }],
	moderator: [{ accessToken: [] }],
	admin: [{ accessToken: [] }],
	anyone: [{}, { accessToken: [] }],
}

const SCOPES: Readonly<Record<Operation['x-token-scope'], string>> = {
	none: '',
	never: 'Closed to tokens for programs. ',
	read: 'A token needs the scope `read`. ',
	write: 'A token needs the scope `write`. ',
	sessions: 'A token needs the scope `sessions`. ',
}

const IDEMPOTENCY_PARAMETER: Parameter = {
	name: 'Idempotency-Key',
	in: 'header',
	required: false,
	schema: { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX },
	example: 'f0c1de1e-5a0b-4b0e-9c5e-0a4f9d3c7b21',
}

/** Describes the API in OpenAPI 3.1, with its operations in the order of `endpoints`. */
export function createOpenApiDocument(endpoints: readonly Endpoint[], config: Config) {
	const paths: Record<string, Record<string, Operation>> = {}
	for (const endpoint of endpoints) {
		const path = endpoint.url.replace(/:(\w+)/g, '{$1}')
		paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeOperation(endpoint, config) }
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
		tags: [...new Set(endpoints.map(getTag))].map((name) => ({ name })),
		paths,
		components: {
			schemas: { Failure: toPublicSchema(Failure) },
			headers: HEADER_COMPONENTS,
			securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
		},
	}
}

function describeOperation(endpoint: Endpoint, appConfig: Config): Operation {
	const { config, schema } = endpoint
	const limit = getRateLimit(config, appConfig)
	const scope = getTokenScope(endpoint) ?? 'none'
	return {
		operationId: createOperationId(endpoint),
		summary: config.summary,
		description: `${SCOPES[scope]}Rate limit: ${limit.requests} requests of the class \`${limit.class}\` in ${limit.seconds} seconds, per account or else per address.`,
		tags: [getTag(endpoint)],
		security: SECURITY[config.auth],
		parameters: [
			...describeParameters(schema.params, 'path'),
			...describeParameters(schema.querystring, 'query'),
			...(config.isIdempotentByKey ? [IDEMPOTENCY_PARAMETER] : []),
		],
		...(schema.body ? { requestBody: describeBody(schema.body, config.asForm !== undefined) } : {}),
		responses: describeResponses(endpoint),
		'x-rate-limit': limit,
		'x-token-scope': scope,
	}
}

function describeParameters(schema: TSchema | undefined, location: 'path' | 'query'): Parameter[] {
	const { properties = {} } = (schema ?? {}) as { properties?: Record<string, TSchema> }
	const required = requiredNames(schema)
	return Object.entries(properties).map(([name, property]) => ({
		name,
		in: location,
		required: location === 'path' || required.includes(name),
		schema: toPublicSchema(property),
		example: createExample(property, name),
	}))
}

function describeBody(schema: TSchema, isForm: boolean): NonNullable<Operation['requestBody']> {
	return {
		required: requiredNames(schema).length > 0,
		content: {
			[isForm ? 'multipart/form-data' : 'application/json']: {
				schema: toPublicSchema(schema),
				example: createExample(schema),
			},
		},
	}
}

/** Returns the feature of an endpoint: the first segment of its path after `/api`. */
function getTag({ url }: Endpoint): string {
	return url.split('/')[2] ?? 'api'
}

/** Creates a unique name such as `getReviewsById` from the method and the path. */
function createOperationId({ method, url }: Endpoint): string {
	const words = url
		.split('/')
		.slice(2)
		.map((part) => (part.startsWith(':') ? `by-${part.slice(1)}` : part))
		.join('-')
	return method.toLowerCase() + words.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
}
