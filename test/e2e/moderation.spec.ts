// A report from its writer over the moderator to the appeal, by keyboard.

import type { Browser, Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { registerWithRole } from '#kit/browser/moderators.ts'
import { logIn, type Person, registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { countRequests, visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { expectFitsWidth } from '#kit/browser/width.ts'
import { PASSWORD } from '#kit/password.ts'
import type { SiteProcess } from '#kit/site-process.ts'

test.use({ viewport: { width: 1280, height: 900 } })

/** Opens a page of a browser of its own, logged in as somebody. */
async function openAs(browser: Browser, site: SiteProcess, person: Person): Promise<Page> {
	const context = await browser.newContext({ baseURL: site.url, viewport: { width: 1280, height: 900 } })
	context.on('page', countRequests)
	const page = await context.newPage()
	await logIn(page, site, person)
	return page
}

const report = (person: Person, subject: string, subjectId: string, reason = 'spam') =>
	person.send('POST', '/reports', { subject, subjectId, reason })
const card = (page: Page, name: string | RegExp) => page.getByRole('article', { name })
const dialog = (page: Page) => page.getByRole('dialog')

async function expectAccessible(page: Page): Promise<void> {
	for (const width of [1280, 320]) {
		await page.setViewportSize({ width, height: 900 })
		await waitForIdle(page)
		await expectFitsWidth(page)
		expect(await findAxeViolations(page)).toEqual([])
	}
	await page.setViewportSize({ width: 1280, height: 900 })
}

test('a member reports a review once, and is thanked', async ({ page, site }) => {
	const author = await registerPerson(site)
	const review = await author.review(7)
	await registerAndLogIn(page, site)
	await visit(page, `/reviews/${review}`)
	await page.getByRole('button', { name: 'More about this review' }).click()
	await page.getByRole('button', { name: /^Report the review of / }).click()
	await expect(dialog(page).getByRole('radio', { name: /^Spam/ })).toBeVisible()
	expect(await findAxeViolations(page)).toEqual([])
	await dialog(page).getByRole('button', { name: 'Send Report' }).click()
	await expect(dialog(page).getByText('Please choose a reason')).toBeVisible()
	await dialog(page)
		.getByRole('radio', { name: /^Something else/ })
		.check()
	await dialog(page).getByRole('button', { name: 'Send Report' }).click()
	await expect(dialog(page).getByText('Please describe the problem')).toBeVisible()
	await dialog(page).getByLabel('Add details').fill('It is my own text.')
	await expect(dialog(page).getByText('18 of 2,000 characters')).toBeVisible()
	await dialog(page).getByRole('button', { name: 'Send Report' }).click()
	await expect(dialog(page).getByText('Thank you. A moderator will look at it')).toBeVisible()
	await dialog(page).getByRole('button', { name: 'Close' }).last().click()
	await expect(dialog(page)).toHaveCount(0)
	await page.getByRole('button', { name: 'More about this review' }).click()
	await page.getByRole('button', { name: /^Report the review of / }).click()
	await dialog(page).getByRole('radio', { name: /^Spam/ }).check()
	await dialog(page).getByRole('button', { name: 'Send Report' }).click()
	await expect(dialog(page).getByText('You have already reported this.')).toBeVisible()
})

test('a visitor reports what is illegal, with an address', { tag: '@ci' }, async ({ page, site }) => {
	const author = await registerPerson(site)
	const review = await author.review(7)
	await visit(page, `/reviews/${review}`)
	await page.getByRole('button', { name: 'More about this review' }).click()
	await page.getByRole('button', { name: /^Report the review of / }).click()
	await expect(dialog(page).getByRole('link', { name: 'log in' })).toBeVisible()
	await expect(dialog(page).getByRole('radio')).toHaveCount(0)
	expect(await findAxeViolations(page)).toEqual([])
	await dialog(page).getByLabel('Why is it illegal?').fill('It quotes my letter.')
	await dialog(page).getByRole('button', { name: 'Send Report' }).click()
	await expect(dialog(page).getByText('Please enter a valid email address')).toBeVisible()
	await dialog(page).getByLabel('Your email address').fill('reader@example.org')
	await dialog(page).getByRole('button', { name: 'Send Report' }).click()
	await expect(dialog(page).getByText('We’ll email reader@example.org.')).toBeVisible()
})

test('a moderator decides by keyboard alone: the review vanishes, is restored, and its author appeals', async ({
	page,
	site,
	browser,
}) => {
	const [moderator, other, author, reader] = await Promise.all([
		registerWithRole(site, 'moderator'),
		registerWithRole(site, 'moderator'),
		registerPerson(site),
		registerPerson(site),
	])
	const review = await author.review(7, { description: 'A text that somebody reports in a minute or two.' })
	const comment = await author.comment(review, 'And a comment.')
	await report(reader, 'review', review)
	await report(reader, 'comment', comment, 'harassment')
	await logIn(page, site, moderator)
	await visit(page, '/admin/reports?reason=spam')
	const name = new RegExp(`^Review of .* by ${author.username}$`)
	await expect(page.getByRole('article', { name })).toBeVisible()
	await expectAccessible(page)

	await page.keyboard.press('?')
	await expect(dialog(page).getByText('Open in context')).toBeVisible()
	expect(await findAxeViolations(page)).toEqual([])
	await page.keyboard.press('Escape')
	// Others of this worker's site may wait before it
	await expect(async () => {
		await page.keyboard.press('j')
		await expect(page.getByRole('article', { name })).toBeFocused({ timeout: 200 })
	}).toPass()
	await page.keyboard.press('r')
	await expect(dialog(page).getByLabel('Reason')).toHaveValue('spam')
	await expect(dialog(page).getByRole('button', { name: 'Remove' })).toBeFocused()
	expect(await findAxeViolations(page)).toEqual([])
	await page.keyboard.press('Enter')
	await expect(dialog(page)).toHaveCount(0)
	await expect(page.getByRole('article', { name })).toHaveCount(0)
	const gone = await fetch(`${site.url}/api/reviews/${review}`)
	expect(gone.status).toBe(404)

	// Its author reads it with the decision, and appeals
	const authorPage = await openAs(browser, site, author)
	await visit(authorPage, `/reviews/${review}`)
	await expect(authorPage.getByText('A moderator removed this review')).toBeVisible()
	await authorPage.getByRole('link', { name: 'The decision, and how to appeal' }).click()
	await expect(authorPage.getByRole('heading', { level: 1 })).toHaveText('A moderator’s decision')
	await expect(authorPage.getByText('A text that somebody reports')).toBeVisible()
	await expectAccessible(authorPage)
	await authorPage.getByLabel('Why was it wrong?').fill('It is not spam.')
	await authorPage.getByRole('button', { name: 'Send Appeal' }).click()
	await expect(authorPage.getByText('Waiting for a moderator.')).toBeVisible()

	// Who acted cannot decide it, another moderator can
	await visit(page, '/admin/appeals')
	await expect(card(page, `Appeal by ${author.username}`)).toContainText('another moderator has to decide the appeal')
	const otherPage = await openAs(browser, site, other)
	await visit(otherPage, '/admin/appeals')
	await expectAccessible(otherPage)
	await card(otherPage, `Appeal by ${author.username}`).getByRole('button', { name: 'Grant' }).click()
	await dialog(otherPage).getByLabel('Answer to the author').fill('You are right.')
	expect(await findAxeViolations(otherPage)).toEqual([])
	await dialog(otherPage).getByRole('button', { name: 'Grant' }).click()
	await expect(card(otherPage, `Appeal by ${author.username}`)).toHaveCount(0)
	expect((await fetch(`${site.url}/api/reviews/${review}`)).status).toBe(200)
	await authorPage.reload()
	await expect(authorPage.getByText('Your appeal was granted.')).toBeVisible()
	await expect(authorPage.getByText('You are right.')).toBeVisible()

	await visit(otherPage, '/admin/log')
	await expect(otherPage.getByRole('article', { name: /^Removed/ }).first()).toContainText(author.username)
	await expectAccessible(otherPage)
	await authorPage.context().close()
	await otherPage.context().close()
})

test('a removed comment shows what it was on, and is back after Undo', { tag: '@ci' }, async ({ page, site }) => {
	const [moderator, author, writer, reader] = await Promise.all([
		registerWithRole(site, 'moderator'),
		registerPerson(site),
		registerPerson(site),
		registerPerson(site),
	])
	const review = await author.review(7, { description: 'What the whole argument is about, at some length.' })
	const comment = await writer.comment(review, 'A reply in anger.')
	await report(reader, 'comment', comment, 'harassment')
	await logIn(page, site, moderator)
	await visit(page, `/admin/reports?subject=comment&id=${comment}`)
	const reported = card(page, new RegExp(`^Comment by ${writer.username} on ${author.username}’s review of `))
	await expect(reported).toContainText('Harassment ×1')
	await reported.getByText('Show the review').click()
	await expect(reported.getByText('What the whole argument is about')).toBeVisible()
	await reported.getByRole('button', { name: 'Remove' }).click()
	await dialog(page).getByRole('button', { name: 'Remove' }).click()
	const message = page.getByRole('region', { name: 'Message' })
	await expect(message).toContainText('Removed.')
	await expect(reported).toContainText('removed')
	await message.getByRole('button', { name: 'Undo' }).click()
	await expect(message).toContainText('Restored.')
	const { comments } = await reader.send<{ comments: { id: string }[] }>('GET', `/comments/review/${review}`)
	expect(comments.map(({ id }) => id)).toContain(comment)
})

test('the second of two moderators sees what the first did', { tag: '@ci' }, async ({ page, site, browser }) => {
	const [first, second, author, reader] = await Promise.all([
		registerWithRole(site, 'moderator'),
		registerWithRole(site, 'moderator'),
		registerPerson(site),
		registerPerson(site),
	])
	const list = await author.createList({ title: `List of ${author.username}`, games: [{ gameId: 7 }] })
	await report(reader, 'list', list)
	const pages = [page, await openAs(browser, site, second)] as const
	await logIn(page, site, first)
	for (const each of pages) await visit(each, `/admin/reports?subject=list&id=${list}`)
	const [mine, theirs] = pages
	await theirs.getByRole('button', { name: 'Remove', exact: true }).click()
	await mine.getByRole('button', { name: 'Dismiss' }).click()
	await dialog(mine).getByRole('button', { name: 'Dismiss' }).click()
	await expect(dialog(mine)).toHaveCount(0)
	await expect(mine.getByText('dismissed the reports about a list')).toBeVisible()
	await dialog(theirs).getByRole('button', { name: 'Remove' }).click()
	await expect(dialog(theirs).getByText('Another moderator has just decided this')).toBeVisible()
	await expect(dialog(theirs)).toContainText(first.username)
	await theirs.context().close()
})

test('a spam wave is selected and banned at once, and the banned read why', async ({ page, site, browser }) => {
	const moderator = await registerWithRole(site, 'moderator')
	const reader = await registerPerson(site)
	const spammers = await Promise.all([registerPerson(site), registerPerson(site)])
	for (const spammer of spammers)
		await report(
			reader,
			'review',
			await spammer.review(12, { description: 'Cheap keys at an address of ours.' }),
			'off_topic',
		)
	await logIn(page, site, moderator)
	await visit(page, '/admin/reports?reason=off_topic')
	for (const { username } of spammers) await page.getByRole('checkbox', { name: `Select ${username}` }).check()
	await expect(page.getByText('2 accounts selected')).toBeVisible()
	await expectAccessible(page)
	await page.getByRole('button', { name: 'Ban All' }).click()
	await dialog(page).getByRole('button', { name: 'Ban', exact: true }).click()
	await expect(dialog(page).getByText('2 accounts banned.')).toBeVisible()
	await dialog(page).getByRole('button', { name: 'Close' }).last().click()
	const [spammer] = spammers
	const context = await browser.newContext({ baseURL: site.url })
	context.on('page', countRequests)
	const bannedPage = await context.newPage()
	await visit(bannedPage, '/login')
	await bannedPage.getByLabel('Username or email').fill(spammer?.username ?? '')
	await bannedPage.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await bannedPage.getByRole('button', { name: 'Log In' }).click()
	await expect(bannedPage.getByText('This account is banned')).toBeVisible()
	await bannedPage.getByRole('link', { name: 'The decision, and how to appeal' }).click()
	await expect(bannedPage.getByText('A moderator banned your account.')).toBeVisible()
	await expect(bannedPage).toHaveURL(/\/appeal\/[^?]+$/)
	await bannedPage.getByLabel('Why was it wrong?').fill('I sold nothing.')
	await bannedPage.getByRole('button', { name: 'Send Appeal' }).click()
	await expect(bannedPage.getByText('Waiting for a moderator.')).toBeVisible()
	await context.close()
})

test('an admin edits the blocked words, and a text that has one is held', { tag: '@ci' }, async ({
	page,
	site,
	browser,
}) => {
	const admin = await registerWithRole(site, 'admin')
	await logIn(page, site, admin)
	await visit(page, '/admin/words')
	const word = `word${admin.username.replaceAll('_', '')}`
	await page.getByLabel('Blocked words').fill(`x\n${word}`)
	await page.getByRole('button', { name: 'Save' }).click()
	await expect(page.getByText('“x”: Words must be 2 to 60 characters')).toBeVisible()
	await page.getByLabel('Blocked words').fill(word)
	await page.getByRole('button', { name: 'Save' }).click()
	await expect(page.getByText('Saved.')).toBeVisible()
	await expectAccessible(page)
	const author = await registerPerson(site)
	const review = await author.review(21, { description: `A text with ${word} in it.` })
	const authorPage = await openAs(browser, site, author)
	await visit(authorPage, `/reviews/${review}`)
	await expect(authorPage.getByText('This review is waiting for a moderator')).toBeVisible()
	await authorPage.context().close()
	await admin.send('PUT', '/admin/blocked-words', { words: [] })
})

test('a moderator marks a comment as a spoiler from its menu', { tag: '@ci' }, async ({ page, site }) => {
	const moderator = await registerWithRole(site, 'moderator')
	const author = await registerPerson(site)
	const review = await author.review(7)
	await author.comment(review, 'She is the ghost.')
	await logIn(page, site, moderator)
	await visit(page, `/reviews/${review}`)
	await page.getByRole('button', { name: `More about the comment by ${author.username}` }).click()
	await page.getByRole('button', { name: `Mark the comment by ${author.username} as a spoiler` }).click()
	await dialog(page).getByRole('button', { name: 'Mark as Spoiler' }).click()
	await expect(page.getByText('Marked as a spoiler. Its author has been told.')).toBeVisible()
})

test('members learn that the screens are not theirs, and everyone reads the numbers', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	await registerAndLogIn(page, site)
	await visit(page, '/admin/reports')
	await expect(page.getByText('Only moderators and admins can use this page.')).toBeVisible()
	await visit(page, '/transparency')
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transparency')
	await expectAccessible(page)
})
