import { storedPushDevice } from './stored-device.ts'

/**
 * Registers the service worker, which shows push messages and the offline page. Browsers that have none, and private
 * windows that refuse it, work without. Also keeps the push subscription of this browser in step with its session.
 */
export function startServiceWorker(): void {
	// Undefined in insecure contexts and some private windows
	const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
	if (!workers) return
	workers.register('/sw.js', { updateViaCache: 'none' }).catch(() => {})
	// Only browsers that get push messages load more
	if (storedPushDevice.get() !== null)
		import('./device-sync.ts').then(({ syncDevice }) => syncDevice(workers)).catch(() => {})
}
