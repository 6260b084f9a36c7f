import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { showToast } from '#web/app/toasts.ts'

const LINK = /^#comment-([\da-f-]{36})$/

/**
 * Scrolls to the comment that the address names, focuses and marks it. One that is not on this page is looked up by
 * `?comment=`; `isMissing` says that this found nothing.
 */
export function useLinkedComment(
	path: string,
	{ isLoaded, isMissing }: { isLoaded: boolean; isMissing: boolean },
): void {
	const { hash, search } = useLocation()
	const navigate = useNavigate()
	const id = LINK.exec(hash)?.[1]
	const hasLookedUp = new URLSearchParams(search).get('comment') === id
	const show = useEffectEvent(() => {
		if (id === undefined) return
		const linked = document.getElementById(`comment-${id}`)
		if (linked) {
			linked.dataset.linked = ''
			linked.scrollIntoView({ block: 'center' })
			linked.focus({ preventScroll: true })
		} else if (!hasLookedUp)
			void navigate({ pathname: path, search: `?comment=${id}`, hash }, { replace: true, preventScrollReset: true })
		return () => {
			if (linked) delete linked.dataset.linked
		}
	})
	const leave = useEffectEvent(() => {
		showToast({ message: 'This comment is no longer here.' })
		void navigate(path, { replace: true, preventScrollReset: true })
	})
	// The document scrolls to the comment
	// biome-ignore lint/correctness/useExhaustiveDependencies: the address says again which comment to show
	useEffect(() => (isLoaded ? show() : undefined), [isLoaded, id, search])
	// A toast and the address are outside of React
	useEffect(() => {
		if (isMissing) leave()
	}, [isMissing])
}
