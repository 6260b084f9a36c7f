import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import type { ApiError } from '#web/app/api-client.ts'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import ui from '#web/ui/section.module.css'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './profile-section.module.css'

interface ProfileSectionProps {
	title: string
	/** Where all of it is to be seen, null where all of it is here. */
	more: string | null
	/** Null once something has come. */
	error: ApiError | null
	/** The sentence of a failure. */
	failure: string
	onRetry: () => void
	/** The place of what is on its way; null once it has come. */
	skeleton: ReactNode
	/** Said where there is nothing; null where there is, which are the children. */
	empty: ReactNode
	children: ReactNode
}

/** A part of a profile. Each fails and is tried again by itself. */
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
