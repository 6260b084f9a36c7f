import type { ReactNode } from 'react'
import { includesRole, type Role } from '#contract/roles.ts'

/** A screen of `/admin`. */
export interface AdminSection {
	/** The last word of its address. */
	slug: string
	title: string
	lead: string
	needs: Exclude<Role, 'member'>
	/** Loads its component; must be a stable function. */
	load: () => Promise<{ Section: () => ReactNode }>
}

/** In the order of the tabs. The first one that a role may see is where `/admin` begins. */
const SECTIONS: readonly AdminSection[] = [
	{
		slug: 'reports',
		title: 'Reports',
		lead: 'What people reported, and what waits because of a blocked word. Decide each within a day.',
		needs: 'moderator',
		load: () => import('#web/features/moderation/queue-section.tsx'),
	},
	{
		slug: 'appeals',
		title: 'Appeals',
		lead: 'What authors say against a decision. Another moderator than the one who acted decides.',
		needs: 'moderator',
		load: () => import('#web/features/moderation/appeals-section.tsx'),
	},
	{
		slug: 'log',
		title: 'Log',
		lead: 'Everything that was done, by whom and why. Nobody can change it.',
		needs: 'moderator',
		load: () => import('#web/features/moderation/log-section.tsx'),
	},
	{
		slug: 'words',
		title: 'Blocked words',
		lead: 'Texts with one of these words wait for a moderator.',
		needs: 'admin',
		load: () => import('#web/features/moderation/words-section.tsx'),
	},
	{
		slug: 'people',
		title: 'People',
		lead: 'Everyone with an account: how they log in, when they were here, and what they may do.',
		needs: 'admin',
		load: () => import('./people-section.tsx'),
	},
	{
		slug: 'registrations',
		title: 'Registrations',
		lead: 'People who wait for an account.',
		needs: 'moderator',
		load: () => import('#web/features/registration/registrations-section.tsx'),
	},
	{
		slug: 'invites',
		title: 'Invites',
		lead: 'Links with which people can join.',
		needs: 'moderator',
		load: () => import('#web/features/registration/invites-section.tsx'),
	},
	{
		slug: 'domains',
		title: 'Email domains',
		lead: 'Addresses of these domains cannot be used for new accounts.',
		needs: 'admin',
		load: () => import('#web/features/site/domains-section.tsx'),
	},
	{
		slug: 'numbers',
		title: 'Numbers',
		lead: 'What happened here, day by day.',
		needs: 'admin',
		load: () => import('./numbers-section.tsx'),
	},
	{
		slug: 'work',
		title: 'Background work',
		lead: 'What the site does beside answering requests, and what went wrong.',
		needs: 'admin',
		load: () => import('./work-section.tsx'),
	},
	{
		slug: 'catalog',
		title: 'Catalog',
		lead: 'Where the games come from, and which of them may be the same.',
		needs: 'admin',
		load: () => import('./catalog-section.tsx'),
	},
	{
		slug: 'settings',
		title: 'Site settings',
		lead: 'The name, the rules and the doors of this site.',
		needs: 'admin',
		load: () => import('#web/features/site/settings-section.tsx'),
	},
]

/** Returns the screens that a role may see. */
export const sectionsFor = (role: Role): AdminSection[] => SECTIONS.filter(({ needs }) => includesRole(role, needs))
