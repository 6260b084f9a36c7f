import type { Page } from '@playwright/test'
import { celeste, takeGame } from '#kit/browser/built-in-games.ts'
import { startOtherSite } from '#kit/browser/other-site.ts'
import { type Person, registerPerson, send, sessionState } from '#kit/browser/people.ts'
import { visit, waitForHydration, waitForIdle, waitForRendering } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

const PAGE_SIZE = 12
/** Enough for five pages of every list. */
const WRITERS = 5 * PAGE_SIZE + 2
const REGISTERED_AT_ONCE = 8
const REPORTED_AT_ONCE = 50

// What was written is needed by all of them
test.describe.configure({ mode: 'default' })

let prolific: Person

test.beforeAll(async ({ site }) => {
	test.setTimeout(300_000)
	const reviews: string[] = []
	for (let from = 0; from < WRITERS; from += REGISTERED_AT_ONCE)
		await Promise.all(
			Array.from({ length: Math.min(REGISTERED_AT_ONCE, WRITERS - from) }, async () => {
				const writer = await registerPerson(site)
				prolific ??= writer
				reviews.push(await writer.review(celeste, { description: `What ${writer.username} made of it.` }))
			}),
		)
	const description = `What ${prolific.username} made of it.`
	for (let count = 1; count < WRITERS; count++) await prolific.review(takeGame(), { description })
	for (let from = 0; from < reviews.length; from += REPORTED_AT_ONCE)
		await send(site, 'POST', '/reviews/seen', { impressions: reviews.slice(from, from + REPORTED_AT_ONCE) })
	const last = reviews.at(-1)
	await expect.poll(() => send(site, 'GET', `/reviews/${last}`)).toMatchObject({ impressions: 1 })
})

// What these tests see would change the rankings that they read. A route would miss what an unloading page reports.
test.beforeEach(({ page }) =>
	page.addInitScript(() => {
		const { fetch } = window
		window.fetch = (input, init) =>
			String(input).endsWith('/reviews/seen') ? Promise.resolve(Response.json({ success: true })) : fetch(input, init)
	}),
)

const cards = (page: Page) => page.locator('main li').filter({ has: page.getByRole('article') })

/** Opens a list and scrolls down until five pages of it are there. */
async function openFivePages(page: Page, path: string): Promise<void> {
	await visit(page, path)
	await expect
		.poll(async () => {
			await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
			return cards(page).count()
		})
		.toBeGreaterThanOrEqual(5 * PAGE_SIZE)
	await page.evaluate(() => window.scrollBy(0, -500))
	await waitForIdle(page)
}

/** What stands where on the screen: the cards in sight below the header, told apart by their links, with their distance from its top. */
const inSight = (page: Page) =>
	page.evaluate(() =>
		[...document.querySelectorAll('main article')]
			.map((card, place) => ({
				place,
				top: Math.round(card.getBoundingClientRect().top),
				// Their texts change with time
				links: [...card.querySelectorAll('a')].map((link) => link.getAttribute('href')).join(' '),
			}))
			// A press on what the header covers would scroll first
			.filter(({ top }) => top > 60 && top < innerHeight),
	)

type Sight = Awaited<ReturnType<typeof inSight>>

/** Expects five pages and the same card in the same place, as soon as they come and when nothing more does. */
async function expectSame(page: Page, [first]: Sight): Promise<void> {
	if (!first) throw new Error('Nothing was in sight')
	const distance = async () => {
		const after = (await inSight(page)).find(({ links }) => links === first.links)
		return after ? Math.abs(after.top - first.top) : Number.POSITIVE_INFINITY
	}
	await expect.poll(distance).toBeLessThanOrEqual(2)
	await waitForIdle(page)
	await expect.poll(distance).toBeLessThanOrEqual(2)
	await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(5 * PAGE_SIZE)
}

/** Opens the second item in sight and returns what was in sight before. */
async function openItem(page: Page, address: RegExp): Promise<Sight> {
	const [, target] = await inSight(page)
	const link = page
		.locator('main article')
		.nth(target?.place ?? 0)
		.getByRole('link')
		.first()
	await link.scrollIntoViewIfNeeded()
	await waitForRendering(page)
	const before = await inSight(page)
	await link.click()
	await expect(page).toHaveURL(address)
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
	return before
}

const LISTS = [
	{ name: 'reviews', path: () => '/reviews', item: /\/reviews\/[0-9a-f-]{36}$/ },
	{ name: 'games', path: () => '/games?period=all', item: /\/games\/\d+$/ },
	{ name: 'users', path: () => '/users', item: /\/profile\/\w+$/ },
	{ name: "a user's reviews", path: () => `/${prolific.username}/reviews`, item: /\/reviews\/[0-9a-f-]{36}$/ },
]

for (const { name, path, item } of LISTS) {
	test(`Back and a reload restore the position on the fifth page of ${name}`, { tag: '@ci' }, async ({ page }) => {
		await openFivePages(page, path())
		// From an item, again from there, and when the item's page is reloaded in between
		for (const reloads of [0, 1]) {
			const before = await openItem(page, item)
			for (let reload = 0; reload < reloads; reload++) {
				await page.reload({ waitUntil: 'commit' })
				await waitForIdle(page)
			}
			await page.goBack()
			await expectSame(page, before)
		}
		let before = await inSight(page)
		for (let reload = 0; reload < 2; reload++) {
			await page.reload({ waitUntil: 'commit' })
			await waitForHydration(page)
			await expectSame(page, before)
		}
		before = await openItem(page, item)
		await page.goBack()
		await expectSame(page, before)
		await using elsewhere = await startOtherSite()
		before = await inSight(page)
		await page.goto(elsewhere.url)
		await page.goBack({ waitUntil: 'commit' })
		await waitForHydration(page)
		await expectSame(page, before)
	})
}

test('lists cached for a visitor are not kept for the user who logs in', { tag: '@ci' }, async ({ page, site }) => {
	const { origins } = sessionState(site.url, await registerPerson(site))
	await openFivePages(page, '/reviews')
	await openItem(page, /\/reviews\/[0-9a-f-]{36}$/)
	await page.reload()
	const hasLists = () => page.evaluate(() => Object.values(sessionStorage).join().includes('made of it'))
	await expect.poll(hasLists).toBe(true)
	await page.evaluate((stored) => {
		for (const { name, value } of stored) localStorage.setItem(name, value)
	}, origins[0]?.localStorage ?? [])
	await page.reload()
	await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible()
	await expect.poll(hasLists).toBe(false)
})
