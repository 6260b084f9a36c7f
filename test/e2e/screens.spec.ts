import type { Locator, Page } from '@playwright/test'
import type { SiteProcess } from '../process.ts'
import { badNetwork } from './bad-network.ts'
import { baldursGate } from './built-in-games.ts'
import { NOISE } from './failing.ts'
import { goInside } from './inside.ts'
import { expect, test } from './site.ts'
import { type Someone, someone } from './someone.ts'

test.use({ expectedNoise: NOISE })

/** A screen that reads: what it shows meanwhile, what it says when nothing comes, and what it is about. */
interface Screen {
	path: string
	/** Its loading look: a label of places, or a sentence of the specification. */
	loading: string
	failed: string
	shown: string | RegExp
}

/** Somebody with a review and a list, who opens what they made; a deletion that can be looked up; and the words for it. */
async function made(site: SiteProcess, name: string) {
	const [writer, gone] = await Promise.all([someone(site, `of_${name}`), someone(site, `gone_${name}`)])
	const games = [{ gameId: baldursGate }, { gameId: 4 }]
	const { id: list } = (await writer.does('POST', '/lists', { title: 'Of two', games })) as { id: string }
	const { confirmationCode } = (await gone.does('DELETE', '/auth/account', { password: 'Correct1Horse' })) as {
		confirmationCode: string
	}
	return { writer, review: await writer.reviews(baldursGate), list, confirmationCode }
}

type Made = Awaited<ReturnType<typeof made>>

const forAll = ({ writer, review, list, confirmationCode }: Made): Screen[] => [
	{ path: '/?period=year', loading: 'Loading', failed: 'Failed to fetch popular games', shown: 'Popular Games' },
	{ path: '/games', loading: 'Loading games', failed: 'Failed to fetch games', shown: 'Popular Games' },
	{ path: '/users', loading: 'Loading users', failed: 'Failed to fetch users', shown: 'Popular Users' },
	{ path: '/reviews', loading: 'Loading reviews', failed: 'Failed to fetch reviews', shown: /Baldur/ },
	{
		path: '/search?query=zelda',
		loading: 'Loading games',
		failed: 'An error occurred while searching for games',
		shown: /Legend of Zelda/,
	},
	{
		path: `/search?query=${writer.username}&tab=users`,
		loading: 'Loading users',
		failed: 'An error occurred while searching for users',
		shown: writer.username,
	},
	{
		path: `/games/${baldursGate}`,
		loading: 'Loading game...',
		failed: 'Failed to fetch game details',
		shown: /Baldur/,
	},
	{
		path: `/reviews/${review}`,
		loading: 'Loading review...',
		failed: 'Failed to fetch review details',
		shown: /Baldur/,
	},
	{
		path: `/profile/${writer.username}`,
		loading: 'Loading profile...',
		failed: 'Failed to find user',
		shown: writer.username,
	},
	{
		path: `/${writer.username}/reviews`,
		loading: 'Loading reviews',
		failed: 'Failed to fetch user reviews',
		shown: /Baldur/,
	},
	{ path: `/${writer.username}/lists`, loading: 'Loading lists', failed: 'Failed to load lists', shown: 'Of two' },
	{ path: `/list/${list}`, loading: 'Loading list...', failed: 'Failed to load list', shown: 'Of two' },
	{
		path: `/data-deletion-status/${confirmationCode}`,
		loading: 'One moment: this is being looked up.',
		failed: 'Failed to load the deletion',
		shown: 'Data deletion',
	},
]

const forMembers = ({ review, list }: Made): Screen[] => [
	{ path: '/games/4/review', loading: 'Loading...', failed: 'Failed to get game details', shown: 'Write a Review' },
	{
		path: `/games/${baldursGate}/review?edit=${review}`,
		loading: 'Loading...',
		failed: 'Failed to get game details',
		shown: 'Edit Your Review',
	},
	{
		path: `/list/edit/${list}`,
		loading: 'Loading list...',
		failed: 'Failed to load list data',
		shown: 'Edit Game List',
	},
]

/** Of members whose account the browser does not know, or whose name is to be chosen. */
const forNewMembers: Screen[] = [
	{ path: '/settings', loading: 'Loading...', failed: 'Failed to find user', shown: 'Profile' },
	{ path: '/profile', loading: 'Loading profile...', failed: 'Failed to find user', shown: /^new_/ },
	{
		path: '/select-username',
		loading: 'Loading...',
		failed: 'Failed to check username requirements',
		shown: 'Choose your username',
	},
]

/** Puts a session into the browser, with or without the account that goes with it. */
async function enter(page: Page, { account, tokens }: Someone, isKnown: boolean): Promise<void> {
	await page.goto('/about')
	await page.evaluate(
		([user, kept]) => {
			for (const [key, value] of Object.entries({ ...user, ...kept })) localStorage.setItem(key, value)
		},
		[isKnown ? { user: account } : {}, tokens] as const,
	)
}

const main = (page: Page) => page.getByRole('main')
const places = (page: Page, { loading }: Screen): Locator =>
	main(page)
		.getByLabel(loading, { exact: true })
		.or(main(page).getByText(loading, { exact: true }))
		.first()
const sentence = (page: Page, { failed }: Screen): Locator =>
	main(page).getByRole('alert').getByText(failed, { exact: true }).first()
const again = (page: Page): Locator => main(page).getByRole('button', { name: 'Try Again' }).first()
const content = (page: Page, { shown }: Screen): Locator => main(page).getByRole('heading', { name: shown }).first()

/** How far what is in sight has moved by itself since the last time that this was asked, as Chromium weighs it. */
const shifted = (page: Page) =>
	page.evaluate(() => {
		const before = window.shifts ?? 0
		window.shifts = 0
		return before
	})

declare global {
	interface Window {
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

/** Comes to each screen by a link while answers hang, then fail, then hang again, fail again, and at last arrive. */
async function visit(page: Page, screens: readonly Screen[]): Promise<void> {
	const network = await badNetwork(page)
	for (const screen of screens)
		await test.step(screen.path, async () => {
			await network.turn('open')
			await page.goto('/about')
			await page.waitForLoadState('networkidle')
			await network.turn('hanging')
			await goInside(page, screen.path)
			await expect(places(page, screen), 'while it hangs').toBeVisible()
			await network.turn('lost')
			await expect(sentence(page, screen), 'when it failed').toBeVisible()
			await expect(places(page, screen)).toHaveCount(0)

			await network.turn('hanging')
			await again(page).focus()
			await page.keyboard.press('Enter')
			await expect(places(page, screen), 'while it hangs again').toBeVisible()
			expect(await isFocusKept(page), 'after the first Try Again').toBe(true)
			await network.turn('lost')
			await expect(sentence(page, screen), 'when it failed again').toBeVisible()

			await network.turn('hanging')
			await again(page).click()
			await expect(places(page, screen)).toBeVisible()
			await shifted(page)
			await network.turn('open')
			await expect(content(page, screen), 'in the end').toBeVisible()
			await expect(sentence(page, screen)).toHaveCount(0)
			expect(await isFocusKept(page), 'after the last Try Again').toBe(true)
			await page.waitForLoadState('networkidle')
			// what Chromium's makers call good
			expect(await shifted(page), 'how far things moved').toBeLessThan(0.1)
		})
}

const isFocusKept = (page: Page) => page.evaluate(() => document.activeElement?.closest('main') !== null)

test('every screen shows its places, says what failed, and comes when it is tried again', async ({ page, site }, {
	project,
}) => {
	await watchShifts(page)
	await visit(page, forAll(await made(site, `all_${project.name}`)))
})

test('so does every screen of a member', async ({ page, site }, { project }) => {
	await watchShifts(page)
	const own = await made(site, `member_${project.name}`)
	await enter(page, own.writer, true)
	await visit(page, forMembers(own))
})

test('so does every screen that waits for the own account', async ({ page, site }, { project }) => {
	const member = await someone(site, `new_${project.name}`)
	const network = await badNetwork(page)
	await enter(page, member, false)
	for (const screen of forNewMembers)
		await test.step(screen.path, async () => {
			await network.turn('hanging')
			await page.goto(screen.path)
			await page.evaluate(() => localStorage.removeItem('user'))
			await page.reload()
			await expect(places(page, screen), 'while it hangs').toBeVisible()
			await network.turn('lost')
			await expect(sentence(page, screen), 'when it failed').toBeVisible()
			await network.turn('hanging')
			await again(page).focus()
			await page.keyboard.press('Enter')
			await expect(places(page, screen), 'while it hangs again').toBeVisible()
			expect(await isFocusKept(page), 'after Try Again').toBe(true)
			if (screen.path === '/select-username') {
				// what hangs would still meet the site, which knows the name
				await network.turn('lost')
				await expect(sentence(page, screen), 'when it failed again').toBeVisible()
				await page.route('**/api/auth/username-required', (route) =>
					route.fulfill({ json: { success: true, needsUsernameSelection: true } }),
				)
				await network.turn('open')
				await again(page).click()
			} else await network.turn('open')
			await expect(content(page, screen), 'in the end').toBeVisible()
			await expect(sentence(page, screen)).toHaveCount(0)
		})
})

test('loaded anew by a member on a bad network, a screen keeps what the server sent, and says what is missing', async ({
	page,
	site,
}, { project }) => {
	const own = await made(site, `anew_${project.name}`)
	const network = await badNetwork(page)
	await enter(page, own.writer, true)
	const says = ['/?period=year', '/games', '/reviews', '/search?query=zelda', `/${own.writer.username}/lists`]
	for (const screen of [...forAll(own), ...forMembers(own)])
		await test.step(screen.path, async () => {
			await network.turn('lost')
			await page.goto(screen.path)
			await expect(content(page, screen)).toBeVisible()
			if (!says.includes(screen.path)) {
				// asked twice, in vain
				await page.waitForTimeout(1500)
				await expect(content(page, screen), 'after the failure').toBeVisible()
				return
			}
			const missing = main(page).getByText(screen.failed, { exact: true }).first()
			await expect(missing, 'when it failed').toBeVisible()
			await expect(content(page, screen), 'beside the sentence').toBeVisible()
			await network.turn('open')
			await again(page).focus()
			await page.keyboard.press('Enter')
			await expect(missing).toHaveCount(0)
			expect(await isFocusKept(page), 'after Try Again').toBe(true)
			await expect(content(page, screen), 'in the end').toBeVisible()
		})
})

test('offline, every screen whose code is not here says so, and comes by itself when the network is back', async ({
	page,
	site,
	context,
}, { project }) => {
	const own = await made(site, `offline_${project.name}`)
	await enter(page, own.writer, true)
	await page.goto('/about')
	await page.waitForLoadState('networkidle')
	await context.setOffline(true)
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
	for (const path of [...[...forAll(own), ...forMembers(own)].map(({ path }) => path), ...others]) {
		await goInside(page, path)
		await expect(lost, path).toBeVisible()
		await expect(page.getByRole('banner').getByRole('link', { name: 'Savepoint' }), path).toBeVisible()
		await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
		await expect(page.getByRole('heading', { level: 1, name: 'About Savepoint' })).toBeVisible()
	}
	await goInside(page, `/list/${own.list}`)
	await expect(lost).toBeVisible()
	await context.setOffline(false)
	await expect(page.getByRole('heading', { level: 1, name: 'Of two' })).toBeVisible()
})

test('pictures that do not come leave no broken frame on any screen', async ({ page, site }, { project }) => {
	const own = await made(site, `unpictured_${project.name}`)
	for (const pattern of ['**/art/**', '**/pictures/**']) await page.route(pattern, (route) => route.abort())
	for (const { path } of forAll(own)) {
		await page.goto(path)
		await page.waitForLoadState('networkidle')
		const broken = () =>
			page.evaluate(() =>
				[...document.querySelectorAll('img')].flatMap((image) =>
					image.complete && image.naturalWidth === 0 ? [image.src] : [],
				),
			)
		await expect.poll(broken, path).toEqual([])
	}
	await page.goto(`/list/${own.list}`)
	// the placeholder carries the name in the picture's place
	await expect(main(page).locator('[data-hue]').filter({ hasText: 'Baldur' })).toBeVisible()
})

test('Try Again in the bell keeps the focus in its panel, also where the panel itself did not come', async ({
	page,
	site,
	context,
}, { project }) => {
	const member = await someone(site, `bell_again_${project.name}`)
	await enter(page, member, true)
	await page.goto('/about')
	await page.waitForLoadState('networkidle')
	const bell = page.getByRole('button', { name: /^Notifications/ })
	const panel = page.getByRole('dialog', { name: 'Notifications' })
	const inPanel = () => page.evaluate(() => document.activeElement?.closest('#notifications') !== null)

	await context.setOffline(true)
	await bell.click()
	await expect(panel.getByRole('alert').getByText('Failed to fetch activities')).toBeVisible()
	for (const _ of ['first', 'second']) {
		await panel.getByRole('button', { name: 'Try Again' }).focus()
		await page.keyboard.press('Enter')
		expect(await inPanel()).toBe(true)
		await expect(panel.getByRole('alert').getByText('Failed to fetch activities')).toBeVisible()
	}
	await context.setOffline(false)
	await expect(panel.getByText('No recent activity from users you follow.')).toBeVisible()

	await page.keyboard.press('Escape')
	await page.reload()
	const network = await badNetwork(page)
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
	expect(await inPanel()).toBe(true)
})
