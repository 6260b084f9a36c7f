import type { Page } from '@playwright/test'
import { EXPECTED_NOISE } from '#kit/browser/call-failures.ts'
import { navigateInside } from '#kit/browser/client-navigation.ts'
import { logIn, newUsername, registerPerson } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { simulateNetwork } from '#kit/browser/simulated-network.ts'
import { expect, test } from '#kit/browser/test.ts'
import {
	content,
	createWorks,
	failure,
	isFocusKept,
	memberScreens,
	rankings,
	reviewed,
	type Screen,
	searches,
	skeleton,
	tryAgain,
	userPages,
} from './screens/screens.ts'

test.use({ expectedNoise: EXPECTED_NOISE })

declare global {
	interface Window {
		/** How far what is in sight has moved by itself, as Chromium weighs it. */
		shifts?: number
	}
}

async function watchShifts(page: Page): Promise<void> {
	await page.addInitScript(() => {
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) {
				const { value } = entry as PerformanceEntry & { value: number }
				window.shifts = (window.shifts ?? 0) + value
			}
		}).observe({ type: 'layout-shift' })
	})
}

/** Opens each screen by a link while reads hang, then fail, then hang again, fail again, and at last answer. */
async function openOnBadNetwork(page: Page, screens: readonly Screen[]): Promise<void> {
	await watchShifts(page)
	const network = await simulateNetwork(page)
	for (const screen of screens)
		await test.step(screen.path, async () => {
			await network.turn('open')
			await visit(page, '/about')
			await waitForIdle(page)
			await network.turn('hanging')
			await navigateInside(page, screen.path)
			await expect(skeleton(page, screen), 'while it hangs').toBeVisible()
			await network.turn('lost')
			await expect(failure(page, screen), 'when it failed').toBeVisible()
			await expect(skeleton(page, screen)).toHaveCount(0)

			await network.turn('hanging')
			await tryAgain(page).focus()
			await page.keyboard.press('Enter')
			await expect(skeleton(page, screen), 'while it hangs again').toBeVisible()
			await expect.poll(() => isFocusKept(page), 'after the first Try Again').toBe(true)
			await network.turn('lost')
			await expect(failure(page, screen), 'when it failed again').toBeVisible()

			await network.turn('hanging')
			await tryAgain(page).click()
			await expect(skeleton(page, screen)).toBeVisible()
			await page.evaluate(() => {
				window.shifts = 0
			})
			await network.turn('open')
			await expect(content(page, screen), 'in the end').toBeVisible()
			await expect(failure(page, screen)).toHaveCount(0)
			await expect.poll(() => isFocusKept(page), 'after the last Try Again').toBe(true)
			await waitForIdle(page)
			// What Chromium's makers call good
			await expect.poll(() => page.evaluate(() => window.shifts), 'how far things moved').toBeLessThan(0.1)
		})
}

for (const [name, screensOf] of Object.entries({
	'the rankings': rankings,
	'the search': searches,
	'a game and a review': reviewed,
	'a user and their works': userPages,
}))
	test(`every screen of ${name} shows its skeleton, its error message, and loads on retry`, { tag: '@ci' }, async ({
		page,
		site,
	}) => {
		await openOnBadNetwork(page, screensOf(await createWorks(site)))
	})

test('every form of a member shows its skeleton, its error message, and loads on retry', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const works = await createWorks(site)
	await logIn(page, site, works.writer)
	await openOnBadNetwork(page, memberScreens(works))
})

const OWN_SCREENS: Screen[] = [
	{ path: '/settings', loading: 'Loading...', failed: 'Failed to find user', shown: 'Profile' },
	{ path: '/profile', loading: 'Loading profile...', failed: 'Failed to find user', shown: /^new_/ },
	{
		path: '/select-username',
		loading: 'Loading...',
		failed: 'Failed to check username requirements',
		shown: 'Choose your username',
	},
]

for (const screen of OWN_SCREENS)
	test(`${screen.path} without a stored account shows its skeleton, its error message, and loads on retry`, {
		tag: '@ci',
	}, async ({ page, site }) => {
		const network = await simulateNetwork(page)
		await network.turn('hanging')
		await logIn(page, site, await registerPerson(site, newUsername('new')), { isKnown: false })
		await visit(page, screen.path)
		await expect(skeleton(page, screen), 'while it hangs').toBeVisible()
		await network.turn('lost')
		await expect(failure(page, screen), 'when it failed').toBeVisible()
		await network.turn('hanging')
		await tryAgain(page).focus()
		await page.keyboard.press('Enter')
		await expect(skeleton(page, screen), 'while it hangs again').toBeVisible()
		await expect.poll(() => isFocusKept(page), 'after Try Again').toBe(true)
		if (screen.path === '/select-username') {
			// What hangs would still meet the site, which knows the name
			await network.turn('lost')
			await expect(failure(page, screen), 'when it failed again').toBeVisible()
			await page.route('**/api/auth/username-required', (route) =>
				route.fulfill({ json: { success: true, needsUsernameSelection: true } }),
			)
			await network.turn('open')
			await tryAgain(page).click()
		} else await network.turn('open')
		await expect(content(page, screen), 'in the end').toBeVisible()
		await expect(failure(page, screen)).toHaveCount(0)
	})
