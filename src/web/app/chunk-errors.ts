import { safeLocalStorage } from './local-storage.ts'

const chunkErrors = new WeakSet<Error>()
const RELOADED_KEY = 'reloadedAt'
/** A chunk that is missing again so soon after a reload would be missing after the next one too. */
const MIN_RELOAD_INTERVAL_MS = 60_000

/** Records an error as one of loading a screen's code or styles. */
export function recordChunkError(error: Error): void {
	chunkErrors.add(error)
}

export function isChunkError(error: unknown): boolean {
	return error instanceof Error && chunkErrors.has(error)
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

let isReloading = false
let isReloadRequested = false

/** Reloads the page at most once a minute: after an update of the site the old page's chunks are gone. */
export async function reloadOnce(): Promise<void> {
	// The network may come back while an attempt is failing without it.
	isReloadRequested = isReloading
	const before = safeLocalStorage.get(RELOADED_KEY)
	if (isReloading || Date.now() - Number(before) < MIN_RELOAD_INTERVAL_MS) return
	isReloading = true
	safeLocalStorage.set(RELOADED_KEY, String(Date.now()))
	let isDone = await reloadIfReachable()
	while (!isDone && isReloadRequested) {
		isReloadRequested = false
		isDone = await reloadIfReachable()
	}
	if (!isDone) safeLocalStorage.set(RELOADED_KEY, before)
	isReloading = false
}

/** Requests failed style sheets again: the bundler requests each only once. */
export function retryStyles(): void {
	for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]:not([disabled])'))
		if (!link.sheet) link.replaceWith(link.cloneNode())
}
