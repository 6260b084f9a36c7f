import type { PushMessage } from '#contract/push.ts'

const ICON = '/icon-192.png'
/** Browsers require that something is shown, also of a message from another version of the server. */
const UNREADABLE = { title: 'Something new on Savepoint', body: '', url: '/', tag: 'unreadable' }

/** Shows a push message as a notification. One with the same tag replaces the one before. */
export function showMessage(scope: ServiceWorkerGlobalScope, data: PushMessageData | null): Promise<void> {
	const { title, body, url, tag } = parse(data) ?? UNREADABLE
	return scope.registration.showNotification(title, { body, tag, icon: ICON, data: { url } })
}

/** Opens the page that a notification is about, in the tab that shows it already if there is one. */
export async function openNotification(scope: ServiceWorkerGlobalScope, notification: Notification): Promise<void> {
	notification.close()
	const { url } = (notification.data ?? {}) as { url?: unknown }
	const { origin } = scope.location
	const address = toOwnAddress(url, origin)
	const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
	// Another tab is not taken to the page: somebody may be writing in it
	const open = tabs.find((tab) => tab.url === address || withoutHash(tab.url) === withoutHash(address))
	await (open ? open.focus() : scope.clients.openWindow(address))
}

function parse(data: PushMessageData | null): PushMessage | undefined {
	try {
		const { title, body, url, tag } = (data?.json() ?? {}) as Partial<PushMessage>
		const isComplete = [title, body, url, tag].every((part) => typeof part === 'string')
		return isComplete ? ({ title, body, url, tag } as PushMessage) : undefined
	} catch {
		return undefined
	}
}

/** Returns the address of a page of this site; that of the home page if the given one is elsewhere. */
function toOwnAddress(url: unknown, origin: string): string {
	const home = new URL('/', origin)
	if (typeof url !== 'string' || !URL.canParse(url, origin)) return home.href
	const address = new URL(url, origin)
	return address.origin === origin ? address.href : home.href
}

const withoutHash = (address: string) => address.split('#', 1)[0]
