import { chunkOf } from '#kit/browser/chunks.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

declare global {
	interface Window {
		/** The pictures that each page change moved: on the old page, and on the new one. */
		moved: { from: string[]; to: string[] }[]
	}
}

test('a pressed link is marked, its menu closes, and a skeleton stands in for a slow page', {
	tag: ['@ci', '@phone'],
}, async ({ page, isPhone }) => {
	await visit(page, '/about')
	await waitForIdle(page)
	let release = () => {}
	const released = new Promise<void>((resolve) => {
		release = resolve
	})
	await page.route(`**${chunkOf('src/web/pages/users.tsx')}`, async (route) => {
		await released
		await route.continue()
	})
	if (isPhone) await page.getByRole('button', { name: 'Menu', exact: true }).click()
	const nav = page.getByRole('navigation', { name: isPhone ? 'Menu' : 'Main' })
	const link = nav.getByRole('link', { name: 'Users' })
	await link.click()
	await expect(page.locator('a[data-pending]')).toHaveText('Users')
	if (isPhone) await expect(nav).toBeHidden()
	await expect(page.getByRole('progressbar', { name: 'Loading page' })).toBeVisible()
	await expect(page.locator('[data-stands-in]')).toBeVisible()
	await expect(page.getByRole('heading', { name: 'About Savepoint' })).toBeHidden()
	release()
	await expect(page.getByRole('heading', { level: 1, name: 'Popular Users' })).toBeVisible()
	await expect(page.locator('[data-stands-in]')).toHaveCount(0)
	await expect(page.locator('a[data-pending]')).toHaveCount(0)
})

test('Back from a page that is still on its way shows the old page as it was', { tag: '@ci' }, async ({ page }) => {
	await visit(page, '/about')
	await waitForIdle(page)
	await page.route(`**${chunkOf('src/web/pages/users.tsx')}`, () => {})
	await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click()
	await expect(page.locator('[data-stands-in]')).toBeVisible()
	await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
	await expect(page.getByRole('heading', { name: 'About Savepoint' })).toBeVisible()
	await expect(page.locator('[data-stands-in]')).toHaveCount(0)
})

test.describe('with motion', () => {
	test.use({ contextOptions: { reducedMotion: 'no-preference' } })

	test('the pressed cover moves to the next page, and back', { tag: '@ci' }, async ({ page }) => {
		await page.addInitScript(() => {
			window.moved = []
			const start = document.startViewTransition.bind(document)
			const marked = () =>
				[...document.querySelectorAll('*')]
					.filter((element) => getComputedStyle(element).viewTransitionName === 'cover')
					.map((element) => element.querySelector('img')?.src.replace(/\?.*/, '') ?? '')
			document.startViewTransition = (update) =>
				start(async () => {
					const from = marked()
					await (update as () => Promise<void>)()
					window.moved.push({ from, to: marked() })
				})
		})
		await visit(page, '/games')
		await waitForIdle(page)
		const card = page.getByRole('article').nth(4)
		const src = ((await card.locator('img').getAttribute('src')) ?? '').replace(/\?.*/, '')
		const picture = [new URL(src, page.url()).href]
		const there = async () => {
			await card.getByRole('link').click()
			await expect(page).toHaveURL(/\/games\/\d+$/)
			await waitForIdle(page)
		}
		const back = async () => {
			await page.goBack()
			await expect(page).toHaveURL('/games')
			await waitForIdle(page)
		}
		const lastMoved = () => page.evaluate(() => window.moved.at(-1))
		// On a busy machine a skeleton may stand in for the next page, and then nothing moves
		await expect(async () => {
			await there()
			const toGame = await lastMoved()
			await back()
			expect([toGame, await lastMoved()]).toEqual([
				{ from: picture, to: picture },
				{ from: picture, to: picture },
			])
		}).toPass()
		const changes = await page.evaluate(() => window.moved.length)
		// A change of the query is no page change
		await page.getByRole('link', { name: 'All Time' }).click()
		await expect(page).toHaveURL('/games?period=all')
		await waitForIdle(page)
		await expect.poll(() => page.evaluate(() => window.moved.length)).toBe(changes)
	})
})

test('people who prefer reduced motion see the next page at once', { tag: '@ci' }, async ({ page }) => {
	await page.addInitScript(() => {
		document.startViewTransition = () => {
			throw new Error('No motion was asked for')
		}
	})
	await visit(page, '/games')
	await waitForIdle(page)
	await page.getByRole('article').first().getByRole('link').click()
	await expect(page).toHaveURL(/\/games\/\d+$/)
	await expect(page.getByRole('main')).toBeFocused()
})
