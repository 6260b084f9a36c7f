import { stored } from './local-storage.ts'

const lost = new WeakSet<Error>()
const RELOADED_KEY = 'reloadedAt'
/** A chunk that is missing again so soon after a reload would be missing after the next one too. */
const MIN_RELOAD_INTERVAL_MS = 60_000

/** Records an error as one of loading a screen's code or styles. */
export function noteChunkError(error: Error): void {
	lost.add(error)
}

export function isChunkError(error: unknown): boolean {
	return error instanceof Error && lost.has(error)
}

/** Reloads the page if the server answers, else returns false: the browser's own error page helps nobody. */
export async function reloadIfReachable(): Promise<boolean> {
	try {
		await fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' })
	} catch {
		return false
	}
	location.reload()
	return true
}

let isLoadingAnew = false
let isAskedAgain = false

/** Reloads the page at most once a minute: after an update of the site the old page's chunks are gone. */
export async function reloadOnce(): Promise<void> {
	// The network may come back while an attempt is failing without it.
	isAskedAgain = isLoadingAnew
	const before = stored.get(RELOADED_KEY)
	if (isLoadingAnew || Date.now() - Number(before) < MIN_RELOAD_INTERVAL_MS) return
	isLoadingAnew = true
	stored.set(RELOADED_KEY, String(Date.now()))
	let isDone = await reloadIfReachable()
	while (!isDone && isAskedAgain) {
		isAskedAgain = false
		isDone = await reloadIfReachable()
	}
	if (!isDone) stored.set(RELOADED_KEY, before)
	isLoadingAnew = false
}

/** Requests failed style sheets again: the bundler requests each only once. */
export function retryStyles(): void {
	for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]:not([disabled])'))
		if (!link.sheet) link.replaceWith(link.cloneNode())
}
