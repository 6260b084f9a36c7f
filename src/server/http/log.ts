import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Config } from '#server/config.ts'

declare module 'fastify' {
	interface FastifyRequest {
		/** The code of what was refused; null while nothing is. */
		refusal: string | null
		/** What of note to the security of an account has happened; null where nothing has. */
		securityEvent: SecurityEvent | null
	}
}

/** What becomes of an account's credentials and sessions, as the log has it. */
export type SecurityEvent = {
	event: 'signed_in' | 'tokens_reused' | 'password_reset' | 'password_changed' | 'account_deleted'
	user: string
}

/** How the server logs: lines of JSON with the request's id, and nothing in them that people typed. */
export function createLogOptions({ logLevel }: Pick<Config, 'logLevel'>) {
	return {
		logger: logLevel === 'silent' ? (false as const) : { level: logLevel, serializers: { err: serializeError } },
		// One line an answer, below, without addresses' queries: they hold people's text
		logController: new LogController({ disableRequestLogging: true }),
	}
}

// Everyone meets these now and then: they have no session yet, or one whose time is over.
const EXPECTED_REFUSALS = new Set(['sign_in_needed', 'bad_token'])

/** One line an answer: which call, what came of it, who asked where somebody is signed in, and why it was refused. */
export function logResponse(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
	const { refusal, securityEvent, viewer } = request
	const status = reply.statusCode
	const isSuspect =
		securityEvent?.event === 'tokens_reused' ||
		(refusal !== null && !EXPECTED_REFUSALS.has(refusal) && (status === 401 || status === 403 || status === 429))
	const user = viewer?.userId
	request.log[isSuspect ? 'warn' : 'info'](
		{
			method: request.method,
			route: request.routeOptions.url ?? null,
			status,
			ms: Math.round(reply.elapsedTime),
			...(user === undefined ? {} : { user }),
			...(refusal === null ? {} : { refusal }),
			...securityEvent,
		},
		isSuspect ? 'refused' : 'answered',
	)
	done()
}

interface SerializedError {
	type: string
	message: string
	/** Where it was thrown, without the words. */
	stack: string
	code?: string
	/** Where the database stumbled: a table and its rule, never a value. */
	table?: string
	constraint?: string
	cause?: SerializedError
	[more: string]: unknown
}

/**
 * What the log may know of an error. What a database says quotes what people sent (an address that is taken, a number
 * that is none), so of its errors the code stands for the words.
 */
export function serializeError(error: unknown): SerializedError {
	if (!(error instanceof Error)) return { type: typeof error, message: 'No error was thrown, but this', stack: '' }
	const { code, severity, table, constraint } = error as Error & Record<string, unknown>
	const isDatabaseError = typeof severity === 'string'
	const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
	return {
		type: error.name,
		message: isDatabaseError ? `The database answered ${code}` : error.message,
		stack: frames.map((line) => line.trim()).join('\n'),
		...(typeof code === 'string' ? { code } : {}),
		...(typeof table === 'string' ? { table } : {}),
		...(typeof constraint === 'string' ? { constraint } : {}),
		...(error.cause === undefined ? {} : { cause: serializeError(error.cause) }),
	}
}
