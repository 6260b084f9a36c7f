import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import type { ApiError } from '#web/app/api-client.ts'
import { getReadFailureMessage } from '#web/app/failure-messages.ts'
import ui from '#web/ui/section.module.css'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './section.module.css'

interface SectionProps {
	title: string
	/** The link to the full ranking. */
	more?: { to: string; label: string }
	error: ApiError | null
	/** The failure message. */
	failure: string
	/** The message for an unreadable response, if the section has its own. */
	unreadable?: string
	onRetry: () => void
	/** Whether data is available, even if stale. */
	isLoaded: boolean
	/** The message of an empty ranking; null if there are rows, which are the children. */
	empty: string | null
	/** How many rows its skeleton has. */
	skeletons?: number
	children: ReactNode
}

/** A ranking on the home page. Each fails and retries independently. */
export function Section({
	title,
	more,
	error,
	failure,
	unreadable,
	onRetry,
	isLoaded,
	empty,
	skeletons = 5,
	children,
}: SectionProps) {
	const id = useId()
	return (
		<section className={ui.section} aria-labelledby={id}>
			<header className={`${ui.head} ${css.head}`}>
				<h2 id={id} tabIndex={-1}>
					{title}
				</h2>
				{more && (
					<Link to={more.to} className={ui.more}>
						{more.label}
					</Link>
				)}
			</header>
			{error && (
				<div role="alert" className={css.failure}>
					<p>{getReadFailureMessage(error, failure, unreadable)}</p>
					<TryAgain onRetry={onRetry} />
				</div>
			)}
			{isLoaded ? (
				empty === null ? (
					children
				) : (
					<p className={css.empty}>{empty}</p>
				)
			) : (
				!error && <SectionSkeleton count={skeletons} />
			)}
		</section>
	)
}

function SectionSkeleton({ count }: { count: number }) {
	return (
		<SkeletonList label="Loading" count={count} rowClassName={css.skeleton}>
			<Skeleton shape="short" />
			<Skeleton />
		</SkeletonList>
	)
}
