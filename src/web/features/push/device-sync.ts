import { onCredentialsChange, readCredentials } from '#web/app/credentials.ts'
import { forgetDevice, getUserId, sendSubscription } from './device.ts'
import { storedPushDevice } from './stored-device.ts'

/**
 * Keeps the subscription of this browser in step with its session: it ends with the session or when another account
 * logs in, and the server gets its new address after the browser has replaced it.
 */
export function syncDevice(workers: ServiceWorkerContainer): void {
	if (isStarted) return
	isStarted = true
	const sync = () => void syncOnce(workers).catch(() => {})
	sync()
	onCredentialsChange(sync)
	// The service worker says nothing else
	workers.addEventListener('message', sync)
}

let isStarted = false
let isSyncing = false

async function syncOnce(workers: ServiceWorkerContainer): Promise<void> {
	const stored = storedPushDevice.get()
	if (!stored || isSyncing) return
	const userId = getUserId()
	isSyncing = true
	try {
		if (readCredentials().accessToken === null || (userId !== undefined && userId !== stored.userId)) {
			await forgetDevice()
		} else if (userId === stored.userId && Notification.permission === 'granted') {
			const registration = await workers.getRegistration()
			const subscription = await registration?.pushManager.getSubscription()
			if (subscription && subscription.endpoint !== stored.endpoint) await sendSubscription(subscription)
		}
	} finally {
		isSyncing = false
	}
}
