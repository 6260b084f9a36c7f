import type { Page } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { expect, test } from './site.ts'
import { someone } from './someone.ts'

const WRITERS = 62
const PAGE_OF = 12

// Everybody reviews one game, and one of them sixty: enough for five pages of every list.
test.beforeAll(async ({ site }, { project }) => {
	test.setTimeout(180_000)
	const ids: string[] = []
	const numbers = Array.from({ length: WRITERS }, (_, number) => number)
	for (let from = 0; from < WRITERS; from += 8)
		await Promise.all(
			numbers.slice(from, from + 8).map(async (number) => {
				const writer = await someone(site, `back_${project.name}_${number}`)
				ids.push(await writer.reviews(number + 1, `What number ${number} made of it, in more than ten characters.`))
				if (number === 0) for (let game = 2; game <= WRITERS; game++) await writer.reviews(game)
			}),
		)
	for (let from = 0; from < ids.length; from += 50)
		await fetch(`${site.url}/api/reviews/seen`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ impressions: ids.slice(from, from + 50) }),
		})
})

const cards = (page: Page) => page.locator('main li').filter({ has: page.getByRole('article') })

/** Scrolls down until five pages of the list are there. */
async function loadFivePages(page: Page): Promise<void> {
	await expect
		.poll(
			async () => {
				await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
				return cards(page).count()
			},
			{ timeout: 30_000 },
		)
		.toBeGreaterThanOrEqual(5 * PAGE_OF)
}

/** What stands where on the screen: the texts of the cards in sight with their distance from its top. */
const inSight = (page: Page) =>
	page.evaluate(() =>
		[...document.querySelectorAll('main article')]
			.map((card) => ({
				top: Math.round(card.getBoundingClientRect().top),
				text: card.textContent?.slice(0, 60) ?? '',
			}))
			.filter(({ top }) => top > 0 && top < innerHeight),
	)

async function expectSame(page: Page, before: Awaited<ReturnType<typeof inSight>>): Promise<void> {
	const first = before[0]
	if (!first) throw new Error('Nothing was in sight')
	const apart = async () => {
		const after = (await inSight(page)).find(({ text }) => text === first.text)
		return after ? Math.abs(after.top - first.top) : Number.POSITIVE_INFINITY
	}
	await expect.poll(apart).toBeLessThanOrEqual(2)
}

const lists = [
	{ name: 'reviews', path: () => '/reviews', item: /\/reviews\/[0-9a-f-]{36}$/ },
	{ name: 'games', path: () => '/games?period=all', item: /\/games\/\d+$/ },
	{ name: 'users', path: () => '/users', item: /\/profile\/\w+$/ },
	{ name: "a user's reviews", path: (who: string) => `/back_${who}_0/reviews`, item: /\/reviews\/[0-9a-f-]{36}$/ },
]

for (const { name, path, item } of lists)
	test(`Back leads from an item to the same place on the fifth page of ${name}`, async ({ page }, { project }) => {
		test.setTimeout(120_000)
		const start = path(project.name)
		await page.goto(start)
		await loadFivePages(page)
		await page.evaluate(() => window.scrollBy(0, -500))
		await page.waitForTimeout(200)

		const open = async () => {
			const [, target] = await inSight(page)
			const card = page.locator('main article').filter({ hasText: target?.text.slice(0, 20) ?? '' })
			const link = card.first().getByRole('link').first()
			await link.scrollIntoViewIfNeeded()
			const before = await inSight(page)
			await link.click()
			await expect(page).toHaveURL(item)
			await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
			return before
		}

		const before = await open()
		await page.goBack()
		await expectSame(page, before)
		const count = await cards(page).count()
		expect(count).toBeGreaterThanOrEqual(5 * PAGE_OF)

		// and so again, from there, also when the item's page is loaded anew in between, twice
		for (const reloads of [0, 1, 2]) {
			const again = await open()
			for (let reload = 0; reload < reloads; reload++) {
				await page.reload()
				await page.waitForLoadState('networkidle')
			}
			await page.goBack()
			await expectSame(page, again)
			expect(await cards(page).count()).toBeGreaterThanOrEqual(5 * PAGE_OF)
			await page.waitForLoadState('networkidle')
			await expectSame(page, again)
		}
	})

for (const { name, path, item } of lists)
	test(`a reload of ${name} keeps its five pages and the place, and so does Back to it`, async ({ page }, {
		project,
	}) => {
		test.setTimeout(120_000)
		await page.goto(path(project.name))
		await loadFivePages(page)
		await page.evaluate(() => window.scrollBy(0, -500))
		await page.waitForTimeout(200)
		const before = await inSight(page)
		for (let reload = 0; reload < 2; reload++) {
			await page.reload()
			await expectSame(page, before)
			expect(await cards(page).count()).toBeGreaterThanOrEqual(5 * PAGE_OF)
			await page.waitForLoadState('networkidle')
			await expectSame(page, before)
		}
		const [, target] = before
		const card = page.locator('main article').filter({ hasText: target?.text.slice(0, 20) ?? '' })
		const link = card.first().getByRole('link').first()
		await link.scrollIntoViewIfNeeded()
		const left = await inSight(page)
		await link.click()
		await expect(page).toHaveURL(item)
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
		await page.goBack()
		await expectSame(page, left)
		expect(await cards(page).count()).toBeGreaterThanOrEqual(5 * PAGE_OF)
		await page.waitForLoadState('networkidle')
		await expectSame(page, left)
	})

test('what a visitor had read of a list is not kept for whoever signs in', async ({ page, site }, { project }) => {
	await page.goto('/reviews')
	await loadFivePages(page)
	await page.locator('main article').first().getByRole('link').first().click()
	await expect(page).toHaveURL(/\/reviews\/[0-9a-f-]{36}$/)
	await page.reload()
	const kept = () => page.evaluate(() => Object.values(sessionStorage).join().includes('in more than ten characters'))
	expect(await kept()).toBe(true)
	await signedIn(page, site, `back_${project.name}_other`)
	await page.reload()
	await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible()
	expect(await kept()).toBe(false)
})
