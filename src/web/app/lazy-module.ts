import { useEffect, useEffectEvent, useState } from 'react'

let loading = 0
/** How often the network has come back. */
let returns = 0
if (typeof window !== 'undefined') window.addEventListener('online', () => returns++)

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
		const before = returns
		// A load that was forgiven gives nothing.
		const attempt = () => load().then((loaded) => loaded ?? Promise.reject(new Error('The part did not come')))
		loading++
		attempt()
			// What fails because the network changes can fail after it has come back.
			.catch((error) => (returns === before ? Promise.reject(error) : attempt()))
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
