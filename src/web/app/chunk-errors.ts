import { stored } from './local-storage.ts'

const lost = new WeakSet<Error>()
const reloadedKey = 'reloadedAt'
/** A page that lacks a part again so soon after a reload would lack it after the next one too. */
const betweenReloadsMs = 60_000

/** Notes with which error the code or the styles of a screen did not come. */
export function noteLostPart(error: Error): void {
	lost.add(error)
}

export function isLostPart(error: unknown): boolean {
	return error instanceof Error && lost.has(error)
}

/** Loads the page anew where the server answers. False where it does not: the browser's own error page helps nobody. */
export async function loadAnew(): Promise<boolean> {
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

/** `loadAnew` by itself and once: after an update of the site the old page's parts are gone, and the new page has its own. */
export async function loadAnewOnce(): Promise<void> {
	// The network may come back while a try is failing for want of it.
	isAskedAgain = isLoadingAnew
	const before = stored.get(reloadedKey)
	if (isLoadingAnew || Date.now() - Number(before) < betweenReloadsMs) return
	isLoadingAnew = true
	stored.set(reloadedKey, String(Date.now()))
	let isDone = await loadAnew()
	while (!isDone && isAskedAgain) {
		isAskedAgain = false
		isDone = await loadAnew()
	}
	if (!isDone) stored.set(reloadedKey, before)
	isLoadingAnew = false
}

/** Asks again for style sheets that did not come: a part is asked for only once for them. */
export function mendStyles(): void {
	for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]:not([disabled])'))
		if (!link.sheet) link.replaceWith(link.cloneNode())
}
