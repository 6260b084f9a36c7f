import type { Page } from '@playwright/test'

/** An authenticator of the browser that confirms every request by itself, as with a fingerprint. */
export interface VirtualAuthenticator {
	/** Returns how many passkeys it holds. */
	count: () => Promise<number>
	/** Whether it answers at all: a person who does not is one who has not noticed yet. */
	setPresence: (isPresent: boolean) => Promise<void>
}

/** Gives the page's browser an authenticator for passkeys. */
export async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
	const client = await page.context().newCDPSession(page)
	await client.send('WebAuthn.enable')
	const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
		options: {
			protocol: 'ctap2',
			transport: 'internal',
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	})
	return {
		async count() {
			const { credentials } = await client.send('WebAuthn.getCredentials', { authenticatorId })
			return credentials.length
		},
		async setPresence(isPresent) {
			await client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: isPresent })
		},
	}
}
