import type { Static, TSchema } from 'typebox'
import type { Endpoint } from '#contract/endpoint.ts'
import { IDEMPOTENCY_KEY } from '#contract/idempotency.ts'
import { SERVER_ERROR_CODES, type Failure } from '#contract/shapes.ts'

/** A request as every transport takes it: `fetch` in browsers and the app, `inject` while rendering and in tests. */
export interface ApiRequest {
	method: string
	/** Path and query, from `/api/`. */
	url: string
	headers: Record<string, string>
	/** JSON, or a form, whose content type the transport knows. */
	body?: string | FormData
	/** Whether the call is made as somebody; who that is, the transport knows. */
	auth: Endpoint['config']['auth']
	signal?: AbortSignal
	/** Whether the call goes on when the page is left. */
	keepalive?: boolean
}

export interface ApiResponse {
	status: number
	/** The parsed JSON, undefined where the body is none. */
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

/** What a call needs: `params`, `query` and `body`, each only where the endpoint has it. */
export type Input<E extends Endpoint> = OptionalIfEmpty<'params', RequestPart<E, 'params'>> &
	OptionalIfEmpty<'query', RequestPart<E, 'querystring'>> &
	OptionalIfEmpty<'body', RequestPart<E, 'body'>>

/** What a call answers when it succeeds. */
export type ResponseBody<E extends Endpoint> = {
	[S in keyof E['schema']['response']]: E['schema']['response'][S] extends TSchema
		? Static<E['schema']['response'][S]>
		: never
}[keyof E['schema']['response']]

/** The one error of the client: the server's sentence, or the endpoint's where the server gave none. */
export class ApiError extends Error {
	readonly status: number
	readonly code: string
	readonly details: { path: string; message: string }[]
	/** The whole body of the refusal; some carry more than the sentence. */
	readonly body: unknown

	/** `status` 0 stands for an answer that never came. */
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

	/** Why the server refused, in its own sentence; null where it gave none, or only said that it failed. */
	get reason(): string | null {
		const { error, code } = (this.body ?? {}) as Partial<Failure>
		return typeof error === 'string' && error && !SERVER_ERROR_CODES.includes(code ?? '') ? error : null
	}
}

/** An answer that is none of ours: of something between us and the server, or of another version of it. */
export function createUnreadableError(endpoint: Endpoint): ApiError {
	return new ApiError(0, 'unreadable', endpoint.config.failure)
}

/** Path and query of a call. Absent (undefined) values are left out. */
export function buildUrl(endpoint: Endpoint, input: { params?: unknown; query?: unknown }): string {
	const params = (input.params ?? {}) as Record<string, unknown>
	const path = endpoint.url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
	const query = new URLSearchParams()
	for (const [name, value] of Object.entries(input.query ?? {})) if (value !== undefined) query.set(name, String(value))
	const text = query.toString()
	return text ? `${path}?${text}` : path
}

export interface CallOptions {
	signal?: AbortSignal
	/** Names the call, which happens once however often it is sent. */
	idempotencyKey?: string
}

/**
 * Calls an endpoint and returns its answer; throws `ApiError` for every refusal and failure. Calls with the same `key` happen once
 * where the server takes one.
 */
export async function call<E extends Endpoint>(
	transport: Transport,
	endpoint: E,
	input: Input<E>,
	{ signal, idempotencyKey: key }: CallOptions = {},
): Promise<ResponseBody<E>> {
	const { body, ...address } = input as { params?: unknown; query?: unknown; body?: object }
	const headers: Record<string, string> = { accept: 'application/json' }
	const sent = body === undefined ? undefined : (endpoint.config.asForm?.(body) ?? JSON.stringify(body))
	if (typeof sent === 'string') headers['content-type'] = 'application/json'
	if (key) headers[IDEMPOTENCY_KEY] = key
	let answer: ApiResponse
	try {
		answer = await transport({
			method: endpoint.method,
			url: buildUrl(endpoint, address),
			headers,
			auth: endpoint.config.auth,
			...(sent === undefined ? {} : { body: sent }),
			...(signal ? { signal } : {}),
		})
	} catch (cause) {
		if (signal?.aborted) throw cause
		throw new ApiError(0, 'network', endpoint.config.failure)
	}
	if (answer.status >= 200 && answer.status < 300) {
		// A page, such as the sign-in of a public network.
		if (answer.body === undefined) throw createUnreadableError(endpoint)
		return answer.body as ResponseBody<E>
	}
	const failure = (answer.body ?? {}) as Partial<Failure>
	throw new ApiError(
		answer.status,
		failure.code ?? 'unknown',
		failure.error ?? endpoint.config.failure,
		failure.details,
		answer.body,
	)
}
