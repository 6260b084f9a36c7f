import { BAD_TICKET, extractTokens, NO_TICKET } from '#contract/account.ts'
import { paths } from '#contract/paths.ts'
import { redirectTarget } from '#contract/return-path.ts'
import { SIGN_IN_ENDS, SOCIAL_SIGN_IN_FAILED } from '#contract/social-login-outcomes.ts'
import { ApiError, call } from '#web/app/api-client.ts'
import { browserTransport } from '#web/app/browser-transport.ts'
import { isSignedIn } from '#web/app/credentials.ts'
import { stored } from '#web/app/local-storage.ts'
import { signIn } from '#web/app/session.tsx'
import { sessionFlags } from './session-flags.ts'

/** Where a social sign-in goes on, when, and what is said meanwhile. */
export interface Landed {
	path: string
	afterMs: number
	sentence: string | null
}

const SOON_MS = 100
const FAILED_MS = 1_000
const CRITICAL_MS = 3_000
/** What is kept of a way back that brought nothing. */
export const NO_DATA = 'No authentication data received'

const critical: Landed = {
	path: paths.login(),
	afterMs: CRITICAL_MS,
	sentence: 'Authentication failed. Please try logging in again.',
}
const failed: Landed = { path: paths.home(), afterMs: FAILED_MS, sentence: SOCIAL_SIGN_IN_FAILED }

let running: Promise<Landed> | undefined

/**
 * Completes the social sign-in that led to an address with this query; one at a time, whoever asks. The ticket is
 * `token`, or in a cookie that scripts cannot read. A `refresh_token` is never taken from an address: the server sends none, so
 * somebody else would have made it.
 */
export function land(query: URLSearchParams): Promise<Landed> {
	running ??= complete(query).finally(() => {
		sessionFlags.set('oauth_processing', null)
		running = undefined
	})
	return running
}

async function complete(query: URLSearchParams): Promise<Landed> {
	const storedError = sessionFlags.get('oauth_error')
	sessionFlags.set('oauth_error', null)
	if (isSignedIn()) {
		// The app has completed it before it came here, and says where to go on.
		const target = sessionFlags.get('oauth_completed') === null ? paths.home() : redirectTarget(query.get('redirect'))
		sessionFlags.set('oauth_completed', null)
		// An account without a name goes on to where it gets one.
		const isNameless = stored.get('oauth_already_processed') !== null
		return { path: isNameless ? paths.selectUsername() : target, afterMs: 0, sentence: null }
	}
	if (storedError === NO_DATA) return critical
	if (query.has('error') || storedError !== null) return endWith(query.get('error') ?? storedError)
	sessionFlags.set('oauth_processing', 'true')
	const token = query.get('token')
	try {
		const isNameless = await takeUpTicket(token ? { tempToken: token } : {})
		const path = isNameless ? paths.selectUsername() : redirectTarget(query.get('redirect'))
		return { path, afterMs: SOON_MS, sentence: null }
	} catch (error) {
		const { status, code } = error instanceof ApiError ? error : { status: 0, code: '' }
		if (status !== 400 && status !== 401) return failed
		// Whoever opens this address by hand only has still to log in.
		return code === NO_TICKET.code ? { path: paths.login(), afterMs: 0, sentence: null } : critical
	}
}

/** Exchanges the ticket of a social sign-in for a session and keeps that; whether its account has still to choose a name. */
export async function takeUpTicket(ticket: { tempToken?: string; verifier?: string }): Promise<boolean> {
	const answer = await call(browserTransport, extractTokens, { body: ticket })
	// What answers may be something between us and the server.
	if (!answer.success || !answer.tokens?.accessToken) throw new ApiError(401, BAD_TICKET.code, BAD_TICKET.error)
	signIn(answer)
	const isNameless = answer.user.needsUsernameSelection
	stored.set('oauth_already_processed', isNameless ? 'true' : null)
	sessionFlags.set('oauth_completed', 'true')
	return isNameless
}

/** What the person can do something about is said at the login as well, where they do it. */
function endWith(error: string | null): Landed {
	if (error !== 'email_registered' && error !== 'email_missing') return failed
	return { path: paths.login({ message: error }), afterMs: CRITICAL_MS, sentence: SIGN_IN_ENDS[error] }
}
