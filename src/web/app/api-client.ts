import type { Static, TSchema } from 'typebox'
import type { Endpoint } from '#contract/endpoint.ts'
import { IDEMPOTENCY_KEY } from '#contract/idempotency.ts'
import { type Failure, SERVER_ERROR_CODES } from '#contract/shapes.ts'

/** The request that every transport takes: `fetch` in browsers and the app, `inject` in server rendering and tests. */
export interface ApiRequest {
	method: string
	/** Path and query, from `/api/`. */
	url: string
	headers: Record<string, string>
	/** JSON, or a form whose content type the transport sets. */
	body?: string | FormData
	/** Whether the call is authenticated; the transport has the credentials. */
	auth: Endpoint['config']['auth']
	signal?: AbortSignal
	/** Whether the call survives leaving the page. */
	keepalive?: boolean
}

export interface ApiResponse {
	status: number
	/** The parsed JSON, undefined if the body is not JSON. */
	body: unknown
}

export type Transport = (request: ApiRequest) => Promise<ApiResponse>

type RequestPart<E extends Endpoint, P extends 'params' | 'querystring' | 'body'> =
	E['schema'] extends Record<P, infer S extends TSchema> ? Static<S> : never

type OptionalIfEmpty<Name extends string, Value> = [Value] extends [never]
	? unknown
	: Record<never, never> extends Value
		? { [N in Name]?: Value }
		: { [N in Name]: Value }

/** The input of a call: `params`, `query` and `body`, each only if the endpoint has it. */
export type Input<E extends Endpoint> = OptionalIfEmpty<'params', RequestPart<E, 'params'>> &
	OptionalIfEmpty<'query', RequestPart<E, 'querystring'>> &
	OptionalIfEmpty<'body', RequestPart<E, 'body'>>

/** The body of a successful response. One that comes later (202) has `pending` in its place. */
export type ResponseBody<E extends Endpoint> = {
	[S in keyof E['schema']['response']]: E['schema']['response'][S] extends TSchema
		? Static<E['schema']['response'][S]>
		: never
}[Exclude<keyof E['schema']['response'], 202>]

/** The only error that calls throw. Its message is the server's, or the endpoint's if the server gave none. */
export class ApiError extends Error {
	readonly status: number
	readonly code: string
	readonly details: { path: string; message: string }[]
	/** The whole response body; some have more than the message. */
	readonly body: unknown

	/** `status` 0 means that there was no usable response. */
	constructor(
		status: number,
		code: string,
		message: string,
		details: { path: string; message: string }[] = [],
		body?: unknown,
	) {
		super(message)
		this.name = 'ApiError'
		this.status = status
		this.code = code
		this.details = details
		this.body = body
	}

	/** The server's reason for the refusal; null if it gave none or only reported that it failed. */
	get reason(): string | null {
		const { error, code } = (this.body ?? {}) as Partial<Failure>
		return typeof error === 'string' && error && !SERVER_ERROR_CODES.includes(code ?? '') ? error : null
	}
}

/** Creates the error for a response not in our format: from a proxy in between, or another version of the server. */
export function createUnreadableError(endpoint: Endpoint): ApiError {
	return new ApiError(0, 'unreadable', endpoint.config.failure)
}

/** Returns the path and query of a call. Undefined query values are left out, and arrays repeat their parameter. */
export function buildUrl(endpoint: Endpoint, input: { params?: unknown; query?: unknown }): string {
	const params = (input.params ?? {}) as Record<string, unknown>
	const path = endpoint.url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
	const query = new URLSearchParams()
	for (const [name, value] of Object.entries(input.query ?? {}))
		for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) query.append(name, String(one))
	const text = query.toString()
	return text ? `${path}?${text}` : path
}

export interface CallOptions {
	signal?: AbortSignal
	/** Identifies the call across retries, so that it runs only once. */
	idempotencyKey?: string
	/** Whether the call survives leaving the page. */
	keepalive?: boolean
}

/**
 * Calls an endpoint and returns the response body; throws `ApiError` on every refusal and failure. Calls with the same
 * `idempotencyKey` run once if the endpoint supports it.
 */
export async function call<E extends Endpoint>(
	transport: Transport,
	endpoint: E,
	input: Input<E>,
	{ signal, idempotencyKey, keepalive }: CallOptions = {},
): Promise<ResponseBody<E>> {
	const { body, ...address } = input as { params?: unknown; query?: unknown; body?: object }
	const headers: Record<string, string> = { accept: 'application/json' }
	const payload = body === undefined ? undefined : (endpoint.config.asForm?.(body) ?? JSON.stringify(body))
	if (typeof payload === 'string') headers['content-type'] = 'application/json'
	if (idempotencyKey) headers[IDEMPOTENCY_KEY] = idempotencyKey
	let response: ApiResponse
	try {
		response = await transport({
			method: endpoint.method,
			url: buildUrl(endpoint, address),
			headers,
			auth: endpoint.config.auth,
			...(payload === undefined ? {} : { body: payload }),
			...(signal ? { signal } : {}),
			...(keepalive ? { keepalive } : {}),
		})
	} catch (cause) {
		if (signal?.aborted) throw cause
		throw new ApiError(0, 'network', endpoint.config.failure)
	}
	if (response.status >= 200 && response.status < 300) {
		// An HTML page, such as the captive portal of a public network
		if (response.body === undefined) throw createUnreadableError(endpoint)
		return response.body as ResponseBody<E>
	}
	const failure = (response.body ?? {}) as Partial<Failure>
	throw new ApiError(
		response.status,
		failure.code ?? 'unknown',
		failure.error ?? endpoint.config.failure,
		failure.details,
		response.body,
	)
}
