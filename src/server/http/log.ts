import { IncomingMessage } from 'node:http'
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Config } from '#server/config.ts'
import { throttleOutages } from './throttled-outages.ts'

declare module 'fastify' {
	interface FastifyRequest {
		/** The code of the refusal that was sent; null if none was. */
		refusal: string | null
		/** The security event of the request, for the log; null if there was none. */
		securityEvent: SecurityEvent | null
	}
}

/** A change to an account's credentials or sessions, as logged. */
export type SecurityEvent = {
	event:
		| 'registered'
		| 'signed_in'
		| 'tokens_reused'
		| 'password_reset'
		| 'password_changed'
		| 'account_deleted'
		| 'second_factor_added'
		| 'second_factor_removed'
		| 'recovery_code_used'
		| 'recovery_codes_renewed'
		| 'accounts_searched'
		| 'role_changed'
		| 'token_created'
		| 'token_ended'
	/** Whose account it is; of a search, the admin. */
	user: string
}

/** Creates the logger options: JSON lines with the request's id and without user input. */
export function createLogOptions({ logLevel }: Pick<Config, 'logLevel'>) {
	return {
		logger:
			logLevel === 'silent'
				? (false as const)
				: { level: logLevel, serializers: { err: serializeError }, hooks: { logMethod: throttleOutages() } },
		// `logResponse` logs one line per response, without query strings, which contain user input
		logController: new LogController({ disableRequestLogging: true }),
	}
}

// Expected in normal use: the visitor has no session yet, or an expired one.
const EXPECTED_REFUSALS = new Set(['sign_in_needed', 'bad_token'])

/** Logs one line per response to a request from outside: route, status, duration, logged-in user, token's ID, refusal code and security event. */
export function logResponse(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
	// A page asks the API within the process
	if (!(request.raw instanceof IncomingMessage)) {
		done()
		return
	}
	const { refusal, securityEvent, viewer, token } = request
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
			...(token ? { token: token.id } : {}),
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
	/** The stack frames, without the message. */
	stack: string
	code?: string
	/** The table and constraint of a database error, never a value. */
	table?: string
	constraint?: string
	cause?: SerializedError
	[more: string]: unknown
}

/**
 * Serializes an error for the log. Messages of the database can quote user input (a duplicate email address, a malformed
 * number), so its errors are logged with their code instead.
 */
export function serializeError(error: unknown): SerializedError {
	if (!(error instanceof Error))
		return { type: typeof error, message: 'A value that is not an error was thrown', stack: '' }
	const { code, severity, table, constraint } = error as Error & Record<string, unknown>
	const isDatabaseError = typeof severity === 'string'
	const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
	return {
		type: error.name,
		message: isDatabaseError ? describeAnswer(String(code)) : error.message,
		stack: frames.map((line) => line.trim()).join('\n'),
		...(typeof code === 'string' ? { code } : {}),
		...(typeof table === 'string' ? { table } : {}),
		...(typeof constraint === 'string' ? { constraint } : {}),
		...(error.cause === undefined ? {} : { cause: serializeError(error.cause) }),
	}
}

/** What the codes mean that an outage has. */
const ANSWERS: Readonly<Record<string, string>> = {
	'08P01': 'the connection does not work as agreed; a pooler has ended it, or refuses to open more',
	'25006': 'it is read-only, as a standby is',
	'53100': 'its disk is full',
	'53200': 'it is out of memory',
	'53300': 'it accepts no more connections',
	'55P03': 'a lock was not free in time',
	'57014': 'the statement took too long',
	'57P01': 'it is being shut down, or an administrator ended the connection',
	'57P02': 'it has crashed, and recovers',
	'57P03': 'it is starting up or shutting down',
}

function describeAnswer(code: string): string {
	const words = ANSWERS[code]
	return `The database answered ${code}${words ? `: ${words}` : ''}`
}
