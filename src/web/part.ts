import { useEffect, useState } from 'react'

let loading = 0

/** Whether a part is being loaded that the page can do without: its failure is no reason to load the page anew. */
export const isLoadingPart = () => loading > 0

/**
 * A part of the page that comes when it is first wanted: its module, null until then. `failed` when it did not come;
 * `load` must be the same function each time.
 */
export function usePart<M>(load: () => Promise<M>, isWanted: boolean): { part: M | null; failed: boolean } {
	const [state, setState] = useState<{ part: M | null; failed: boolean }>({ part: null, failed: false })
	// The network is outside.
	useEffect(() => {
		if (!isWanted || state.part) return
		let isGone = false
		loading++
		load()
			// A load that was forgiven gives nothing.
			.then((part) => part ?? Promise.reject(new Error('The part did not come')))
			.then(
				(part) => isGone || setState({ part, failed: false }),
				() => isGone || setState({ part: null, failed: true }),
			)
			.finally(() => {
				loading--
			})
		return () => {
			isGone = true
		}
	}, [load, isWanted, state.part])
	return state
}
