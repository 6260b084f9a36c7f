import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Period } from '#contract/shapes.ts'
import { getPopularUsers } from '#contract/users.ts'
import { useRead } from '#web/app/data.tsx'
import { pluralize } from '#web/app/format.ts'
import { formatPeriod } from '#web/features/games/period.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import card from '#web/ui/card.module.css'
import { truncateText } from '#web/ui/truncate-text.ts'
import css from './popular-rows.module.css'
import { Section } from './section.tsx'

export const popularProfilesInput = (period: Period) => ({ query: { limit: 5, period } })

/** The five users whose reviews received the most impressions. */
export function PopularProfiles({ period }: { period: Period }) {
	const { data, error, retry } = useRead(getPopularUsers, popularProfilesInput(period))
	const users = data?.users ?? []
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
							{user.bio && <p className={css.text}>{truncateText(user.bio, 40)}</p>}
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
