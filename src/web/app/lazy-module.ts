import { useEffect, useEffectEvent, useState } from 'react'

let pendingLoads = 0
/** How often the network has come back. */
let reconnections = 0
if (typeof window !== 'undefined') window.addEventListener('online', () => reconnections++)

/** Whether an optional module is loading: its failure is no reason to reload the page. */
export const isLoadingLazyModule = () => pendingLoads > 0

interface Part<M> {
	part: M | null
	failed: boolean
}

/**
 * Loads a module once it is wanted; `part` is null until then. After a failure it is retried when it is wanted again and
 * when the network is back. `load` must be the same function each time.
 */
export function useLazyModule<M>(load: () => Promise<M>, isWanted: boolean): Part<M> {
	const [{ part, failed }, setState] = useState<Part<M>>({ part: null, failed: false })
	const retry = () => setState({ part: null, failed: false })
	if (failed && !isWanted) retry()
	// The network is outside.
	useEffect(() => {
		if (!isWanted || part || failed) return
		let isGone = false
		const before = reconnections
		// A load whose error was prevented resolves with nothing.
		const attempt = () => load().then((loaded) => loaded ?? Promise.reject(new Error('The module did not load')))
		pendingLoads++
		attempt()
			// What fails because the network changes can fail after it has come back.
			.catch((error) => (reconnections === before ? Promise.reject(error) : attempt()))
			.then(
				(loaded) => isGone || setState({ part: loaded, failed: false }),
				() => isGone || setState({ part: null, failed: true }),
			)
			.finally(() => {
				pendingLoads--
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
