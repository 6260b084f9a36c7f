/** Calls a function once the browser has nothing more urgent to do, unless the returned function is called before. */
export function whenIdle(act: () => void): () => void {
	// Absent on Apple's systems
	if (!('requestIdleCallback' in window)) {
		const timer = setTimeout(act)
		return () => clearTimeout(timer)
	}
	const handle = requestIdleCallback(act)
	return () => cancelIdleCallback(handle)
}
