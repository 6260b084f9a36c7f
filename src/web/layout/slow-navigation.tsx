import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import css from './slow-navigation.module.css'

/** A page that takes longer is replaced by a skeleton of the next one. */
const PATIENCE_MS = 300

/** The pages that begin with a cover or a picture. */
const WITH_COVER = /^\/(games|reviews|profile)\/[^/]+/

let pressedLink: HTMLAnchorElement | null = null
if (typeof window !== 'undefined')
	window.addEventListener(
		'click',
		({ target }) => {
			pressedLink = target instanceof Element ? target.closest('a') : null
		},
		true,
	)

/** Answers a navigation at once: marks the pressed link, and after 300 ms shows a skeleton of the next page. */
export function SlowNavigation({ main }: { main: RefObject<HTMLElement | null> }) {
	const { location: next } = useNavigation()
	const { pathname } = useLocation()
	const [skeletonOf, setSkeletonOf] = useState<string | null>(null)
	const key = next?.key
	const target = next && next.pathname !== pathname ? next.pathname : null
	// The link and the old page belong to others, so they are marked by attributes
	useEffect(() => {
		if (key === undefined) return
		const link = pressedLink
		link?.setAttribute('data-pending', '')
		return () => link?.removeAttribute('data-pending')
	}, [key])
	// The next page is visible again before its scroll position is restored
	useLayoutEffect(() => {
		if (target === null) return
		const timer = setTimeout(() => {
			setSkeletonOf(target)
			main.current?.setAttribute('data-replaced', '')
			window.scrollTo({ top: 0, behavior: 'instant' })
		}, PATIENCE_MS)
		const element = main.current
		return () => {
			clearTimeout(timer)
			setSkeletonOf(null)
			element?.removeAttribute('data-replaced')
		}
	}, [target, main])
	if (skeletonOf === null) return null
	return (
		<div data-stands-in="" className={css.page} aria-hidden="true">
			{WITH_COVER.test(skeletonOf) ? (
				<div className={css.top}>
					<div>
						<Skeleton shape="cover" />
					</div>
					<div>
						<span className={css.title}>
							<Skeleton shape="short" />
						</span>
						<Skeleton shape="short" />
						<Skeleton />
						<Skeleton />
					</div>
				</div>
			) : (
				<>
					<span className={css.title}>
						<Skeleton shape="short" />
					</span>
					<Skeleton shape="short" />
					<SkeletonList label="" count={4} className={css.rows}>
						<Skeleton shape="block" />
					</SkeletonList>
				</>
			)}
		</div>
	)
}
