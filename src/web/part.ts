import { useEffect, useEffectEvent, useState } from 'react'

let loading = 0

/** Whether a part is being loaded that the page can do without: its failure is no reason to load the page anew. */
export const isLoadingPart = () => loading > 0

interface Part<M> {
	part: M | null
	failed: boolean
}

/**
 * A part of the page that comes when it is first wanted: its module, null until then. `failed` when it did not come; it
 * is asked for again when it is wanted anew, and when the network is back. `load` must be the same function each time.
 */
export function usePart<M>(load: () => Promise<M>, isWanted: boolean): Part<M> {
	const [{ part, failed }, setState] = useState<Part<M>>({ part: null, failed: false })
	const retry = () => setState({ part: null, failed: false })
	if (failed && !isWanted) retry()
	// The network is outside.
	useEffect(() => {
		if (!isWanted || part || failed) return
		let isGone = false
		loading++
		load()
			// A load that was forgiven gives nothing.
			.then((loaded) => loaded ?? Promise.reject(new Error('The part did not come')))
			.then(
				(loaded) => isGone || setState({ part: loaded, failed: false }),
				() => isGone || setState({ part: null, failed: true }),
			)
			.finally(() => {
				loading--
			})
		return () => {
			isGone = true
		}
	}, [load, isWanted, part, failed])
	const again = useEffectEvent(retry)
	useEffect(() => {
		if (failed) window.addEventListener('online', () => again(), { once: true })
	}, [failed])
	return { part, failed }
}
