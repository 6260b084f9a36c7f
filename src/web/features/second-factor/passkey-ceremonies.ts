import {
	type PublicKeyCredentialCreationOptionsJSON,
	type PublicKeyCredentialRequestOptionsJSON,
	startAuthentication,
	startRegistration,
	WebAuthnError,
} from '@simplewebauthn/browser'
import type { Static } from 'typebox'
import type { Assertion, CreationOptions, NewCredential, RequestOptions } from '#contract/passkeys.ts'

/** Asks the person for a passkey, or offers theirs in the username field; null if they cancel. */
export async function requestPasskey(
	options: Static<typeof RequestOptions>,
	{ isAutofill = false } = {},
): Promise<Assertion | null> {
	const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
	try {
		return await startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill })
	} catch (error) {
		return ignoreCancellation(error)
	}
}

/** Asks the person to create a passkey; null if they cancel. */
export async function createPasskey(options: Static<typeof CreationOptions>): Promise<NewCredential | null> {
	try {
		return await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
	} catch (error) {
		return ignoreCancellation(error)
	}
}

/** Browsers report a cancellation, a timeout and another request in its place as these errors. */
function ignoreCancellation(error: unknown): null {
	const cause = error instanceof WebAuthnError ? error.cause : error
	const name = cause instanceof Error || cause instanceof DOMException ? cause.name : ''
	if (name === 'NotAllowedError' || name === 'AbortError') return null
	throw error
}
