import { useEffect, useEffectEvent, useState } from 'react'

let pendingLoads = 0
/** Number of times the network has come back. */
let reconnections = 0
if (typeof window !== 'undefined') window.addEventListener('online', () => reconnections++)

/** Whether an optional module is loading, whose failure must not reload the page. */
export const isLoadingLazyModule = () => pendingLoads > 0

interface LazyModule<M> {
	module: M | null
	hasFailed: boolean
}

/**
 * Loads a module when `isWanted` becomes true; `module` is null until it has loaded. Retries after a failure when it is
 * wanted again and when the network is back. `load` must be a stable function.
 */
export function useLazyModule<M>(load: () => Promise<M>, isWanted: boolean): LazyModule<M> {
	const [{ module, hasFailed }, setState] = useState<LazyModule<M>>({ module: null, hasFailed: false })
	const retry = () => setState({ module: null, hasFailed: false })
	if (hasFailed && !isWanted) retry()
	useEffect(() => {
		if (!isWanted || module || hasFailed) return
		let isStale = false
		const reconnectionsBefore = reconnections
		// If `vite:preloadError` was prevented, the import resolves with undefined
		const attempt = () => load().then((loaded) => loaded ?? Promise.reject(new Error('The module did not load')))
		pendingLoads++
		attempt()
			// A request that fails because of a network change can fail after the network is back
			.catch((error) => (reconnections === reconnectionsBefore ? Promise.reject(error) : attempt()))
			.then(
				(loaded) => isStale || setState({ module: loaded, hasFailed: false }),
				() => isStale || setState({ module: null, hasFailed: true }),
			)
			.finally(() => {
				pendingLoads--
			})
		return () => {
			isStale = true
		}
	}, [load, isWanted, module, hasFailed])
	const retryOnline = useEffectEvent(retry)
	useEffect(() => {
		if (hasFailed) window.addEventListener('online', () => retryOnline(), { once: true })
	}, [hasFailed])
	return { module, hasFailed }
}
