import type { Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { failCalls } from '#kit/browser/call-failures.ts'
import { newUsername, type Person, registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import type { SiteProcess } from '#kit/site-process.ts'

const bellOf = (page: Page) => page.getByRole('button', { name: 'Notifications' })
const feedOf = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

/** Registers an author whom a reader follows, and who then reviews games. */
async function followedAuthor(site: SiteProcess, reader: Person, reviews: number): Promise<Person> {
	const author = await registerPerson(site, newUsername('author'))
	await reader.send('POST', '/follows', { followedId: author.id })
	for (let gameId = 1; gameId <= reviews; gameId++)
		await author.review(gameId, {
			description: `A long thought about number ${gameId}, which goes on for more than sixty characters.`,
		})
	return author
}

test('an empty feed shows a message and returns the focus to the bell', { tag: '@ci' }, async ({ page, site }) => {
	await registerAndLogIn(page, site)
	await visit(page, '/about')
	const [bell, feed] = [bellOf(page), feedOf(page)]
	await bell.click()
	await expect(feed.getByText('No recent activity from users you follow.')).toBeVisible()
	await feed.getByRole('button', { name: 'Unread' }).click()
	await expect(feed.getByText('No unread notifications.')).toBeVisible()
	await feed.getByRole('button', { name: 'Mark All as Read' }).click()
	await expect(feed.getByText('No activities to mark as read')).toBeVisible()
	await page.keyboard.press('Escape')
	await expect(feed).toBeHidden()
	await expect(bell).toBeFocused()
})

test('the bell counts the activity of followed users, and viewing it marks it as read', async ({ page, site }) => {
	const reader = await registerAndLogIn(page, site)
	const author = await followedAuthor(site, reader, 2)
	await visit(page, '/about')
	const [bell, feed] = [bellOf(page), feedOf(page)]
	await expect(bell).toHaveAccessibleName('Notifications 2 unread')
	await bell.click()
	const rows = feed.getByRole('listitem')
	await expect(rows).toHaveCount(2)
	await expect(rows.first()).toContainText(`${author.username} reviewed`)
	await expect(rows.first()).toContainText('A long thought about number 2, which goes on for more than…')
	await expect(rows.first().locator('time')).toHaveAttribute('title', /\d{4}/)
	expect(await findAxeViolations(page)).toEqual([])

	await rows.first().hover()
	await expect(bell).toHaveAccessibleName('Notifications 1 unread')
	await expect.poll(() => reader.send('GET', '/notifications/unread-count')).toEqual({ count: 1, you: 0 })
	await expect(feed.getByText('Unread: ')).toHaveCount(1)
	await rows.nth(1).getByRole('link').focus()
	await expect(bell).toHaveAccessibleName('Notifications')
	await expect.poll(() => reader.send('GET', '/notifications/unread-count')).toEqual({ count: 0, you: 0 })
})

test('moving the pointer over the feed sends one request, and "mark all" marks the rest immediately', {
	tag: '@ci',
}, async ({ page, site }) => {
	const reader = await registerAndLogIn(page, site)
	await followedAuthor(site, reader, 5)
	const sent: number[] = []
	page.on('request', (request) => {
		if (request.url().endsWith('/mark-read'))
			sent.push((request.postDataJSON() as { activities: unknown[] }).activities.length)
	})
	await visit(page, '/about')
	const bell = bellOf(page)
	await expect(bell).toHaveAccessibleName('Notifications 5 unread')
	await bell.click()
	const links = feedOf(page).getByRole('listitem').getByRole('link')
	await expect(links).toHaveCount(5)
	// In one task, so that a slow machine puts no pause between them
	await links.evaluateAll((all) => {
		for (const link of all.slice(0, 3)) link.focus()
	})
	await expect(bell).toHaveAccessibleName('Notifications 2 unread')
	await expect.poll(() => sent).toEqual([3])
	await page.getByRole('button', { name: 'Mark All as Read' }).click()
	await expect(bell).toHaveAccessibleName('Notifications')
	await expect.poll(() => sent).toEqual([3, 2])
})

test('the count is fetched every 30 seconds while the page is visible, once when it becomes visible again, and not after logout', {
	tag: '@ci',
}, async ({ page, site }) => {
	let fetched = 0
	let answer: Promise<void> | undefined
	await page.route('**/api/notifications/unread-count', async (route) => {
		const count = ++fetched
		await answer
		await route.fulfill({ json: { count } })
	})
	await page.clock.install()
	await registerAndLogIn(page, site)
	const turn = (state: 'hidden' | 'visible') =>
		page.evaluate((value) => {
			Object.defineProperty(document, 'visibilityState', { value, configurable: true })
			document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
		}, state)
	const focus = () => page.evaluate(() => window.dispatchEvent(new Event('focus')))
	const bell = bellOf(page)
	// The answer to a fetch shows after timers of no time, which run only with the clock
	const expectCount = (count: number) =>
		expect
			.poll(async () => {
				await page.clock.runFor(1)
				return bell.textContent()
			})
			.toContain(`${count} unread`)
	await visit(page, '/about')
	await expect(bell).toHaveAccessibleName('Notifications 1 unread')
	await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
	await expectCount(2)
	await page.clock.runFor(29_000)
	await expectCount(2)
	await page.clock.runFor(1_000)
	await expectCount(3)
	await turn('hidden')
	await page.clock.runFor(120_000)
	await turn('visible')
	await expectCount(4)
	await focus()
	await expectCount(5)
	// A tab that comes back becomes visible and then focused
	const { promise, resolve } = Promise.withResolvers<void>()
	answer = promise
	await turn('hidden')
	await turn('visible')
	await expect.poll(() => fetched).toBe(6)
	await focus()
	resolve()
	await expectCount(6)

	await page.clock.resume()
	await page.getByRole('button', { name: 'Profile menu' }).click()
	await page.getByRole('button', { name: 'Logout' }).click()
	await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
	await page.clock.runFor(120_000)
	await visit(page, '/privacy-policy')
	expect(fetched).toBe(6)
})

test('the badge stops at 99+, and is hidden if the count cannot be fetched', { tag: '@ci' }, async ({ page, site }) => {
	await registerAndLogIn(page, site)
	const bell = bellOf(page)
	let count = 99
	await page.route('**/unread-count', (route) => route.fulfill({ json: { count } }))
	await visit(page, '/about')
	await expect(bell.getByText('99', { exact: true })).toBeVisible()
	count = 100
	await page.evaluate(() => window.dispatchEvent(new Event('focus')))
	await expect(bell.getByText('99+', { exact: true })).toBeVisible()
	await page.unroute('**/unread-count')

	const restore = await failCalls(page, '**/api/notifications/**', 'lost')
	await page.reload()
	await bell.click()
	const feed = feedOf(page)
	await expect(feed.getByText('Failed to fetch activities')).toBeVisible()
	await expect(bell).toHaveAccessibleName('Notifications')
	await restore()
	await feed.getByRole('button', { name: 'Try Again' }).click()
	await expect(feed.getByText('No recent activity from users you follow.')).toBeVisible()
})
