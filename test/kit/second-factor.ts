import { Secret, TOTP } from 'otpauth'
import { addPasskey, confirmAuthenticator, startAuthenticator, startPasskey } from '#contract/second-factor.ts'
import { createSoftwarePasskey, type SoftwarePasskey } from './peers/authenticator.ts'
import type { Player, TestSite } from './site.ts'

/** Returns the code that an authenticator app with this secret shows at a time. */
export function showCode(secret: string, atMs: number): string {
	return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atMs })
}

/** Sets up an authenticator app for a player, whose first code is spent a minute later. */
export async function setUpAuthenticator(
	site: TestSite,
	player: Player,
): Promise<{ secret: string; recoveryCodes: string[] }> {
	const { secret } = await site.call(startAuthenticator, {}, player)
	const code = showCode(secret, site.time.now)
	const { recoveryCodes } = await site.call(confirmAuthenticator, { body: { code } }, player)
	site.time.now += 60_000
	return { secret, recoveryCodes: recoveryCodes ?? [] }
}

/** Adds a passkey to a player's account. */
export async function addSoftwarePasskey(
	site: TestSite,
	player: Player,
	options: { name?: string; isCounting?: boolean } = {},
): Promise<{ passkey: SoftwarePasskey; id: string; recoveryCodes: string[] | null }> {
	const { name = 'Laptop', isCounting = true } = options
	const { options: asked } = await site.call(startPasskey, {}, player)
	const passkey = createSoftwarePasskey({ isCounting })
	const body = { name, credential: passkey.create({ challenge: asked.challenge }) }
	const added = await site.call(addPasskey, { body }, player)
	return { passkey, id: added.passkey.id, recoveryCodes: added.recoveryCodes }
}
