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
			<p className={css.name}>
				<Avatar name={username} src={profilePicture} size="small" />
				<Link to={paths.profile(username)}>{username}</Link>
			</p>
			{isBanned && <p className={css.bad}>Banned</p>}
			{!isBanned && suspendedUntil && (
				<p className={css.bad}>
					Suspended until <Time time={suspendedUntil} precision="day" />
				</p>
			)}
			{role !== 'member' && <p>{role === 'admin' ? 'Admin' : 'Moderator'}</p>}
			<p className={css.small}>
				Member since <Time time={memberSince} precision="day" />
				<br />
				{pluralize(standing.reviewCount, 'review')}, {pluralize(standing.listCount, 'list')},{' '}
				{pluralize(standing.followerCount, 'follower')}
			</p>
			{openGroups > 1 && <p className={css.small}>{openGroups} reported items by this author</p>}
			{actions.length > 0 ? (
				<details>
					<summary className={disclosure.opener}>{pluralize(actions.length, 'earlier action')}</summary>
					<ActionLines actions={actions} />
				</details>
			) : (
				<p className={css.small}>No earlier actions</p>
			)}
			{!isOfProfile && (
				<Link className={disclosure.opener} to={paths.admin('reports', { subject: 'user', id })}>
					View Account
				</Link>
			)}
		</div>
	)
}
