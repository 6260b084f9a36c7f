import type { Page, Worker } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { registerAndLogIn } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { waitForWorker } from '#kit/browser/service-worker.ts'
import { expect, test } from '#kit/browser/test.ts'

test.use({ serviceWorkers: 'allow' })

const TAG = '018f0000-0000-7000-8000-000000000001'

/** Delivers a push message to the page's service worker, as the browser's push service does. */
async function deliver(page: Page, data: string): Promise<void> {
	const browser = await page.context().newCDPSession(page)
	const found = new Promise<string>((resolve) =>
		browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
			const [registration] = registrations
			if (registration) resolve(registration.registrationId)
		}),
	)
	await browser.send('ServiceWorker.enable')
	const { origin } = new URL(page.url())
	await browser.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await found, data })
}

/** What the tests know of the worker's global scope, whose types are those of a page here. */
type WorkerScope = {
	registration: { showNotification: (title: string, options: NotificationOptions) => Promise<void> }
	clients: { openWindow: (url: string) => Promise<null> }
	shown: { title: string; body?: string; tag?: string }[]
}

/** Records what the worker shows: Chromium's headless shell has no notifications. */
function recordNotifications(worker: Worker): Promise<void> {
	return worker.evaluate(() => {
		const scope = self as unknown as WorkerScope
		scope.shown = []
		scope.registration.showNotification = async (title, { body = '', tag = '' }) => {
			scope.shown = [...scope.shown.filter((one) => one.tag !== tag), { title, body, tag }]
		}
	})
}

test('a push message is shown, the next one about the same replaces it, and one that cannot be read says little', {
	tag: '@ci',
}, async ({ page }) => {
	await visit(page, '/about')
	const worker = await waitForWorker(page)
	await recordNotifications(worker)
	const listShown = () => worker.evaluate(() => (self as unknown as WorkerScope).shown)
	const message = { title: 'Ann liked your review of Celeste', body: '', url: '/about', tag: TAG }
	await deliver(page, JSON.stringify(message))
	await expect.poll(listShown).toEqual([{ title: message.title, body: '', tag: TAG }])
	const next = { ...message, title: 'Ann and Ben liked your review of Celeste' }
	await deliver(page, JSON.stringify(next))
	await expect.poll(listShown).toEqual([{ title: next.title, body: '', tag: TAG }])
	await deliver(page, 'no JSON')
	await expect.poll(async () => (await listShown()).map(({ title }) => title)).toContain('Something new on Savepoint')
})

test('a press on a notification opens its page of this site, and never another site', { tag: '@ci' }, async ({
	page,
	baseURL,
}) => {
	await visit(page, '/games')
	const worker = await waitForWorker(page)
	const press = (url: unknown) =>
		worker.evaluate((target) => {
			const scope = self as unknown as WorkerScope
			return new Promise<string>((resolve) => {
				// The browser opens windows only when a person has pressed
				scope.clients.openWindow = async (address) => {
					resolve(address)
					return null
				}
				const notification = { data: { url: target }, close() {} }
				self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil() {} }))
			})
		}, url)
	const cases: [url: unknown, path: string][] = [
		['/reviews/1#comment-2', '/reviews/1#comment-2'],
		['https://evil.example/', '/'],
		['//evil.example/', '/'],
		['javascript:alert(1)', '/'],
		[undefined, '/'],
	]
	for (const [url, path] of cases) expect(await press(url)).toBe(`${baseURL}${path}`)
})

test('the first tick under Push turns push messages on in this browser, and logging out ends them', {
	tag: '@ci',
}, async ({ page, site }) => {
	await standInForPushService(page)
	await registerAndLogIn(page, site)
	await visit(page, '/settings')
	await waitForWorker(page)
	const tick = page.getByRole('checkbox', { name: 'New followers: Push' })
	await tick.check()
	await expect(page.getByText('This browser gets push messages.')).toBeVisible()
	await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
	await expect.poll(() => storedDevice(page)).toMatch(/^https:\/\/93\.184\.215\.14\/send\//)
	expect(await findAxeViolations(page)).toEqual([])
	await page.getByRole('button', { name: 'Turn Off Here' }).click()
	await expect(page.getByText('This browser gets no push messages yet.')).toBeVisible()
	await expect(tick).toBeChecked()
	await page.getByRole('button', { name: 'Turn On Here' }).click()
	await expect(page.getByText('This browser gets push messages.')).toBeVisible()
	await page.reload()
	await expect(page.getByText('This browser gets push messages.')).toBeVisible()
	await page.evaluate(() => {
		for (const key of ['accessToken', 'refreshToken', 'user']) localStorage.removeItem(key)
	})
	await page.reload()
	await expect.poll(() => storedDevice(page)).toBe(null)
})

test('what the server refuses is said beside the table, and nothing is ticked', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	await standInForPushService(page)
	await registerAndLogIn(page, site)
	await visit(page, '/settings')
	await waitForWorker(page)
	const tick = page.getByRole('checkbox', { name: 'New followers: Push' })
	await setServerFailure(page, true)
	await tick.click()
	await expect(page.getByText('Failed to turn on push messages in this browser')).toBeVisible()
	await expect(tick).not.toBeChecked()
	await setServerFailure(page, false)
	await tick.check()
	await expect(page.getByText('This browser gets push messages.')).toBeVisible()
	await setServerFailure(page, true)
	await page.getByRole('button', { name: 'Turn Off Here' }).click()
	await expect(page.getByText('Failed to turn off push messages in this browser')).toBeVisible()
})

test('the settings say where push messages are blocked, and nobody is asked', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	// Chromium's headless shell never permits them
	await registerAndLogIn(page, site)
	await visit(page, '/settings')
	await expect(page.getByText('Push messages are blocked in this browser’s settings.')).toBeVisible()
	await expect(page.getByRole('checkbox', { name: 'New followers: Push' })).toBeDisabled()
})

const storedDevice = (page: Page) =>
	page.evaluate(
		() => (JSON.parse(localStorage.getItem('pushDevice') ?? 'null') as { endpoint: string } | null)?.endpoint ?? null,
	)

/** Whether the server fails when a browser is subscribed or unsubscribed. Playwright can miss requests of pages that have a service worker. */
const setServerFailure = (page: Page, isFailing: boolean) =>
	page.evaluate((word) => localStorage.setItem('test-failure', word), isFailing ? 'yes' : '')

/** The page gets the permission and a subscription as at a push service, neither of which a headless Chromium has. */
async function standInForPushService(page: Page): Promise<void> {
	await page.addInitScript(() => {
		const encode = (bytes: ArrayBuffer) =>
			btoa(String.fromCharCode(...new Uint8Array(bytes)))
				.replaceAll('+', '-')
				.replaceAll('/', '_')
				.replace(/=+$/, '')
		const read = () => {
			const endpoint = localStorage.getItem('test-endpoint')
			const p256dh = localStorage.getItem('test-key')
			if (endpoint === null || p256dh === null) return null
			return {
				endpoint,
				options: {},
				toJSON: () => ({ endpoint, keys: { p256dh, auth: encode(new Uint8Array(16).buffer) } }),
				unsubscribe: async () => {
					localStorage.removeItem('test-endpoint')
					return true
				},
			} as unknown as PushSubscription
		}
		Object.defineProperty(Notification, 'permission', {
			get: () => localStorage.getItem('test-permission') ?? 'default',
		})
		const send = window.fetch
		window.fetch = async (...request) =>
			localStorage.getItem('test-failure') && new Request(...request).url.endsWith('/api/push/subscriptions')
				? new Response('', { status: 500 })
				: send(...request)
		Notification.requestPermission = async () => {
			localStorage.setItem('test-permission', 'granted')
			return 'granted'
		}
		PushManager.prototype.getSubscription = async () => read()
		PushManager.prototype.subscribe = async () => {
			const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
			localStorage.setItem('test-key', encode(await crypto.subtle.exportKey('raw', pair.publicKey)))
			localStorage.setItem('test-endpoint', `https://93.184.215.14/send/${crypto.randomUUID()}`)
			return read() as PushSubscription
		}
	})
}
