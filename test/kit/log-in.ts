import { login } from '#contract/sessions.ts'
import type { Player, TestSite } from './site.ts'

/** Logs a player in again, for tests that let more time pass than a session lasts. */
export async function logInAgain(site: TestSite, player: Player): Promise<Player> {
	const { tokens } = await site.call(login, { body: { identifier: player.user.username, password: player.password } })
	return { ...player, ...tokens }
}
