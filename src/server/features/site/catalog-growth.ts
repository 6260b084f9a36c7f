import { includesRole, type Role } from '#contract/roles.ts'
import type { SiteSettingsStore } from './site-settings.ts'

/** Whether the settings let somebody with this role add games of the sources. */
export async function canAddGames(settings: SiteSettingsStore, role: Role): Promise<boolean> {
	const { catalogGrowth } = await settings.get()
	return catalogGrowth === 'members' || (catalogGrowth === 'moderators' && includesRole(role, 'moderator'))
}
