import { getPushKey, subscribeToPush, unsubscribeFromPush } from '#contract/push.ts'
import type { CurrentUser } from '#contract/users.ts'
import { call } from '#web/app/api-client.ts'
import { browserTransport } from '#web/app/browser-transport.ts'
import { readCredentials } from '#web/app/credentials.ts'
import { platform } from '#web/app/platform.ts'
import { storedPushDevice } from './stored-device.ts'

/** Whether this browser gets push messages for the logged-in account. `denied`: its settings forbid them. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

const canPush = () =>
	platform.apiOrigin === '' &&
	typeof navigator !== 'undefined' &&
	'serviceWorker' in navigator &&
	'PushManager' in window &&
	'Notification' in window

/** Returns the state of this browser. */
export async function readPushState(): Promise<PushState> {
	if (!canPush()) return 'unsupported'
	if (Notification.permission === 'denied') return 'denied'
	const stored = storedPushDevice.get()
	if (Notification.permission !== 'granted' || stored === null || stored.userId !== getUserId()) return 'off'
	const registration = await navigator.serviceWorker.getRegistration()
	const subscription = await registration?.pushManager.getSubscription()
	return subscription ? 'on' : 'off'
}

/**
 * Asks for permission if need be, and subscribes this browser for the logged-in account. Must be called while a press is
 * handled, as browsers then show the question. Throws what the server refuses, and what the browser's push service fails with.
 */
export async function enablePush(): Promise<PushState> {
	if (!canPush()) return 'unsupported'
	const permission = await Notification.requestPermission()
	if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
	const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
	await navigator.serviceWorker.ready
	const { key } = await call(browserTransport, getPushKey, {})
	const subscription = await subscribe(registration.pushManager, key)
	try {
		await sendSubscription(subscription)
	} catch (error) {
		await subscription.unsubscribe().catch(() => false)
		throw error
	}
	return 'on'
}

/** Ends the push messages to this browser, here and on the server. */
export async function disablePush(): Promise<PushState> {
	const stored = storedPushDevice.get()
	await forgetDevice()
	if (stored) await call(browserTransport, unsubscribeFromPush, { body: { endpoint: stored.endpoint } })
	return readPushState()
}

/** Ends the subscription of this browser. The server ends it with the session. */
export async function forgetDevice(): Promise<void> {
	storedPushDevice.remove()
	const registration = await navigator.serviceWorker.getRegistration()
	const subscription = await registration?.pushManager.getSubscription()
	await subscription?.unsubscribe()
}

/** Tells the server the address of this browser. */
export async function sendSubscription(subscription: PushSubscription): Promise<void> {
	const { endpoint, keys } = subscription.toJSON()
	const { p256dh = '', auth = '' } = keys ?? {}
	const userId = getUserId()
	if (endpoint === undefined || userId === undefined) throw new Error('There is nothing to subscribe')
	await call(browserTransport, subscribeToPush, { body: { endpoint, keys: { p256dh, auth } } })
	storedPushDevice.set({ userId, endpoint })
}

/** Subscribes with the site's key. A subscription with an earlier key gets no messages anymore, and is replaced. */
async function subscribe(manager: PushManager, key: string): Promise<PushSubscription> {
	const present = await manager.getSubscription()
	const presentKey = present?.options.applicationServerKey
	if (present && presentKey && toBase64Url(presentKey) === key) return present
	await present?.unsubscribe()
	return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

const toBase64Url = (bytes: ArrayBuffer) =>
	btoa(String.fromCharCode(...new Uint8Array(bytes)))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replace(/=+$/, '')

/** Returns the ID of the logged-in account, as far as this browser knows it. */
export function getUserId(): string | undefined {
	const { accessToken, user } = readCredentials()
	if (accessToken === null || user === null) return undefined
	try {
		return (JSON.parse(user) as Partial<CurrentUser> | null)?.id
	} catch {
		return undefined
	}
}
