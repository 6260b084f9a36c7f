import { EXPECTED_NOISE } from '#kit/browser/call-failures.ts'
import { navigateInside } from '#kit/browser/client-navigation.ts'
import { goOffline, goOnline } from '#kit/browser/offline.ts'
import { logIn, registerAndLogIn } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { simulateNetwork } from '#kit/browser/simulated-network.ts'
import { expect, test } from '#kit/browser/test.ts'
import { content, createWorks, isFocusKept, main, memberScreens, publicScreens } from './screens/screens.ts'

test.use({ expectedNoise: EXPECTED_NOISE })

/** Longer than the pause after which a failed read is tried once more. */
const RETRY_MS = 1_000

test("on a bad network, a screen reloaded by a member keeps the server's data and shows what is missing", {
	tag: '@ci',
}, async ({ page, site }) => {
	await page.clock.install()
	const works = await createWorks(site)
	const network = await simulateNetwork(page)
	await logIn(page, site, works.writer)
	for (const screen of [...publicScreens(works), ...memberScreens(works)])
		await test.step(screen.path, async () => {
			await network.turn('lost')
			await visit(page, screen.path)
			await expect(content(page, screen)).toBeVisible()
			if (!screen.saysBeside) {
				await waitForIdle(page)
				// Every read is tried once more
				await page.clock.runFor(RETRY_MS)
				await waitForIdle(page)
				await expect(content(page, screen), 'after the failure').toBeVisible()
				return
			}
			const missing = main(page).getByText(screen.failed, { exact: true }).first()
			await expect(missing, 'when it failed').toBeVisible()
			await expect(content(page, screen), 'beside the sentence').toBeVisible()
			await network.turn('open')
			// A member's home has sections above it that failed on their own
			await missing
				.locator('xpath=ancestor::*[.//button[.="Try Again"]][1]')
				.getByRole('button', { name: 'Try Again' })
				.focus()
			await page.keyboard.press('Enter')
			await expect(async () => {
				// A request that was on its way while the network came back is tried once more
				await page.clock.runFor(RETRY_MS)
				await expect(missing).toHaveCount(0, { timeout: 1000 })
			}).toPass()
			await expect.poll(() => isFocusKept(page), 'after Try Again').toBe(true)
			await expect(content(page, screen), 'in the end').toBeVisible()
		})
})

test('offline, every screen whose code is not loaded says so, and loads automatically when the network is back', {
	tag: '@ci',
}, async ({ page, site }) => {
	const works = await createWorks(site)
	await logIn(page, site, works.writer)
	await visit(page, '/about')
	await waitForIdle(page)
	await goOffline(page)
	const others = [
		'/login',
		'/forgot-password',
		'/list',
		'/settings',
		'/select-username',
		'/oauth/success',
		'/privacy-policy',
	]
	const lost = page.getByRole('heading', { level: 1, name: 'No Connection' })
	for (const path of [...[...publicScreens(works), ...memberScreens(works)].map(({ path }) => path), ...others]) {
		await navigateInside(page, path)
		await expect(lost, path).toBeVisible()
		await expect(page.getByRole('banner').getByRole('link', { name: 'Savepoint' }), path).toBeVisible()
		await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
		await expect(page.getByRole('heading', { level: 1, name: 'About Savepoint' })).toBeVisible()
	}
	await navigateInside(page, `/list/${works.list}`)
	await expect(lost).toBeVisible()
	await goOnline(page)
	await expect(page.getByRole('heading', { level: 1, name: 'Of two' })).toBeVisible()
})

test('pictures that fail to load leave no broken frame on any screen', { tag: '@ci' }, async ({ page, site }) => {
	const works = await createWorks(site)
	for (const pattern of ['**/art/**', '**/pictures/**']) await page.route(pattern, (route) => route.abort())
	for (const { path } of publicScreens(works)) {
		await visit(page, path)
		await waitForIdle(page)
		const broken = () =>
			page.evaluate(() =>
				[...document.querySelectorAll('img')].flatMap((image) =>
					image.complete && image.naturalWidth === 0 ? [image.src] : [],
				),
			)
		await expect.poll(broken, path).toEqual([])
	}
	await visit(page, `/list/${works.list}`)
	// The placeholder carries the name in the picture's place
	await expect(main(page).locator('[data-hue]').filter({ hasText: 'Baldur' })).toBeVisible()
})

test('Try Again in the bell keeps the focus in its panel, even if the panel itself failed to load', {
	tag: '@ci',
}, async ({ page, site }) => {
	await registerAndLogIn(page, site)
	await visit(page, '/about')
	await waitForIdle(page)
	const bell = page.getByRole('button', { name: /^Notifications/ })
	const panel = page.getByRole('dialog', { name: 'Notifications' })
	const inPanel = () => page.evaluate(() => document.activeElement?.closest('#notifications') !== null)

	await goOffline(page)
	await bell.click()
	await expect(panel.getByRole('alert').getByText('Failed to fetch activities')).toBeVisible()
	for (const _ of ['first', 'second']) {
		await panel.getByRole('button', { name: 'Try Again' }).focus()
		await page.keyboard.press('Enter')
		await expect.poll(inPanel).toBe(true)
		await expect(panel.getByRole('alert').getByText('Failed to fetch activities')).toBeVisible()
	}
	await goOnline(page)
	await expect(panel.getByText('No recent activity from users you follow.')).toBeVisible()

	await page.keyboard.press('Escape')
	await visit(page, '/about')
	const network = await simulateNetwork(page)
	await network.turn('lost')
	await bell.click()
	await expect(panel.getByRole('alert').getByText('Failed to fetch activities')).toBeVisible()
	await network.turn('hanging')
	await panel.getByRole('button', { name: 'Try Again' }).focus()
	await page.keyboard.press('Enter')
	await expect(panel.getByRole('list', { name: 'Loading notifications' })).toBeVisible()
	await expect(panel.getByRole('heading', { name: 'Notifications' })).toBeFocused()
	await network.turn('open')
	await expect(panel.getByText('No recent activity from users you follow.')).toBeVisible()
	await expect.poll(inPanel).toBe(true)
})
