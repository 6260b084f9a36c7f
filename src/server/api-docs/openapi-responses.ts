import type { DocumentedRefusal, Endpoint } from '#contract/endpoint.ts'
import { LIMITS } from '#contract/limits.ts'
import { listDocumentedRefusals } from './documented-refusals.ts'
import { createExample } from './examples.ts'
import { toPublicSchema } from './public-schema.ts'

export interface OperationResponse {
	description: string
	headers?: Record<string, unknown>
	/** Absent from redirects, which have no body. */
	content?: {
		'application/json': {
			schema: unknown
			/** Set for successes. */
			example?: unknown
			/** Set for refusals, one for each code. */
			examples?: Record<string, { summary: string; value: unknown }>
		}
		/** Bytes, which have no schema in OpenAPI 3.1. */
		'application/zip'?: object
	}
}

/** The meaning of each error status; the codes distinguish its reasons. */
const STATUS_MEANINGS: Readonly<Record<number, string>> = {
	400: 'The input is invalid or breaks a rule',
	401: 'The caller is not logged in, or the credentials are invalid',
	403: 'The caller is not allowed to do this',
	404: 'The resource does not exist',
	409: 'The request conflicts with existing data',
	413: 'The body is too large',
	414: 'The URL is too long',
	415: 'The call does not accept a body of this type',
	429: 'Too many requests; `Retry-After` is the number of seconds to wait',
	500: 'An internal error; `requestId` identifies it in the log',
	503: 'The server is temporarily unavailable; `Retry-After` is the number of seconds to wait',
}

/** The headers that the documented responses reference. */
export const HEADER_COMPONENTS = {
	limit: integerHeader('Requests allowed in the current minute'),
	remaining: integerHeader('Requests left in the current minute'),
	reset: integerHeader('Seconds until the next minute begins'),
	retryAfter: integerHeader('Seconds to wait before a retry'),
}
const RATE_LIMIT_HEADERS = {
	'RateLimit-Limit': headerRef('limit'),
	'RateLimit-Remaining': headerRef('remaining'),
	'RateLimit-Reset': headerRef('reset'),
}
const REDIRECT_HEADERS = {
	...RATE_LIMIT_HEADERS,
	Location: { description: 'The URL to continue at', schema: { type: 'string' } },
}
const RETRY_HEADERS = { 'Retry-After': headerRef('retryAfter') }
const REFUSAL_HEADERS: Readonly<Record<number, Record<string, unknown>>> = {
	429: { ...RATE_LIMIT_HEADERS, ...RETRY_HEADERS },
	503: RETRY_HEADERS,
}

/** Describes all responses of an endpoint by status: its successes, its redirect and its refusals. */
export function describeResponses(endpoint: Endpoint): Record<string, OperationResponse> {
	const { config, schema } = endpoint
	const responses: Record<string, OperationResponse> = {}
	for (const [status, body] of Object.entries(schema.response))
		responses[status] = {
			description: 'Success',
			headers: RATE_LIMIT_HEADERS,
			content: {
				'application/json': { schema: toPublicSchema(body), example: createExample(body) },
				...(config.file ? { [config.file]: {} } : {}),
			},
		}
	if (config.redirects !== undefined) responses['302'] = { description: config.redirects, headers: REDIRECT_HEADERS }
	for (const [status, refusals] of listDocumentedRefusals(endpoint))
		responses[status] = describeRefusals(status, refusals, config.bodyBytes)
	return responses
}

function describeRefusals(
	status: number,
	refusals: readonly DocumentedRefusal[],
	bodyBytes: number = LIMITS.bodyBytes,
): OperationResponse {
	const meaning = STATUS_MEANINGS[status] ?? 'Error'
	const headers = REFUSAL_HEADERS[status]
	return {
		description: status === 413 ? `${meaning}: more than ${bodyBytes / 1024 / 1024} MB` : meaning,
		...(headers ? { headers } : {}),
		content: {
			'application/json': {
				schema: describeRefusalBody(refusals),
				examples: Object.fromEntries(
					refusals.map((refusal, index) => [
						exampleName(refusals, index),
						{ summary: refusal.error, value: createRefusalExample(status, refusal) },
					]),
				),
			},
		},
	}
}

/** Returns the schema of errors, extended by the extra properties of these refusals. */
function describeRefusalBody(refusals: readonly DocumentedRefusal[]) {
	const failure = { $ref: '#/components/schemas/Failure' }
	const extra = Object.assign({}, ...refusals.map((refusal) => refusal.extra ?? {}))
	if (Object.keys(extra).length === 0) return failure
	return { allOf: [failure, { type: 'object', properties: toPublicSchema(extra) }] }
}

/** Returns the refusal's code, numbered if an earlier refusal has the same code with another sentence. */
function exampleName(refusals: readonly DocumentedRefusal[], index: number): string {
	const code = refusals[index]?.code ?? ''
	return refusals.findIndex((refusal) => refusal.code === code) === index ? code : `${code}_${index + 1}`
}

function createRefusalExample(status: number, { code, error, extra = {} }: DocumentedRefusal) {
	return {
		success: false,
		error,
		code,
		...(code === 'invalid_input' ? { details: [{ path: 'field', message: error }] } : {}),
		...Object.fromEntries(Object.entries(extra).map(([name, schema]) => [name, createExample(schema, name)])),
		...(status >= 500 ? { requestId: 'f0c1de1e-5a0b-4b0e-9c5e-0a4f9d3c7b21' } : {}),
	}
}

function integerHeader(description: string) {
	return { description, schema: { type: 'integer', minimum: 0 } }
}

function headerRef(name: keyof typeof HEADER_COMPONENTS) {
	return { $ref: `#/components/headers/${name}` }
}
