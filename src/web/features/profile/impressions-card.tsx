import { useState } from 'react'
import { getUserImpressions } from '#contract/reviews.ts'
import { useRead } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { formatCount } from '#web/app/format.ts'
import card from '#web/ui/card.module.css'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Toggles } from '#web/ui/toggles.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './impressions-card.module.css'

const WINDOWS = [
	{ value: 'weekly', label: 'Week' },
	{ value: 'monthly', label: 'Month' },
	{ value: 'yearly', label: 'Year' },
	{ value: 'total', label: 'All Time' },
] as const

export const impressionsInput = (id: string) => ({ params: { id }, query: {} })

/** The impressions of a user's reviews in one of four time windows. */
export function ImpressionsCard({ userId }: { userId: string }) {
	const [shown, setShown] = useState<(typeof WINDOWS)[number]['value']>('total')
	const { data, error, retry } = useRead(getUserImpressions, impressionsInput(userId))
	const count = data?.impressions[shown]
	return (
		<section className={`${card.card} ${css.card}`} aria-labelledby="impressions">
			<h2 id="impressions" tabIndex={-1}>
				Impressions
			</h2>
			{count !== undefined ? (
				<>
					<p className={css.line} role="status">
						<strong className={css.count}>{formatCount(count)}</strong>{' '}
						{count === 1 ? 'time a review was seen' : 'times a review was seen'}
					</p>
					<Toggles label="Time window" options={WINDOWS} current={shown} onChange={setShown} />
				</>
			) : error ? (
				<div className={css.failure} role="alert">
					<p>{getFailureMessage(error, getUserImpressions.config.failure)}</p>
					<TryAgain onRetry={retry} />
				</div>
			) : (
				<div className={css.skeleton}>
					<Skeleton shape="short" />
					<Skeleton />
				</div>
			)}
		</section>
	)
}
