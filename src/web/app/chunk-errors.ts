import { safeLocalStorage } from './local-storage.ts'

const chunkErrors = new WeakSet<Error>()
const RELOADED_KEY = 'reloadedAt'
/** A chunk that is missing again this soon after a reload would still be missing after another one. */
const MIN_RELOAD_INTERVAL_MS = 60_000

/** Records an error as a failure to load a screen's code or styles. */
export function recordChunkError(error: Error): void {
	chunkErrors.add(error)
}

export function isChunkError(error: unknown): boolean {
	return error instanceof Error && chunkErrors.has(error)
}

/** Reloads the page if the server is reachable, else returns false: the browser's own error page would be worse. */
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

/** Reloads the page, at most once a minute: after a deployment the old page's chunks are gone. */
export async function reloadOnce(): Promise<void> {
	// The network may come back while an offline attempt is still failing
	isReloadRequested = isReloading
	const previousReload = safeLocalStorage.get(RELOADED_KEY)
	if (isReloading || Date.now() - Number(previousReload) < MIN_RELOAD_INTERVAL_MS) return
	isReloading = true
	safeLocalStorage.set(RELOADED_KEY, String(Date.now()))
	let isDone = await reloadIfReachable()
	while (!isDone && isReloadRequested) {
		isReloadRequested = false
		isDone = await reloadIfReachable()
	}
	if (!isDone) safeLocalStorage.set(RELOADED_KEY, previousReload)
	isReloading = false
}

/** Requests failed style sheets again: the bundler requests each only once. */
export function retryStyles(): void {
	for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]:not([disabled])'))
		if (!link.sheet) link.replaceWith(link.cloneNode())
}
