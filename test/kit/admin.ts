import type { Player, TestSite } from './site.ts'

/** Registers a new user and makes them an admin, as the operator's command does. */
export async function registerAdmin(site: TestSite, username?: string): Promise<Player> {
	const player = await site.register(username)
	await site.services.db.updateTable('users').set({ role: 'admin' }).where('id', '=', player.user.id).execute()
	return player
}
