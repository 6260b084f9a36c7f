import type { Page, Worker } from '@playwright/test'

/** Waits until a service worker controls the page, and returns it. */
export async function waitForWorker(page: Page): Promise<Worker> {
	await page.evaluate(async () => {
		await navigator.serviceWorker.ready
		if (navigator.serviceWorker.controller) return
		await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
	})
	const worker = page.context().serviceWorkers().at(-1)
	if (!worker) throw new Error('No service worker is running')
	return worker
}
