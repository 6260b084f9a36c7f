import { useEffect, useState } from 'react'

/** So far from the screen a row is near: more than a key that is held down goes while the browser looks. */
const margin = '600px 0px'

/** Which rows of a long list are near the screen. */
export interface NearRows {
	/** Tells of a row whether it is near, until the function given back is called. */
	watch: (row: Element, onNear: (isNear: boolean) => void) => () => void
	/** From now on what has come near remains so. */
	hold: () => void
	/** Ends that; what is far away is so again. */
	release: () => void
}

/** Watches rows, each of which is told when it comes near the screen and when it no longer is. */
export function useNearRows(): NearRows {
	const [near] = useState(nearRows)
	useEffect(() => () => near.stop(), [near])
	return near
}

function nearRows(): NearRows & { stop: () => void } {
	const rows = new Map<Element, (isNear: boolean) => void>()
	let isHolding = false
	const observer = new IntersectionObserver(
		(entries) => {
			for (const { target, isIntersecting } of entries)
				if (isIntersecting || !isHolding) rows.get(target)?.(isIntersecting)
		},
		{ rootMargin: margin },
	)
	return {
		watch(row, onNear) {
			rows.set(row, onNear)
			observer.observe(row)
			return () => {
				rows.delete(row)
				observer.unobserve(row)
			}
		},
		hold() {
			isHolding = true
		},
		release() {
			isHolding = false
			// Observed anew, each row is told of once more.
			observer.disconnect()
			for (const row of rows.keys()) observer.observe(row)
		},
		stop: () => observer.disconnect(),
	}
}
