import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '#contract/endpoint.ts'
import type { Problem } from '#contract/problems.ts'
import { isTransient } from '#server/db/outage-errors.ts'

/** An error with a status, a code and a sentence for people. `extra` is added to the response body, `headers` to the response. */
export class AppError extends Error {
	readonly statusCode: number
	readonly code: string
	readonly details: readonly Problem[] | undefined
	readonly extra: Readonly<Record<string, unknown>>
	readonly headers: Readonly<Record<string, string>>

	constructor(
		statusCode: number,
		{ code, error }: Refusal,
		options: {
			details?: readonly Problem[]
			extra?: Record<string, unknown>
			headers?: Record<string, string>
			/** The underlying error, for the log only. */
			cause?: unknown
		} = {},
	) {
		super(error, options.cause === undefined ? {} : { cause: options.cause })
		this.name = 'AppError'
		this.statusCode = statusCode
		this.code = code
		this.details = options.details
		this.extra = options.extra ?? {}
		this.headers = options.headers ?? {}
	}
}

export const notFound = (refusal: Refusal) => new AppError(404, refusal)
export const forbidden = (refusal: Refusal) => new AppError(403, refusal)
export const unauthorized = (refusal: Refusal) => new AppError(401, refusal)
export const conflict = (refusal: Refusal, extra: Record<string, unknown> = {}) => new AppError(409, refusal, { extra })

export const INVALID_INPUT: Refusal = { code: 'invalid_input', error: 'The input is not valid' }

/** Creates a 400 for invalid input, with the first problem's sentence as the error. */
export function invalidInput(details: readonly Problem[]): AppError {
	return new AppError(400, { ...INVALID_INPUT, error: details[0]?.message ?? INVALID_INPUT.error }, { details })
}

/** Creates a 429 with a `Retry-After` of `seconds`, at least 1. */
export function tooManyRequests(refusal: Refusal, seconds: number): AppError {
	return new AppError(429, refusal, { headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) } })
}

/** The refusals of the HTTP layer itself, by status. */
export const HTTP_REFUSALS = {
	400: { code: 'bad_request', error: 'The request could not be understood' },
	404: { code: 'not_found', error: 'Not found' },
	413: { code: 'too_large', error: 'The request is too large' },
	414: { code: 'uri_too_long', error: 'The address is too long' },
	415: { code: 'unsupported_media_type', error: 'This type of content is not accepted here' },
	431: { code: 'headers_too_large', error: 'The headers are too large' },
} as const satisfies Readonly<Record<number, Refusal>>

// Server errors; their codes are in the contract's `SERVER_ERROR_CODES`.
export const INTERNAL_ERROR: Refusal = {
	code: 'internal',
	error: 'Something went wrong on our side. Please try again.',
}
export const UNAVAILABLE: Refusal = {
	code: 'unavailable',
	error: 'The service is not available right now. Please try again in a moment.',
}

/** The `Retry-After` of a 503, in seconds. */
export const RETRY_AFTER_SECONDS = '2'

/** Creates a 503 for an outage of the database or another dependency. */
export const unavailable = () => new AppError(503, UNAVAILABLE, { headers: { 'retry-after': RETRY_AFTER_SECONDS } })

/** Checks whether an error is answered with a 503, so that the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
	return error instanceof AppError ? error.statusCode === 503 : isTransient(error)
}

/** The 404 of a picture URL. */
export const PICTURE_NOT_FOUND: Refusal = { code: 'not_found', error: 'No such picture' }

/** Sends the response to an error of the API. Unexpected errors are logged with the request's id and get a generic 500. */
export function sendError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
	if (error instanceof AppError) {
		// A malformed path value means that the resource does not exist; the endpoint has its 404
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
	const refusals: Readonly<Record<number, Refusal>> = HTTP_REFUSALS
	const refusal = error.statusCode === undefined ? undefined : refusals[error.statusCode]
	if (refusal && error.statusCode !== undefined) {
		request.refusal = refusal.code
		return reply.code(error.statusCode).send({ success: false, ...toErrorBody(refusal) })
	}
	// The referenced row was deleted while the statement ran
	if (error.code === FOREIGN_KEY_VIOLATION) return sendError(notFound(HTTP_REFUSALS[404]), request, reply)
	if (isTransient(error)) {
		logOutage(request.log, error)
		return reply
			.code(503)
			.header('retry-after', RETRY_AFTER_SECONDS)
			.send({ success: false, ...toErrorBody(UNAVAILABLE), requestId: request.id })
	}
	request.log.error({ err: error }, 'request failed')
	return reply.code(500).send({ success: false, ...toErrorBody(INTERNAL_ERROR), requestId: request.id })
}

/** Sends the 404 of an unknown API path. */
export function sendNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
	return reply.code(404).send({ success: false, ...toErrorBody(HTTP_REFUSALS[404]) })
}

function toErrorBody({ code, error }: Refusal) {
	return { error, code }
}

/** Logs a failure of the database or the disk, of which the log writes one a second and kind. */
export function logOutage(log: FastifyBaseLogger, error: unknown): void {
	log.error({ err: error }, 'the database or the disk is unavailable')
}

const FOREIGN_KEY_VIOLATION = '23503'
