import type { Static } from 'typebox'
import { BAD_TICKET, extractTokens, NO_TICKET } from '#contract/account.ts'
import { paths } from '#contract/paths.ts'
import { getSafeRedirectPath } from '#contract/return-path.ts'
import { BANNED, type Ban } from '#contract/session-refusals.ts'
import type { SecondStep } from '#contract/sessions.ts'
import { LOGIN_OUTCOMES, SOCIAL_LOGIN_FAILED } from '#contract/social-login-outcomes.ts'
import { ApiError, call } from '#web/app/api-client.ts'
import { browserTransport } from '#web/app/browser-transport.ts'
import { isLoggedIn } from '#web/app/credentials.ts'
import { safeLocalStorage } from '#web/app/local-storage.ts'
import { logIn } from '#web/app/session.tsx'
import { getSecondStep } from '#web/features/second-factor/second-step-ticket.ts'
import { isLoginOutcome } from './login-outcome.ts'
import { sessionFlags } from './session-flags.ts'

/** The redirect after a social login, its delay in milliseconds, and the message shown until then. */
export interface LandingResult {
	path: string
	afterMs: number
	sentence: string | null
	/** What is left to do before the redirect. */
	secondStep?: SecondStep
}

const SUCCESS_DELAY_MS = 100
const FAILURE_DELAY_MS = 1_000
const CRITICAL_DELAY_MS = 3_000
/** The stored error of a callback without data. */
export const NO_DATA = 'No authentication data received'

const CRITICAL_FAILURE: LandingResult = {
	path: paths.login(),
	afterMs: CRITICAL_DELAY_MS,
	sentence: 'Authentication failed. Please try logging in again.',
}
const FAILURE: LandingResult = { path: paths.home(), afterMs: FAILURE_DELAY_MS, sentence: SOCIAL_LOGIN_FAILED }

/** The second step of a login that the app began before it opened the landing page. */
let pendingStep: SecondStep | null = null
let running: Promise<LandingResult> | undefined

/**
 * Completes the social login that redirected to a URL with this query. Concurrent calls share one run. The ticket is
 * `token`, or in an HttpOnly cookie. A `refresh_token` in the URL is ignored: the server never sends one, so it would be
 * forged.
 */
export function completeSocialLogin(query: URLSearchParams): Promise<LandingResult> {
	running ??= processLanding(query).finally(() => {
		sessionFlags.set('oauth_processing', null)
		running = undefined
	})
	return running
}

async function processLanding(query: URLSearchParams): Promise<LandingResult> {
	const storedError = sessionFlags.get('oauth_error')
	sessionFlags.set('oauth_error', null)
	if (isLoggedIn()) {
		// The app completed the login before it opened this page, and passes the target path.
		const target =
			sessionFlags.get('oauth_completed') === null ? paths.home() : getSafeRedirectPath(query.get('redirect'))
		sessionFlags.set('oauth_completed', null)
		// An account without a username has to choose one first.
		const needsUsername = safeLocalStorage.get('oauth_already_processed') !== null
		return { path: needsUsername ? paths.selectUsername() : target, afterMs: 0, sentence: null }
	}
	if (pendingStep) {
		const secondStep = pendingStep
		pendingStep = null
		return toSecondStep(secondStep, query)
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
		const secondStep = error instanceof ApiError ? getSecondStep(error) : null
		if (secondStep) return toSecondStep(secondStep, query)
		const { status, code } = error instanceof ApiError ? error : { status: 0, code: '' }
		if (error instanceof ApiError && code === BANNED.code) return toBan(error)
		if (status !== 400 && status !== 401) return FAILURE
		// Without a ticket, the URL was opened by hand: go to the login.
		return code === NO_TICKET.code ? { path: paths.login(), afterMs: 0, sentence: null } : CRITICAL_FAILURE
	}
}

/** Exchanges the ticket of a social login for a session and stores it; returns whether the account still needs a username. */
export async function redeemTicket(ticket: { tempToken?: string; verifier?: string }): Promise<boolean> {
	const answer = await call(browserTransport, extractTokens, { body: ticket })
	// The response may come from a proxy between us and the server.
	if (!answer.success || !answer.tokens?.accessToken) throw new ApiError(401, BAD_TICKET.code, BAD_TICKET.error)
	logIn(answer)
	const isNameless = answer.user.needsUsernameSelection
	safeLocalStorage.set('oauth_already_processed', isNameless ? 'true' : null)
	sessionFlags.set('oauth_completed', 'true')
	return isNameless
}

function toSecondStep(secondStep: SecondStep, query: URLSearchParams): LandingResult {
	return { path: getSafeRedirectPath(query.get('redirect')), afterMs: 0, sentence: null, secondStep }
}

/** Leaves the second step of a login to the landing page; returns false if the error is another. */
export function leaveSecondStep(error: unknown): boolean {
	pendingStep = error instanceof ApiError ? getSecondStep(error) : null
	return pendingStep !== null
}

/** Returns the way to the decision that banned an account, which says why. */
function toBan({ message, body }: ApiError): LandingResult {
	const { actionId, token } = body as Partial<Static<typeof Ban>>
	const path = actionId ? paths.appeal(actionId, token ? { token } : {}) : paths.login()
	return { path, afterMs: CRITICAL_DELAY_MS, sentence: message }
}

/** Returns the redirect of a failed login. Reasons that the person can do something about are shown again at the login. */
function toFailure(error: string | null): LandingResult {
	if (!isLoginOutcome(error)) return FAILURE
	return { path: paths.login({ message: error }), afterMs: CRITICAL_DELAY_MS, sentence: LOGIN_OUTCOMES[error] }
}
