import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ApiError } from '#web/app/api-client.ts'
import { getReadFailureMessage } from '#web/app/failure-messages.ts'
import ui from '#web/ui/section.module.css'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './section.module.css'

interface SectionProps {
	title: string
	/** Where all of it is to be seen, and what that link says. */
	more?: { to: string; label: string }
	error: ApiError | null
	/** The sentence of a failure. */
	failure: string
	/** The sentence of an answer that cannot be understood, where the section has its own. */
	unreadable?: string
	onRetry: () => void
	/** Whether anything has come, now or before. */
	isLoaded: boolean
	/** Said where nothing has come; null where there are rows, which are the children. */
	empty: string | null
	children: ReactNode
}

/** One of the home page's rankings. Each fails and is tried again by itself. */
export function Section({ title, more, error, failure, unreadable, onRetry, isLoaded, empty, children }: SectionProps) {
	return (
		<section className={ui.section}>
			<header className={`${ui.head} ${css.head}`}>
				<h2 tabIndex={-1}>{title}</h2>
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
			{isLoaded ? empty === null ? children : <p className={css.empty}>{empty}</p> : !error && <SectionSkeleton />}
		</section>
	)
}

function SectionSkeleton() {
	return (
		<SkeletonList label="Loading" count={5} rowClassName={css.place}>
			<Skeleton shape="short" />
			<Skeleton />
		</SkeletonList>
	)
}
