import { SIGN_IN_OUTCOMES } from '#contract/social-login-outcomes.ts'

const OUTCOMES: ReadonlyMap<string, string> = new Map(Object.entries(SIGN_IN_OUTCOMES))

/** Returns why a sign-in with a provider failed, for the key in the URL of the login page; null for any other key. */
export function getSignInOutcome(key: string | null): string | null {
	return OUTCOMES.get(key ?? '') ?? null
}
