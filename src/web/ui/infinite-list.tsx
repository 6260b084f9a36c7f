import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import { Button, buttonClass } from './button.tsx'
import css from './infinite-list.module.css'

interface InfiniteListProps {
	/** The rows loaded so far. */
	children: ReactNode
	/** Path of the page that starts with the next batch, for browsers without JavaScript; null at the end. */
	nextHref: string | null
	isLoading: boolean
	/** The error message of a failure to load more. */
	error: string | null
	onMore: () => void
	onRetry: () => void
	/** Message at the end of the list. */
	endMessage?: string
	/** The words of a link past the rows, for the keyboard. */
	skip?: string
}

/** A list that loads more rows when its end comes near. */
export function InfiniteList({
	children,
	nextHref,
	isLoading,
	error,
	onMore,
	onRetry,
	endMessage,
	skip,
}: InfiniteListProps) {
	const endId = useId()
	const foot = useRef<HTMLDivElement>(null)
	const more = useEffectEvent(onMore)
	const canLoadMore = nextHref !== null && !isLoading && error === null
	// The observer reports once when it starts, then on each crossing. Restarting it after each batch keeps loading while the
	// end is still in view.
	useEffect(() => {
		if (!canLoadMore || !foot.current) return
		const observer = new IntersectionObserver(
			(entries) => {
				if (entries.some((entry) => entry.isIntersecting)) more()
			},
			{ rootMargin: '600px 0px' },
		)
		observer.observe(foot.current)
		return () => observer.disconnect()
	}, [canLoadMore])
	return (
		<>
			{skip && (
				<a className={`${css.skip} visually-hidden`} href={`#${endId}`}>
					{skip}
				</a>
			)}
			{children}
			<div ref={foot} {...(skip && { id: endId, tabIndex: -1 })} className={css.foot} aria-live="polite">
				{isLoading ? (
					<p>Loading more...</p>
				) : error !== null ? (
					<>
						<p>{error}</p>
						<Button
							onClick={() => {
								// The button disappears, so move the focus to the last loaded row
								const links =
									foot.current?.previousElementSibling?.querySelectorAll<HTMLElement>('a[href]:not([popover] *)')
								links?.[links.length - 1]?.focus({ preventScroll: true })
								onRetry()
							}}
						>
							Try Again
						</Button>
					</>
				) : nextHref !== null ? (
					<a
						className={buttonClass('quiet')}
						href={nextHref}
						rel="next"
						onClick={(event) => {
							event.preventDefault()
							onMore()
						}}
					>
						Show More
					</a>
				) : (
					endMessage && <p>{endMessage}</p>
				)}
			</div>
		</>
	)
}
