import type { ComponentType } from 'react'
import { includesRole, type Role } from '#contract/roles.ts'
import { lazy } from '#web/app/lazy.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { SectionSkeleton } from './section-state.tsx'

/** A screen of `/admin`. */
export interface AdminSection {
	/** The last word of its address. */
	slug: string
	title: string
	/** One line on a phone, so that the tabs stay where they are. */
	lead: string
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

/** In the order of the tabs. The first one that a role may see is where `/admin` begins. */
const SECTIONS: readonly AdminSection[] = [
	{
		slug: 'reports',
		title: 'Reports',
		lead: 'Reported and held posts. Decide within a day.',
		needs: 'moderator',
		Section: lazySection(() => import('#web/features/moderation/queue-section.tsx')),
	},
	{
		slug: 'appeals',
		title: 'Appeals',
		lead: 'A different moderator decides each appeal.',
		needs: 'moderator',
		Section: lazySection(() => import('#web/features/moderation/appeals-section.tsx')),
	},
	{
		slug: 'log',
		title: 'Log',
		lead: 'Every action, who took it, and why.',
		needs: 'moderator',
		Section: lazySection(() => import('#web/features/moderation/log-section.tsx')),
	},
	{
		slug: 'words',
		title: 'Blocked words',
		lead: 'Posts with these words are held for review.',
		needs: 'admin',
		Section: lazySection(() => import('#web/features/moderation/words-section.tsx')),
	},
	{
		slug: 'people',
		title: 'People',
		lead: 'All accounts: login, last visit and role.',
		needs: 'admin',
		Section: lazySection(() => import('./people-section.tsx')),
	},
	{
		slug: 'registrations',
		title: 'Registrations',
		lead: 'Requests to join.',
		needs: 'moderator',
		Section: lazySection(() => import('#web/features/registration/registrations-section.tsx')),
	},
	{
		slug: 'invites',
		title: 'Invites',
		lead: 'Links that let people join.',
		needs: 'moderator',
		Section: lazySection(() => import('#web/features/registration/invites-section.tsx')),
	},
	{
		slug: 'domains',
		title: 'Email domains',
		lead: 'Domains that can’t sign up.',
		needs: 'admin',
		Section: lazySection(() => import('#web/features/site/domains-section.tsx')),
	},
	{
		slug: 'numbers',
		title: 'Numbers',
		lead: 'Activity by day.',
		needs: 'admin',
		Section: lazySection(() => import('./numbers-section.tsx')),
	},
	{
		slug: 'work',
		title: 'Background work',
		lead: 'Scheduled jobs and queues.',
		needs: 'admin',
		Section: lazySection(() => import('./work-section.tsx')),
	},
	{
		slug: 'catalog',
		title: 'Catalog',
		lead: 'Sources, imports and possible duplicates.',
		needs: 'admin',
		Section: lazySection(() => import('./catalog-section.tsx')),
	},
	{
		slug: 'settings',
		title: 'Site settings',
		lead: 'Name, rules and who can join.',
		needs: 'admin',
		Section: lazySection(() => import('#web/features/site/settings-section.tsx')),
	},
]

/** Returns the screens that a role may see. */
export const sectionsFor = (role: Role): AdminSection[] => SECTIONS.filter(({ needs }) => includesRole(role, needs))
