import { getMe } from '#contract/session-tokens.ts'
import { connectProvider } from '#contract/social-login.ts'
import { markEmailVerified } from '#server/features/sessions/queries-accounts.ts'
import { now } from '#server/services.ts'
import type { Player, TestSite } from './site.ts'
import { createVisitor } from './social-visitor.ts'

/** Registers somebody whose address is confirmed, as connecting a provider asks for. */
export async function registerVerified(site: TestSite, username: string): Promise<Player> {
	const player = await site.register(username)
	await markEmailVerified(site.services.db, player.user.id, now(site.services))
	return player
}

/** Connects as the settings do, up to the address at which the browser ends; the code of a refusal where it cannot begin. */
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

/** The providers that somebody's settings show as connected. */
export async function getProviders(site: TestSite, player: Player) {
	const { user } = await site.call(getMe, {}, player)
	return user.providers
}
