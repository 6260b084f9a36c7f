import { LOGIN_OUTCOMES } from '#contract/social-login-outcomes.ts'

type LoginOutcome = keyof typeof LOGIN_OUTCOMES

/** Whether a key is that of a reason why a login with a provider failed. */
export const isLoginOutcome = (key: string | null): key is LoginOutcome =>
	key !== null && Object.hasOwn(LOGIN_OUTCOMES, key)

/** Returns why a login with a provider failed, for the key in the URL of the login page; null for any other key. */
export const getLoginOutcome = (key: string | null): string | null => (isLoginOutcome(key) ? LOGIN_OUTCOMES[key] : null)
