import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { Button, buttonClass } from './button.tsx'
import css from './infinite-list.module.css'

interface InfiniteListProps {
	/** The list itself, as far as it has come. */
	children: ReactNode
	/** Address of the page that begins with the next part, null at the end: what leads on without JavaScript. */
	nextHref: string | null
	isLoading: boolean
	/** The sentence of a failure to load more. */
	error: string | null
	onMore: () => void
	onRetry: () => void
	/** Said at the end; without it the list just ends. */
	endMessage?: string
}

/** A list that grows when its end comes near. */
export function InfiniteList({ children, nextHref, isLoading, error, onMore, onRetry, endMessage }: InfiniteListProps) {
	const foot = useRef<HTMLDivElement>(null)
	const more = useEffectEvent(onMore)
	const waits = nextHref !== null && !isLoading && error === null
	// The observer tells once when it starts and then on each crossing: started anew after each part, it goes on
	// while the end is still in sight.
	useEffect(() => {
		if (!waits || !foot.current) return
		const observer = new IntersectionObserver(
			(entries) => {
				if (entries.some((entry) => entry.isIntersecting)) more()
			},
			{ rootMargin: '600px 0px' },
		)
		observer.observe(foot.current)
		return () => observer.disconnect()
	}, [waits])
	return (
		<>
			{children}
			<div ref={foot} className={css.foot} aria-live="polite">
				{isLoading ? (
					<p>Loading more...</p>
				) : error !== null ? (
					<>
						<p>{error}</p>
						<Button
							onClick={() => {
								// The button goes; what comes follows the last of what is there.
								const links = foot.current?.previousElementSibling?.querySelectorAll<HTMLElement>('a[href]')
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
						Show more
					</a>
				) : (
					endMessage && <p>{endMessage}</p>
				)}
			</div>
		</>
	)
}
