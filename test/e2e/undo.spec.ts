import type { Page } from '@playwright/test'
import { logout } from '#contract/session-tokens.ts'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { EXPECTED_NOISE, failCalls } from '#kit/browser/call-failures.ts'
import { type Person, registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import type { SiteProcess } from '#kit/site-process.ts'

const comments = (page: Page) => page.getByRole('article', { name: /^Comment by/ })
const toast = (page: Page) => page.getByRole('region', { name: 'Message' })
const undo = (page: Page) => toast(page).getByRole('button', { name: 'Undo' })

/** Opens a review under which the member at the browser has commented, with the page's clock under control. */
async function openOwnComment(page: Page, site: SiteProcess): Promise<{ review: string; member: Person }> {
	const review = await (await registerPerson(site)).review(1)
	const member = await registerAndLogIn(page, site)
	await member.comment(review, 'Said too soon.')
	await page.clock.install()
	await visit(page, `/reviews/${review}`)
	await expect(comments(page)).toHaveCount(1)
	return { review, member }
}

async function deleteOwn(page: Page, { username }: Person): Promise<void> {
	await page.getByRole('button', { name: `More about the comment by ${username}` }).click()
	await page.getByRole('button', { name: `Delete the comment by ${username}` }).click()
	await expect(comments(page)).toHaveCount(0)
	await expect(toast(page)).toContainText('Comment deleted')
}

const commentCount = async (member: Person, review: string) =>
	(await member.send<{ commentCount: number }>('GET', `/reviews/${review}`)).commentCount

test('a deleted comment comes back with Undo and was never gone', { tag: '@ci' }, async ({ page, site }) => {
	const { review, member } = await openOwnComment(page, site)
	await deleteOwn(page, member)
	await expect(page.getByText('No comments yet. Be the first to comment.')).toBeVisible()
	// The message stays while the focus is on it
	await undo(page).focus()
	expect(await findAxeViolations(page)).toEqual([])
	await undo(page).click()
	await expect(comments(page)).toContainText('Said too soon.')
	await expect(page.getByRole('heading', { name: 'Comments 1' })).toBeVisible()
	await expect(toast(page)).toBeHidden()
	expect(await commentCount(member, review)).toBe(1)
})

test('Undo waits eight seconds, and longer while the pointer or the focus is on it', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const { review, member } = await openOwnComment(page, site)
	await deleteOwn(page, member)
	await page.clock.runFor(7000)
	await expect(undo(page)).toBeVisible()
	await undo(page).hover()
	await page.clock.runFor(20_000)
	await expect(undo(page)).toBeVisible()
	await page.mouse.move(640, 5)
	await page.keyboard.press('F6')
	await expect(undo(page)).toBeFocused()
	await page.clock.runFor(20_000)
	await expect(undo(page)).toBeVisible()
	expect(await commentCount(member, review)).toBe(1)
	await page.keyboard.press('F6')
	await expect(page.getByRole('heading', { name: 'Comments 0' })).toBeFocused()
	await page.clock.runFor(2000)
	await expect(toast(page)).toBeHidden()
	await expect.poll(() => commentCount(member, review)).toBe(0)
	await expect(comments(page)).toHaveCount(0)
})

test('a pointer that rests where a message comes up does not hold it until it moves', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const { member } = await openOwnComment(page, site)
	// With the keyboard, so that the pointer stays
	await page.mouse.move(120, 765)
	await page.getByRole('button', { name: `More about the comment by ${member.username}` }).press('Enter')
	await page.getByRole('button', { name: `Delete the comment by ${member.username}` }).press('Enter')
	await expect(toast(page)).toContainText('Comment deleted')
	const isUnderPointer = () => toast(page).evaluate((element) => element.matches(':hover'))
	await expect.poll(isUnderPointer).toBe(true)
	await page.clock.runFor(8000)
	await expect(toast(page)).toBeHidden()
})

test('a message with nothing to press lasts five seconds under any pointer', { tag: '@ci' }, async ({ page, site }) => {
	await openOwnComment(page, site)
	await page.evaluate(() => {
		Reflect.deleteProperty(Navigator.prototype, 'share')
		navigator.clipboard.writeText = async () => {}
	})
	await page
		.getByRole('main')
		.getByRole('button', { name: /^Share/ })
		.click()
	await expect(toast(page)).toContainText('Link copied')
	await page.clock.runFor(3000)
	await toast(page).getByText('Link copied').hover()
	await page.mouse.move(125, 760)
	await expect(toast(page)).toBeVisible()
	await page.clock.runFor(2000)
	await expect(toast(page)).toBeHidden()
})

test('leaving the page or logging out while Undo is shown still deletes the comment', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const first = await openOwnComment(page, site)
	await deleteOwn(page, first.member)
	await page.reload()
	await expect.poll(() => commentCount(first.member, first.review)).toBe(0)

	const second = await openOwnComment(page, site)
	await deleteOwn(page, second.member)
	const order: string[] = []
	page.on('response', (response) => response.request().method() === 'DELETE' && order.push('deleted'))
	page.on('request', (request) => request.url().endsWith(logout.url) && order.push('logout'))
	// A deletion that arrived after the logout would be refused
	await page.route('**/api/comments/*', async (route) => {
		await page.waitForURL(`${site.url}/`)
		await route.continue()
	})
	await page.getByRole('link', { name: 'Savepoint' }).first().click()
	await expect(undo(page)).toBeVisible()
	await page.getByRole('button', { name: 'Profile menu' }).click()
	await page.getByRole('button', { name: 'Logout' }).click()
	await expect.poll(() => order).toEqual(['deleted', 'logout'])
	expect((await send(site, second.review)).commentCount).toBe(0)
})

test('a second deletion ends the Undo of the first', { tag: '@ci' }, async ({ page, site }) => {
	const review = await (await registerPerson(site)).review(1)
	const member = await registerAndLogIn(page, site)
	await member.comment(review, 'First.')
	await member.comment(review, 'Second.')
	await visit(page, `/reviews/${review}`)
	await expect(comments(page)).toHaveCount(2)
	const deleteFirstShown = async () => {
		await page
			.getByRole('button', { name: `More about the comment by ${member.username}` })
			.first()
			.click()
		await comments(page)
			.first()
			.getByRole('button', { name: `Delete the comment by ${member.username}` })
			.click()
	}
	await deleteFirstShown()
	await expect(comments(page)).toHaveCount(1)
	await deleteFirstShown()
	await expect(comments(page)).toHaveCount(0)
	await expect.poll(() => commentCount(member, review)).toBe(1)
	await undo(page).click()
	await expect(comments(page)).toHaveText([/First\./])
})

test.describe('on a failing network', () => {
	test.use({ expectedNoise: EXPECTED_NOISE })

	test('a comment that cannot be deleted comes back, with the reason', { tag: '@ci' }, async ({ page, site }) => {
		const { review, member } = await openOwnComment(page, site)
		const mend = await failCalls(page, '**/api/comments/*', 'lost')
		await deleteOwn(page, member)
		await page.clock.runFor(8000)
		await expect(toast(page).getByRole('alert')).toHaveText('Failed to delete comment')
		await expect(comments(page)).toHaveCount(1)
		await mend()
		await deleteOwn(page, member)
		await page.clock.runFor(8000)
		await expect.poll(() => commentCount(member, review)).toBe(0)
	})
})

test('a menu of actions opens within the screen, by keyboard too, and goes with Escape or a scroll', {
	tag: ['@ci', '@phone'],
}, async ({ page, site }) => {
	const { member } = await openOwnComment(page, site)
	const opener = page.getByRole('button', { name: `More about the comment by ${member.username}` })
	const item = page.getByRole('button', { name: `Delete the comment by ${member.username}` })
	await opener.focus()
	await page.keyboard.press('Enter')
	await expect(item).toBeInViewport({ ratio: 1 })
	await page.keyboard.press('Tab')
	await expect(page.getByRole('button', { name: `Edit the comment by ${member.username}` })).toBeFocused()
	await page.keyboard.press('Tab')
	await expect(item).toBeFocused()
	expect(await findAxeViolations(page)).toEqual([])
	await page.keyboard.press('Escape')
	await expect(item).toBeHidden()
	await expect(opener).toBeFocused()
	await page.setViewportSize({ width: 320, height: 568 })
	await waitForIdle(page)
	await opener.click()
	await expect(item).toBeInViewport({ ratio: 1 })
	await page.evaluate(() => window.scrollBy(0, -40))
	await expect(item).toBeHidden()
})

/** Reads a review as a visitor. */
async function send(site: SiteProcess, review: string): Promise<{ commentCount: number }> {
	const answer = await fetch(`${site.url}/api/reviews/${review}`)
	return (await answer.json()) as { commentCount: number }
}
