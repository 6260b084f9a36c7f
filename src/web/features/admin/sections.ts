import type { ReactNode } from 'react'
import { includesRole, type Role } from '#contract/roles.ts'

/** A screen of `/admin`. */
export interface AdminSection {
	/** The last word of its address. */
	slug: string
	title: string
	/** One line on a phone, so that the tabs stay where they are. */
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
		lead: 'Reported and held posts. Decide within a day.',
		needs: 'moderator',
		load: () => import('#web/features/moderation/queue-section.tsx'),
	},
	{
		slug: 'appeals',
		title: 'Appeals',
		lead: 'A different moderator decides each appeal.',
		needs: 'moderator',
		load: () => import('#web/features/moderation/appeals-section.tsx'),
	},
	{
		slug: 'log',
		title: 'Log',
		lead: 'Every action, who took it, and why.',
		needs: 'moderator',
		load: () => import('#web/features/moderation/log-section.tsx'),
	},
	{
		slug: 'words',
		title: 'Blocked words',
		lead: 'Posts with these words are held for review.',
		needs: 'admin',
		load: () => import('#web/features/moderation/words-section.tsx'),
	},
	{
		slug: 'people',
		title: 'People',
		lead: 'All accounts: login, last visit and role.',
		needs: 'admin',
		load: () => import('./people-section.tsx'),
	},
	{
		slug: 'registrations',
		title: 'Registrations',
		lead: 'Requests to join.',
		needs: 'moderator',
		load: () => import('#web/features/registration/registrations-section.tsx'),
	},
	{
		slug: 'invites',
		title: 'Invites',
		lead: 'Links that let people join.',
		needs: 'moderator',
		load: () => import('#web/features/registration/invites-section.tsx'),
	},
	{
		slug: 'domains',
		title: 'Email domains',
		lead: "Domains that can't sign up.",
		needs: 'admin',
		load: () => import('#web/features/site/domains-section.tsx'),
	},
	{
		slug: 'numbers',
		title: 'Numbers',
		lead: 'Activity by day.',
		needs: 'admin',
		load: () => import('./numbers-section.tsx'),
	},
	{
		slug: 'work',
		title: 'Background work',
		lead: 'Scheduled jobs and queues.',
		needs: 'admin',
		load: () => import('./work-section.tsx'),
	},
	{
		slug: 'catalog',
		title: 'Catalog',
		lead: 'Sources, imports and possible duplicates.',
		needs: 'admin',
		load: () => import('./catalog-section.tsx'),
	},
	{
		slug: 'settings',
		title: 'Site settings',
		lead: 'Name, rules and who can join.',
		needs: 'admin',
		load: () => import('#web/features/site/settings-section.tsx'),
	},
]

/** Returns the screens that a role may see. */
export const sectionsFor = (role: Role): AdminSection[] => SECTIONS.filter(({ needs }) => includesRole(role, needs))
