import { BAD_TICKET, extractTokens, NO_TICKET } from '#contract/account.ts'
import { paths } from '#contract/paths.ts'
import { getSafeRedirectPath } from '#contract/return-path.ts'
import { SIGN_IN_OUTCOMES, SOCIAL_SIGN_IN_FAILED } from '#contract/social-login-outcomes.ts'
import { ApiError, call } from '#web/app/api-client.ts'
import { browserTransport } from '#web/app/browser-transport.ts'
import { isSignedIn } from '#web/app/credentials.ts'
import { safeLocalStorage } from '#web/app/local-storage.ts'
import { signIn } from '#web/app/session.tsx'
import { sessionFlags } from './session-flags.ts'

/** Where a social sign-in goes on, when, and what is said meanwhile. */
export interface LandingResult {
	path: string
	afterMs: number
	sentence: string | null
}

const SUCCESS_DELAY_MS = 100
const FAILURE_DELAY_MS = 1_000
const CRITICAL_DELAY_MS = 3_000
/** What is kept of a way back that brought nothing. */
export const NO_DATA = 'No authentication data received'

const CRITICAL_FAILURE: LandingResult = {
	path: paths.login(),
	afterMs: CRITICAL_DELAY_MS,
	sentence: 'Authentication failed. Please try logging in again.',
}
const FAILURE: LandingResult = { path: paths.home(), afterMs: FAILURE_DELAY_MS, sentence: SOCIAL_SIGN_IN_FAILED }

let running: Promise<LandingResult> | undefined

/**
 * Completes the social sign-in that led to an address with this query; one at a time, whoever asks. The ticket is
 * `token`, or in a cookie that scripts cannot read. A `refresh_token` is never taken from an address: the server sends none, so
 * somebody else would have made it.
 */
export function completeSocialSignIn(query: URLSearchParams): Promise<LandingResult> {
	running ??= processLanding(query).finally(() => {
		sessionFlags.set('oauth_processing', null)
		running = undefined
	})
	return running
}

async function processLanding(query: URLSearchParams): Promise<LandingResult> {
	const storedError = sessionFlags.get('oauth_error')
	sessionFlags.set('oauth_error', null)
	if (isSignedIn()) {
		// The app has completed it before it came here, and says where to go on.
		const target = sessionFlags.get('oauth_completed') === null ? paths.home() : getSafeRedirectPath(query.get('redirect'))
		sessionFlags.set('oauth_completed', null)
		// An account without a name goes on to where it gets one.
		const needsUsername = safeLocalStorage.get('oauth_already_processed') !== null
		return { path: needsUsername ? paths.selectUsername() : target, afterMs: 0, sentence: null }
	}
	if (storedError === NO_DATA) return CRITICAL_FAILURE
	if (query.has('error') || storedError !== null) return toFailure(query.get('error') ?? storedError)
	sessionFlags.set('oauth_processing', 'true')
	const token = query.get('token')
	try {
		const isNameless = await redeemTicket(token ? { tempToken: token } : {})
		const path = isNameless ? paths.selectUsername() : getSafeRedirectPath(query.get('redirect'))
		return { path, afterMs: SUCCESS_DELAY_MS, sentence: null }
	} catch (error) {
		const { status, code } = error instanceof ApiError ? error : { status: 0, code: '' }
		if (status !== 400 && status !== 401) return FAILURE
		// Whoever opens this address by hand only has still to log in.
		return code === NO_TICKET.code ? { path: paths.login(), afterMs: 0, sentence: null } : CRITICAL_FAILURE
	}
}

/** Exchanges the ticket of a social sign-in for a session and keeps that; whether its account has still to choose a name. */
export async function redeemTicket(ticket: { tempToken?: string; verifier?: string }): Promise<boolean> {
	const answer = await call(browserTransport, extractTokens, { body: ticket })
	// What answers may be something between us and the server.
	if (!answer.success || !answer.tokens?.accessToken) throw new ApiError(401, BAD_TICKET.code, BAD_TICKET.error)
	signIn(answer)
	const isNameless = answer.user.needsUsernameSelection
	safeLocalStorage.set('oauth_already_processed', isNameless ? 'true' : null)
	sessionFlags.set('oauth_completed', 'true')
	return isNameless
}

/** What the person can do something about is said at the login as well, where they do it. */
function toFailure(error: string | null): LandingResult {
	if (error !== 'email_registered' && error !== 'email_missing') return FAILURE
	return { path: paths.login({ message: error }), afterMs: CRITICAL_DELAY_MS, sentence: SIGN_IN_OUTCOMES[error] }
}
