import { getMe } from '#contract/session-tokens.ts'
import { connectProvider } from '#contract/social-login.ts'
import { now } from '#server/clock.ts'
import { markEmailVerified } from '#server/features/sessions/queries-accounts.ts'
import type { Player, TestSite } from './site.ts'
import { createVisitor } from './social-visitor.ts'

/** Registers a user with a verified e-mail address, which connecting a provider requires. */
export async function registerVerified(site: TestSite, username: string): Promise<Player> {
	const player = await site.register(username)
	await markEmailVerified(site.services.db, player.user.id, now(site.services))
	return player
}

/** Connects a provider as the settings do. Returns the URL where the browser ends up, or the error code if it cannot start. */
export async function connectAccount(
	site: TestSite,
	player: Player,
	provider: 'google' | 'facebook',
	account: string | null,
): Promise<string> {
	const visitor = createVisitor(site)
	const answer = await site.app.inject({
		method: 'POST',
		url: connectProvider.url.replace(':provider', provider),
		headers: { authorization: `Bearer ${player.accessToken}` },
	})
	if (answer.statusCode !== 200) return answer.json().code as string
	const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(String(answer.headers['set-cookie'])) ?? []
	visitor.cookies.set(name, value)
	return visitor.returnToSite(await visitor.answer(answer.json().url, account))
}

/** Returns a user's connected providers. */
export async function getProviders(site: TestSite, player: Player) {
	const { user } = await site.call(getMe, {}, player)
	return user.providers
}
