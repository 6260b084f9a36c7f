/** What open pages hear when the browser has replaced its subscription. Only they can tell the server, as its owner. */
export const SUBSCRIPTION_CHANGED = 'push-subscription-changed'

/** Subscribes again after the push service has ended a subscription, unless the browser has already. */
export async function renewSubscription(
	scope: ServiceWorkerGlobalScope,
	{ oldSubscription, newSubscription }: Record<'oldSubscription' | 'newSubscription', PushSubscription | null>,
): Promise<void> {
	if (!newSubscription && oldSubscription) await scope.registration.pushManager.subscribe(oldSubscription.options)
	const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
	// Without an open page the next one does it
	for (const page of pages) page.postMessage(SUBSCRIPTION_CHANGED)
}
