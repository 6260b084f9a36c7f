import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { PublicUser } from '#contract/users.ts'
import { formatCompact, formatCount } from '#web/app/format.ts'
import type { FollowSide } from '#web/features/follows/follow-side.ts'
import css from './profile-stats.module.css'

interface ProfileStatsProps {
	user: Pick<PublicUser, 'username' | 'followerCount' | 'followingCount' | 'reviewCount' | 'listCount'>
	/** Opens the list of followers or followed users. */
	onPeople: (side: FollowSide) => void
}

/** A user's followers, following, reviews and lists; each number opens what it counts. */
export function ProfileStats({ user, onPeople }: ProfileStatsProps) {
	const { username, followerCount, followingCount, reviewCount, listCount } = user
	return (
		<ul className={css.stats}>
			<li>
				<button type="button" aria-haspopup="dialog" onClick={() => onPeople('followers')}>
					<Stat count={followerCount} word={followerCount === 1 ? 'Follower' : 'Followers'} />
				</button>
			</li>
			<li>
				<button type="button" aria-haspopup="dialog" onClick={() => onPeople('following')}>
					<Stat count={followingCount} word="Following" />
				</button>
			</li>
			<li>
				<Link to={paths.userReviews(username)}>
					<Stat count={reviewCount} word={reviewCount === 1 ? 'Review' : 'Reviews'} />
				</Link>
			</li>
			<li>
				<Link to={paths.userLists(username)}>
					<Stat count={listCount} word={listCount === 1 ? 'List' : 'Lists'} />
				</Link>
			</li>
		</ul>
	)
}

/** The zero counts of a placeholder profile. */
export function EmptyProfileStats() {
	return (
		<ul className={css.stats}>
			{['Followers', 'Following', 'Reviews', 'Lists'].map((word) => (
				<li key={word}>
					<span>
						<Stat count={0} word={word} />
					</span>
				</li>
			))}
		</ul>
	)
}

function Stat({ count, word }: { count: number; word: string }) {
	return (
		<>
			<strong className={css.count} title={count >= 1000 ? formatCount(count) : undefined}>
				{formatCompact(count)}
			</strong>{' '}
			<span className={css.word}>{word}</span>
		</>
	)
}
