import { platform } from './platform.ts'
import { showToast } from './toasts.ts'

/** Shares a page of the site with other apps; where the browser cannot, copies its link and says so. */
export async function share(title: string, path: string): Promise<void> {
	if (platform.share) return platform.share(title, path)
	const url = window.location.origin + path
	if (!('share' in navigator)) return copyLink(path)
	try {
		await navigator.share({ title, url })
	} catch (error) {
		// The viewer closed the dialog
		if (!(error instanceof Error) || error.name !== 'AbortError') await copyLink(path)
	}
}

/** Copies the link of a page of the site and says so; where that is not allowed, the message has the link. */
export async function copyLink(path: string): Promise<void> {
	const url = (platform.siteOrigin ?? window.location.origin) + path
	try {
		await navigator.clipboard.writeText(url)
		showToast({ message: 'Link copied' })
	} catch {
		showToast({ message: `Copy this link: ${url}`, durationMs: 30_000 })
	}
}
