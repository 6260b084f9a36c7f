import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '#contract/endpoint.ts'
import type { Problem } from '#contract/problems.ts'
import { isTransient } from '#server/db/outage-errors.ts'

/** A refusal that a person reads. `extra` goes into the answer's body, `headers` onto it. */
export class AppError extends Error {
	readonly statusCode: number
	readonly code: string
	readonly details: readonly Problem[] | undefined
	readonly extra: Readonly<Record<string, unknown>>
	readonly headers: Readonly<Record<string, string>>

	constructor(
		statusCode: number,
		{ code, error }: Refusal,
		more: {
			details?: readonly Problem[]
			extra?: Record<string, unknown>
			headers?: Record<string, string>
			/** What is behind it, for the log alone. */
			cause?: unknown
		} = {},
	) {
		super(error, more.cause === undefined ? {} : { cause: more.cause })
		this.name = 'AppError'
		this.statusCode = statusCode
		this.code = code
		this.details = more.details
		this.extra = more.extra ?? {}
		this.headers = more.headers ?? {}
	}
}

export const notFound = (what: Refusal) => new AppError(404, what)
export const forbidden = (why: Refusal) => new AppError(403, why)
export const unauthorized = (why: Refusal) => new AppError(401, why)
export const conflict = (why: Refusal, extra: Record<string, unknown> = {}) => new AppError(409, why, { extra })

export const INVALID_INPUT: Refusal = { code: 'invalid_input', error: 'The input is not valid' }

/** Input that breaks a rule; the first problem's sentence speaks for all. */
export function invalid(details: readonly Problem[]): AppError {
	return new AppError(400, { ...INVALID_INPUT, error: details[0]?.message ?? INVALID_INPUT.error }, { details })
}

/** More than the limit on use allows; `seconds` until it is worth trying again. */
export function tooMany(why: Refusal, seconds: number): AppError {
	return new AppError(429, why, { headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) } })
}

/** What the HTTP layer itself refuses, by its status. */
export const REFUSED = {
	400: { code: 'bad_request', error: 'The request could not be understood' },
	404: { code: 'not_found', error: 'Not found' },
	413: { code: 'too_large', error: 'The request is too large' },
	414: { code: 'uri_too_long', error: 'The address is too long' },
	415: { code: 'unsupported_media_type', error: 'This type of content is not accepted here' },
	431: { code: 'headers_too_large', error: 'The headers are too large' },
} as const satisfies Readonly<Record<number, Refusal>>

// Failures of our own; their codes are the contract's `FAULTS`.
export const NEUTRAL: Refusal = { code: 'internal', error: 'Something went wrong on our side. Please try again.' }
export const UNAVAILABLE: Refusal = {
	code: 'unavailable',
	error: 'The service is not available right now. Please try again in a moment.',
}

/** After how many seconds it is worth asking again for what was unavailable. */
export const RETRY_AFTER_SECONDS = '2'

/** The database, or what else an answer needs, is away. */
export const unavailable = () => new AppError(503, UNAVAILABLE, { headers: { 'retry-after': RETRY_AFTER_SECONDS } })

/** Whether the answer to this error is a 503: the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
	return error instanceof AppError ? error.statusCode === 503 : isTransient(error)
}

/** The answer of an address of pictures that has none. */
export const NO_PICTURE: Refusal = { code: 'not_found', error: 'No such picture' }

/** Maps every error of the API onto its answer; what is unknown is logged with the request's id and answered neutrally. */
export function answerError(
	error: FastifyError | AppError,
	request: FastifyRequest,
	reply: FastifyReply,
): FastifyReply {
	if (error instanceof AppError) {
		// A path value of the wrong form names nothing: the endpoint knows what is missing
		const missing =
			error.code === 'not_found' ? (request.routeOptions.config as { missing?: Refusal }).missing : undefined
		request.refusal = missing?.code ?? error.code
		if (error.cause !== undefined) request.log.error({ err: error.cause }, 'request failed')
		return reply
			.code(error.statusCode)
			.headers(error.headers)
			.send({
				success: false,
				error: missing?.error ?? error.message,
				code: missing?.code ?? error.code,
				...(error.details ? { details: error.details } : {}),
				...error.extra,
			})
	}
	const refusals: Readonly<Record<number, Refusal>> = REFUSED
	const refused = error.statusCode === undefined ? undefined : refusals[error.statusCode]
	if (refused && error.statusCode !== undefined) {
		request.refusal = refused.code
		return reply.code(error.statusCode).send({ success: false, ...refusalOf(refused) })
	}
	// What the statement refers to was deleted while it ran
	if (error.code === FOREIGN_KEY) return answerError(notFound(REFUSED[404]), request, reply)
	if (isTransient(error)) {
		request.server.outages.note(error)
		return reply
			.code(503)
			.header('retry-after', RETRY_AFTER_SECONDS)
			.send({ success: false, ...refusalOf(UNAVAILABLE), requestId: request.id })
	}
	request.log.error({ err: error }, 'request failed')
	return reply.code(500).send({ success: false, ...refusalOf(NEUTRAL), requestId: request.id })
}

/** The answer of an address of the API that is none. */
export function answerUnknown(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
	return reply.code(404).send({ success: false, ...refusalOf(REFUSED[404]) })
}

function refusalOf({ code, error }: Refusal) {
	return { error, code }
}

const FOREIGN_KEY = '23503'
