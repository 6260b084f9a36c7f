// Shows push messages, and a page of its own while the network is gone. It stores no page, answer or script of the site, so
// one of an earlier version works with every later one, and takes over at once when it changes. Bundled by
// `vite.service-worker.ts`, served as /sw.js.

import { answerNavigation } from './navigations.ts'
import { openNotification, showMessage } from './push-messages.ts'
import { renewSubscription } from './subscription.ts'

declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))

self.addEventListener('activate', (event) => event.waitUntil(activate()))

async function activate(): Promise<void> {
	// Requests of pages do not wait for this worker to start
	await self.registration.navigationPreload?.enable()
	await self.clients.claim()
}

self.addEventListener('fetch', (event) => {
	if (event.request.mode === 'navigate' && event.request.method === 'GET') event.respondWith(answerNavigation(event))
})

self.addEventListener('push', (event) => event.waitUntil(showMessage(self, event.data)))

self.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(self, event.notification)))

// TypeScript does not know this event: https://www.w3.org/TR/push-api/#the-pushsubscriptionchange-event
self.addEventListener('pushsubscriptionchange', (event) =>
	(event as ExtendableEvent).waitUntil(renewSubscription(self, event as SubscriptionChange)),
)

interface SubscriptionChange extends ExtendableEvent {
	oldSubscription: PushSubscription | null
	newSubscription: PushSubscription | null
}
