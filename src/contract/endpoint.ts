import type { TSchema } from 'typebox'
import type { TokenScope } from './token-scopes.ts'

/**
 * An endpoint of the HTTP API: a Fastify route without its handler. The server spreads it and adds the handler, the
 * client calls it, and the API documentation is generated from it.
 */
export interface Endpoint {
	readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
	/** Path with `:name` parameters, beginning with `/api/`. */
	readonly url: `/api/${string}`
	readonly config: {
		/** What the endpoint does, in the imperative; shown in the API documentation. */
		readonly summary: string
		/**
		 * `anyone`: the caller is a viewer with the token of an active session and a visitor without one; an invalid token and
		 * an ended session get a 401.
		 * `user`: requires the token of an active session. `moderator` and `admin`: of one whose account has this role, at
		 * this moment. `nobody`: tokens are neither sent nor read.
		 */
		readonly auth: 'anyone' | 'user' | 'moderator' | 'admin' | 'nobody'
		/** The message shown when the call fails and the server gave no message. */
		readonly failure: string
		/** The 404 response to a malformed id in the path. */
		readonly missing?: Refusal
		/** The message of the 401 for visitors, if not the default one. */
		readonly loginNeeded?: string
		/**
		 * What the endpoint refuses for reasons of its own. The API documentation adds what follows from the rest: invalid input,
		 * a missing session, `missing`, cursors and pages, sizes and rate limits.
		 */
		readonly refusals?: Refusals
		/** The rate limit class; the default is browsing. */
		readonly limit?:
			| 'write'
			| 'list'
			| 'draft'
			| 'seen'
			| 'signIn'
			| 'register'
			| 'mail'
			| 'check'
			| 'profile'
			| 'export'
			| 'import'
			| 'report'
			| 'moderation'
			| 'lookup'
			| 'playTime'
		/**
		 * Whose session needs a proof of identity from the last ten minutes; without one, a 403. Of an account with a second factor
		 * it must be made with that factor or a recovery code. `everyone`; `withSecondFactor`: those who have one; `byInput`: as the
		 * handler decides from what is sent.
		 */
		readonly needsProof?: 'everyone' | 'withSecondFactor' | 'byInput'
		/**
		 * What a token for programs needs for the call; `never`: no token may make it. By default `read` for a GET and `write` for others.
		 * Calls that need a role or a proof of identity are closed to tokens in any case.
		 */
		readonly tokenScope?: TokenScope | 'never'
		/** Whether the call accepts an `Idempotency-Key`: retries with the same key run once and get the same response. */
		readonly isIdempotentByKey?: true
		/** Converts the body to the multipart form that the endpoint takes instead of JSON; binary properties are sent as files. */
		readonly asForm?: (body: object) => FormData | undefined
		/**
		 * Who may get a response that is up to five seconds old, read from a replica of the database: callers without a
		 * session, or everyone, where the answer is the same for all, so that no session is looked up. By default nobody. Only for
		 * calls that change nothing.
		 */
		readonly mayLagFor?: 'visitors' | 'everyone'
		/** Maximum body size in bytes, if not `LIMITS.bodyBytes`. */
		readonly bodyBytes?: number
		/** For an endpoint that only redirects (302): where it sends the browser. */
		readonly redirects?: string
		/** The media type of a file that the endpoint answers instead of JSON, if the query asks for it. */
		readonly file?: 'application/zip'
	}
	readonly schema: {
		readonly params?: TSchema
		readonly querystring?: TSchema
		readonly body?: TSchema
		readonly response: Readonly<Record<number, TSchema>>
	}
}

/** Why a call is refused: a stable code for programs and a message for people. */
export interface Refusal {
	readonly code: string
	readonly error: string
}

/** A refusal, with the schemas of extra properties in its body. */
export interface DocumentedRefusal extends Refusal {
	readonly extra?: Readonly<Record<string, TSchema>>
}

/** Refusals by status. */
export type Refusals = Readonly<
	Partial<Record<400 | 401 | 403 | 404 | 409 | 413 | 429 | 503, readonly DocumentedRefusal[]>>
>

/** Returns its argument, preserving the exact literal type. */
export function endpoint<const E extends Endpoint>(description: E): E {
	return description
}
