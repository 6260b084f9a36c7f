import type { ComponentType } from 'react'
import { includesRole, type Role } from '#contract/roles.ts'
import { lazy } from '#web/app/lazy.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { SectionSkeleton } from './section-state.tsx'

/** The groups of the index. */
export const SECTION_GROUPS = ['Moderation', 'People', 'Site', 'System'] as const

/** A screen of `/admin`. */
export interface AdminSection {
	/** The last word of its address. */
	slug: string
	title: string
	/** One line on a phone, so that the index stays where it is. */
	lead: string
	group: (typeof SECTION_GROUPS)[number]
	needs: Exclude<Role, 'member'>
	Section: ComponentType
}

const lazySection = (load: () => Promise<{ Section: ComponentType }>) =>
	lazy(load, 'Section', {
		placeholder: () => <SectionSkeleton />,
		failure: () => (
			<Empty alert action={<Button onClick={() => window.location.reload()}>Try Again</Button>}>
				Failed to load this section
			</Empty>
		),
	})

/** In the order of the index. The first one that a role may see is where `/admin` begins. */
const SECTIONS: readonly AdminSection[] = [
	{
		slug: 'overview',
		title: 'Overview',
		lead: 'Waiting work, and the setup of a new site.',
		group: 'Moderation',
		needs: 'admin',
		Section: lazySection(() => import('./overview-section.tsx')),
	},
	{
		slug: 'reports',
		title: 'Reports',
		lead: 'Reported and held posts. Decide within a day.',
		group: 'Moderation',
		needs: 'moderator',
		Section: lazySection(() => import('#web/features/moderation/queue-section.tsx')),
	},
	{
		slug: 'appeals',
		title: 'Appeals',
		lead: 'A different moderator decides each appeal.',
		group: 'Moderation',
		needs: 'moderator',
		Section: lazySection(() => import('#web/features/moderation/appeals-section.tsx')),
	},
	{
		slug: 'suggestions',
		title: 'Suggested Games',
		lead: 'Games that people miss and no source knows.',
		group: 'Moderation',
		needs: 'moderator',
		Section: lazySection(() => import('#web/features/moderation/suggestions-section.tsx')),
	},
	{
		slug: 'log',
		title: 'Log',
		lead: 'Every action, who took it, and why.',
		group: 'Moderation',
		needs: 'moderator',
		Section: lazySection(() => import('#web/features/moderation/log-section.tsx')),
	},
	{
		slug: 'people',
		title: 'People',
		lead: 'All accounts: login, last visit and role.',
		group: 'People',
		needs: 'admin',
		Section: lazySection(() => import('./people-section.tsx')),
	},
	{
		slug: 'registrations',
		title: 'Registrations',
		lead: 'Requests to join.',
		group: 'People',
		needs: 'moderator',
		Section: lazySection(() => import('#web/features/registration/registrations-section.tsx')),
	},
	{
		slug: 'invites',
		title: 'Invites',
		lead: 'Links that let people join.',
		group: 'People',
		needs: 'moderator',
		Section: lazySection(() => import('#web/features/registration/invites-section.tsx')),
	},
	{
		slug: 'settings',
		title: 'Site settings',
		lead: 'Name, rules and who can join.',
		group: 'Site',
		needs: 'admin',
		Section: lazySection(() => import('#web/features/site/settings-section.tsx')),
	},
	{
		slug: 'words',
		title: 'Blocked words',
		lead: 'Posts with these words are held for review.',
		group: 'Site',
		needs: 'admin',
		Section: lazySection(() => import('#web/features/moderation/words-section.tsx')),
	},
	{
		slug: 'domains',
		title: 'Email domains',
		lead: 'Domains that can’t sign up.',
		group: 'Site',
		needs: 'admin',
		Section: lazySection(() => import('#web/features/site/domains-section.tsx')),
	},
	{
		slug: 'catalog',
		title: 'Catalog',
		lead: 'Sources, imports and possible duplicates.',
		group: 'Site',
		needs: 'admin',
		Section: lazySection(() => import('./catalog-section.tsx')),
	},
	{
		slug: 'numbers',
		title: 'Numbers',
		lead: 'Activity by day.',
		group: 'System',
		needs: 'admin',
		Section: lazySection(() => import('./numbers-section.tsx')),
	},
	{
		slug: 'work',
		title: 'Background work',
		lead: 'Scheduled jobs and queues.',
		group: 'System',
		needs: 'admin',
		Section: lazySection(() => import('./work-section.tsx')),
	},
]

/** Returns the screens that a role may see. */
export const sectionsFor = (role: Role): AdminSection[] => SECTIONS.filter(({ needs }) => includesRole(role, needs))
