import { useState } from 'react'
import { getUserImpressions } from '#contract/reviews.ts'
import { useRead } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { formatCount } from '#web/app/format.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './impressions.module.css'

const WINDOWS = [
	{ value: 'weekly', label: 'Week' },
	{ value: 'monthly', label: 'Month' },
	{ value: 'yearly', label: 'Year' },
	{ value: 'total', label: 'All Time' },
] as const

export const impressionsInput = (id: string) => ({ params: { id }, query: {} })

/** The impressions of a user's reviews in one of four time windows, in one quiet line. */
export function Impressions({ userId }: { userId: string }) {
	const [shown, setShown] = useState<(typeof WINDOWS)[number]['value']>('total')
	const { data, error, retry } = useRead(getUserImpressions, impressionsInput(userId))
	const count = data?.impressions[shown]
	return (
		<section className={css.impressions} aria-labelledby="impressions">
			<h2 id="impressions" tabIndex={-1} className={css.title}>
				Impressions
			</h2>
			{count !== undefined ? (
				<>
					<p role="status">
						<strong className={css.count}>{formatCount(count)}</strong>
						<span className="visually-hidden">
							{' '}
							{count === 1 ? 'time these reviews were seen' : 'times these reviews were seen'}
						</span>
					</p>
					<fieldset className={css.windows} aria-label="Time window">
						{WINDOWS.map(({ value, label }) => (
							<button key={value} type="button" aria-pressed={value === shown} onClick={() => setShown(value)}>
								{label}
							</button>
						))}
					</fieldset>
				</>
			) : error ? (
				<div className={css.failure} role="alert">
					<p>{getFailureMessage(error, getUserImpressions.config.failure)}</p>
					<TryAgain onRetry={retry} />
				</div>
			) : (
				<Skeleton shape="short" />
			)}
		</section>
	)
}
