import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { PopularUser } from '#contract/popular-users.ts'
import type { PublicUser } from '#contract/users.ts'
import { pluralize } from '#web/app/format.ts'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import card from '#web/ui/card.module.css'
import { Time } from '#web/ui/time.tsx'
import { truncateText } from '#web/ui/truncate-text.ts'
import css from './user-row.module.css'

const BIO_LENGTH = 120

interface UserRowProps {
	/** Without `topGames` there are no covers. */
	user: PublicUser & Partial<Pick<PopularUser, 'impressions' | 'topGames'>>
	/** The button to follow them. */
	children?: ReactNode
}

/** A user with the games that they rated highest, and with their impressions in the ranking's period, or of all time. */
export function UserRow({ user, children }: UserRowProps) {
	const { username, profilePicture, bio, reviewCount, followerCount, memberSince, topGames } = user
	return (
		<article className={css.row}>
			<Avatar name={username} src={profilePicture} />
			<div className={css.words}>
				<h2 className={css.name}>
					<Link to={paths.profile(username)} className={card.link}>
						{username}
					</Link>
				</h2>
				<div className={css.about}>
					{bio && <p className={css.bio}>{truncateText(bio, BIO_LENGTH)}</p>}
					<p className={css.facts}>
						<span>{pluralize(reviewCount, 'review')}</span>
						<span>{pluralize(followerCount, 'follower')}</span>
						<span>{pluralize(user.impressions ?? user.impressionsCount, 'impression')}</span>
						<span>
							Member since <Time time={memberSince} precision="month" />
						</span>
					</p>
				</div>
			</div>
			{topGames && topGames.length > 0 && (
				<ul className={css.games} aria-label={`Rated highest by ${username}`}>
					{topGames.map((game) => (
						<li key={game.id}>
							<Link to={paths.game(game.id)} title={game.name}>
								<GameCover game={game} sizes="56px" decorative={false} />
							</Link>
						</li>
					))}
				</ul>
			)}
			{children && <div className={css.follow}>{children}</div>}
		</article>
	)
}
