import { createHash } from 'node:crypto'
import { createTicket } from '#server/features/sessions/login-tickets.ts'
import type { ProviderIdentity } from '#server/features/sessions/queries-login-tickets.ts'
import type { Player, TestSite } from './site.ts'

/** Creates the ticket and verifier with which an app connects a provider identity to its player's account. */
export async function createConnectTicket(
	site: TestSite,
	player: Player,
	identity: ProviderIdentity,
): Promise<{ token: string; verifier: string }> {
	const verifier = 'a verifier that only the app knows, long enough to be one'
	const challenge = createHash('sha256').update(verifier).digest('base64url')
	const viewer = site.services.accessTokens.verify(player.accessToken, site.time.now)
	if (!viewer) throw new Error('The player is not logged in')
	const ticket = {
		purpose: 'connect',
		userId: viewer.userId,
		challenge,
		identity,
		sessionId: viewer.sessionId,
	} as const
	return { token: await createTicket(site.services.db, ticket, site.time.now), verifier }
}
