import { browserSupportsWebAuthnAutofill } from '@simplewebauthn/browser'
import { loginWithPasskey, startPasskeyLogin } from '#contract/second-factor.ts'
import { ApiError, call } from '#web/app/api-client.ts'
import { browserTransport } from '#web/app/browser-transport.ts'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { logIn } from '#web/app/session.tsx'
import { requestPasskey } from './passkey-ceremonies.ts'

/** Shorter than a challenge lives, so that a person who takes their time does not answer an expired one. */
const AUTOFILL_RENEWAL_MS = 4 * 60_000

/** Logs in with a passkey that the person chooses. Returns why it failed; null if it did not, or the person cancels. */
export async function logInWithPasskey(): Promise<string | null> {
	try {
		await logInWithAny({ isAutofill: false })
		return null
	} catch (error) {
		const { failure } = loginWithPasskey.config
		return error instanceof ApiError ? getFailureMessage(error, failure) : failure
	}
}

/**
 * Offers passkeys in the username field while the login is open; returns a function that ends the renewal of the offer. Only
 * the refusal of a chosen passkey is reported: an offer that fails is one that nobody asked for.
 */
export function offerPasskeys(onRefused: (reason: string) => void): () => void {
	let timer: ReturnType<typeof setInterval> | undefined
	let isStopped = false
	const offer = () => {
		logInWithAny({ isAutofill: true }).catch((error: unknown) => {
			if (!isStopped && error instanceof ApiError && error.status === 401) onRefused(error.message)
		})
	}
	void browserSupportsWebAuthnAutofill().then((isSupported) => {
		if (!isSupported || isStopped) return
		offer()
		timer = setInterval(offer, AUTOFILL_RENEWAL_MS)
	})
	return () => {
		isStopped = true
		clearInterval(timer)
	}
}

async function logInWithAny({ isAutofill }: { isAutofill: boolean }): Promise<void> {
	const { options } = await call(browserTransport, startPasskeyLogin, {})
	const assertion = await requestPasskey(options, { isAutofill })
	if (assertion) logIn(await call(browserTransport, loginWithPasskey, { body: { assertion } }))
}
