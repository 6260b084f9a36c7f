import type { TSchema } from 'typebox'

/**
 * One call of the HTTP API, written as a Fastify route without its handler. The server spreads it and adds the
 * handler, the client calls it, the API's description is made from it.
 */
export interface Endpoint {
	readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
	/** Path with `:name` parts, beginning with `/api/`. */
	readonly url: `/api/${string}`
	readonly config: {
		/** What the call does, in the imperative; shown in the API's documentation. */
		readonly summary: string
		/**
		 * `anyone`: a valid token makes the caller a viewer, none a visitor, a broken one answers 401.
		 * `user`: a token of a session that has not ended is needed. `nobody`: tokens are neither sent nor read.
		 */
		readonly auth: 'anyone' | 'user' | 'nobody'
		/** The sentence a person reads when the call fails without one from the server. */
		readonly failure: string
		/** The code and sentence of the 404 that a malformed id in the path answers. */
		readonly missing?: Refusal
		/** The sentence of the 401 that visitors get, where it is not the general one. */
		readonly signInNeeded?: string
		/** The class of rate limit; without one the call counts as browsing. */
		readonly limit?: 'write' | 'list' | 'seen' | 'signIn' | 'register' | 'mail' | 'check' | 'profile' | 'export'
		/** Whether the call takes an `Idempotency-Key`: sent again with the same one, it has happened once and answers the same. */
		readonly isIdempotentByKey?: true
		/** Makes the form that the call takes in place of JSON: texts, and bytes for the binary properties. */
		readonly asForm?: (body: object) => FormData
		/** The largest body in bytes, where it is not `LIMITS.bodyBytes`. */
		readonly bodyBytes?: number
		/** Where a call sends the browser that answers 302 and nothing to read. */
		readonly redirects?: string
	}
	readonly schema: {
		readonly params?: TSchema
		readonly querystring?: TSchema
		readonly body?: TSchema
		readonly response: Readonly<Record<number, TSchema>>
	}
}

/** Why a call is refused: a stable word for programs and a sentence for people. */
export interface Refusal {
	readonly code: string
	readonly error: string
}

/** Returns the endpoint as it is, with its exact type kept. */
export function endpoint<const E extends Endpoint>(description: E): E {
	return description
}
