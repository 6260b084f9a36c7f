import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { PopularUser, PublicUser } from '#contract/users.ts'
import { pluralize } from '#web/app/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import card from '#web/ui/card.module.css'
import { Time } from '#web/ui/time.tsx'
import { truncateText } from '#web/ui/truncate-text.ts'
import css from './user-card.module.css'

const BIO_LENGTH = 120

/** A card that links to a profile, with the user's impressions in the ranking's period, or of all time. */
export function UserCard({ user }: { user: PublicUser | PopularUser }) {
	const { username, profilePicture, bio, reviewCount, followerCount, memberSince } = user
	const impressions = 'impressions' in user ? user.impressions : user.impressionsCount
	return (
		<article className={`${card.card} ${card.linked} ${css.card}`}>
			<header className={css.head}>
				<Avatar name={username} src={profilePicture} />
				<div className={css.words}>
					<h2 className={css.name}>
						<Link to={paths.profile(username)} className={card.link}>
							{username}
						</Link>
					</h2>
					<p className={css.since}>
						Member since <Time time={memberSince} precision="month" />
					</p>
				</div>
			</header>
			{bio && <p className={css.bio}>{truncateText(bio, BIO_LENGTH)}</p>}
			<p className={css.facts}>
				<span>{pluralize(reviewCount, 'review')}</span>
				<span>{pluralize(followerCount, 'follower')}</span>
				<span>{pluralize(impressions, 'impression')}</span>
			</p>
		</article>
	)
}
