import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import type { ApiError } from '#web/app/api-client.ts'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import ui from '#web/ui/section.module.css'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './profile-section.module.css'

interface ProfileSectionProps {
	title: string
	/** The path of the full list, null if nothing is left out. */
	more: string | null
	/** Null once data has loaded. */
	error: ApiError | null
	/** The failure message. */
	failure: string
	onRetry: () => void
	/** The placeholder while loading; null once loaded. */
	skeleton: ReactNode
	/** The empty state; null if there are rows, which are the children. */
	empty: ReactNode
	children: ReactNode
}

/** A section of a profile. Each fails and retries independently. */
export function ProfileSection(props: ProfileSectionProps) {
	const { title, more, error, failure, onRetry, skeleton, empty, children } = props
	const id = useId()
	return (
		<section className={ui.section} aria-labelledby={id}>
			<header className={ui.head}>
				<h2 id={id} tabIndex={-1}>
					{title}
				</h2>
				{more !== null && (
					<Link to={more} className={ui.more}>
						View All<span className="visually-hidden"> {title}</span>
					</Link>
				)}
			</header>
			{error ? (
				<div role="alert" className={css.empty}>
					<p>{getFailureMessage(error, failure)}</p>
					<TryAgain onRetry={onRetry} />
				</div>
			) : skeleton !== null ? (
				skeleton
			) : empty !== null ? (
				<div className={css.empty}>{empty}</div>
			) : (
				children
			)}
		</section>
	)
}
