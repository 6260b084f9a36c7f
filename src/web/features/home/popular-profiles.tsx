import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { getPopularUsers } from '#contract/popular-users.ts'
import type { Period } from '#contract/shapes.ts'
import { readPart, useReadPart } from '#web/app/data.tsx'
import { pluralize } from '#web/app/format.ts'
import { formatPeriod } from '#web/features/games/period.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import card from '#web/ui/card.module.css'
import { truncateText } from '#web/ui/truncate-text.ts'
import css from './popular-rows.module.css'
import { Section } from './section.tsx'

const BIO_LENGTH = 40

/** The query for the five users whose reviews received the most impressions, reduced to what their rows show. */
export const popularProfiles = (period: Period) =>
	readPart(getPopularUsers, { query: { limit: 5, period } }, 'rows', ({ users }) =>
		users.map(({ id, username, profilePicture, bio, reviewCount, impressions }) => ({
			id,
			username,
			profilePicture,
			bio: bio && truncateText(bio, BIO_LENGTH),
			reviewCount,
			impressions,
		})),
	)

/** The five users whose reviews received the most impressions. */
export function PopularProfiles({ period }: { period: Period }) {
	const { data, error, retry } = useReadPart(popularProfiles(period))
	const users = data ?? []
	return (
		<Section
			title="Popular Profiles"
			more={{ to: paths.users(), label: 'View All Profiles' }}
			error={error}
			failure="Failed to fetch popular profiles"
			onRetry={retry}
			isLoaded={data !== undefined}
			empty={users.length === 0 ? `No popular profiles found for ${formatPeriod(period)}.` : null}
		>
			<ol>
				{users.map((user) => (
					<li key={user.id} className={css.row}>
						<Avatar name={user.username} src={user.profilePicture} />
						<div className={css.words}>
							<h3 className={css.name}>
								<Link to={paths.profile(user.username)} className={card.link}>
									{user.username}
								</Link>
							</h3>
							{user.bio && <p className={css.text}>{user.bio}</p>}
							<p className={css.line}>
								{pluralize(user.reviewCount, 'review')} · {pluralize(user.impressions, 'impression')}
							</p>
						</div>
					</li>
				))}
			</ol>
		</Section>
	)
}
