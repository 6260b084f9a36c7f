import { Link } from 'react-router'
import type { ReportGroup } from '#contract/moderation.ts'
import { paths } from '#contract/paths.ts'
import { pluralize } from '#web/app/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import disclosure from '#web/ui/disclosure.module.css'
import { Time } from '#web/ui/time.tsx'
import { ActionLines } from './action-lines.tsx'
import css from './author-facts.module.css'

interface AuthorFactsProps {
	author: NonNullable<ReportGroup['author']>
	standing: NonNullable<ReportGroup['standing']>
	/** Whether the profile itself was reported. */
	isOfProfile: boolean
}

/** Who wrote something: since when they are here, what they wrote, and what moderators did before. */
export function AuthorFacts({ author: { id, username, profilePicture }, standing, isOfProfile }: AuthorFactsProps) {
	const { role, memberSince, suspendedUntil, isBanned, openGroups, actions } = standing
	return (
		<div className={css.facts}>
			<p className={css.line}>
				<span className={css.name}>
					<Avatar name={username} src={profilePicture} size="small" />
					<Link to={paths.profile(username)}>{username}</Link>
				</span>
				{isBanned && <strong className={css.bad}>Banned</strong>}
				{!isBanned && suspendedUntil && (
					<strong className={css.bad}>
						Suspended until <Time time={suspendedUntil} precision="day" />
					</strong>
				)}
				{role !== 'member' && <span>{role === 'admin' ? 'Admin' : 'Moderator'}</span>}
				<span>
					Member since <Time time={memberSince} precision="month" />
				</span>
				<span>{pluralize(standing.reviewCount, 'review')}</span>
				<span>{pluralize(standing.listCount, 'list')}</span>
				<span>{pluralize(standing.followerCount, 'follower')}</span>
				{openGroups > 1 && <span>{openGroups} reported items by this author</span>}
				{actions.length === 0 && <span>No earlier actions</span>}
				{!isOfProfile && (
					<Link className={disclosure.opener} to={paths.admin('reports', { subject: 'user', id })}>
						View Account
					</Link>
				)}
			</p>
			{actions.length > 0 && (
				<details>
					<summary className={disclosure.opener}>{pluralize(actions.length, 'earlier action')}</summary>
					<ActionLines actions={actions} />
				</details>
			)}
		</div>
	)
}
