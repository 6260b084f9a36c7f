import { SIGN_IN_OUTCOMES } from '#contract/social-login-outcomes.ts'

type SignInOutcome = keyof typeof SIGN_IN_OUTCOMES

/** Whether a key is that of a reason why a sign-in with a provider failed. */
export const isSignInOutcome = (key: string | null): key is SignInOutcome =>
	key !== null && Object.hasOwn(SIGN_IN_OUTCOMES, key)

/** Returns why a sign-in with a provider failed, for the key in the URL of the login page; null for any other key. */
export const getSignInOutcome = (key: string | null): string | null =>
	isSignInOutcome(key) ? SIGN_IN_OUTCOMES[key] : null
