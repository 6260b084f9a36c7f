/** Maps items with up to `concurrency` calls at once, and yields the results in the order of the items. */
export async function* mapInOrder<T, R>(
	items: readonly T[],
	concurrency: number,
	map: (item: T) => Promise<R>,
): AsyncGenerator<R> {
	const running: Promise<R>[] = []
	const start = (item: T) => {
		const result = map(item)
		// Reported when its turn comes; the caller may stop before
		result.catch(() => {})
		running.push(result)
	}
	for (const item of items) {
		if (running.length >= concurrency) yield await (running.shift() as Promise<R>)
		start(item)
	}
	for (const result of running) yield await result
}
