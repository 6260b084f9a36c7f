// Comments from the first word to the deletion.

import type { Page } from '@playwright/test'
import { expireSession, logIn } from '#kit/browser/login.ts'
import { registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { scrollUntil } from '#kit/browser/scroll.ts'
import { expect, test } from '#kit/browser/test.ts'

const comments = (page: Page) => page.getByRole('article', { name: /^Comment by/ })
const box = (page: Page) => page.getByLabel('Write a comment')
const post = (page: Page) => page.getByRole('button', { name: 'Post Comment' })
const deleteComment = async (page: Page, username: string) => {
	await page.getByRole('button', { name: `More about the comment by ${username}` }).click()
	await page.getByRole('button', { name: `Delete the comment by ${username}` }).click()
}
const toast = (page: Page) => page.getByRole('region', { name: 'Message' })
/** Ends the message with Undo, upon which the deletion is sent. */
const dismiss = async (page: Page) => {
	await page.keyboard.press('F6')
	await page.keyboard.press('Escape')
	await expect(toast(page)).toBeHidden()
}

test('a member comments, likes a comment, and deletes their own', async ({ page, site }) => {
	const [author, other] = [await registerPerson(site), await registerPerson(site)]
	const id = await author.review(1)
	await other.comment(id, 'The first thing said.')
	const reader = await registerAndLogIn(page, site)
	await visit(page, `/reviews/${id}`)
	await box(page).focus()
	await expect(post(page)).toBeDisabled()
	await box(page).fill('   ')
	await expect(post(page)).toBeDisabled()
	await box(page).fill('Seen from here,\nit is a comedy.')
	await post(page).click()
	await expect(comments(page)).toHaveCount(2)
	await expect(comments(page).first()).toContainText('Seen from here,\nit is a comedy.')
	await expect(comments(page).first()).toContainText(reader.username)
	await expect(box(page)).toHaveValue('')
	await expect(page.locator('dl > div', { has: page.locator('dt', { hasText: /^Comment/ }) }).locator('dd')).toHaveText(
		'2',
	)
	await expect(page.getByRole('heading', { name: 'Comments 2' })).toBeVisible()

	await page.getByRole('button', { name: `Like the comment by ${other.username}, 0 likes` }).dblclick()
	await expect(page.getByRole('button', { name: `Liked the comment by ${other.username}, 1 like` })).toBeVisible()
	await page.getByRole('button', { name: `More about the comment by ${other.username}` }).click()
	await expect(page.getByRole('button', { name: `Report the comment by ${other.username}` })).toBeVisible()
	await expect(page.getByRole('button', { name: `Delete the comment by ${other.username}` })).toHaveCount(0)
	await page.keyboard.press('Escape')

	await deleteComment(page, reader.username)
	await expect(comments(page)).toHaveCount(1)
	await expect(page.getByRole('heading', { name: 'Comments 1' })).toBeFocused()
	await dismiss(page)
	await expect.poll(() => reader.send('GET', `/reviews/${id}`)).toMatchObject({ commentCount: 1 })
})

test('the form of a comment is one line at rest, opens with the focus, and stays open', {
	tag: '@phone',
}, async ({ page, site, isPhone }) => {
	const author = await registerPerson(site)
	const id = await author.review(1)
	await author.comment(id, 'The first thing said.')
	await registerAndLogIn(page, site)
	await visit(page, `/reviews/${id}`)
	const heading = page.getByRole('heading', { name: 'Comments 1' })
	const tick = page.getByRole('checkbox', { name: 'Contains spoilers' })
	const like = page.getByRole('button', { name: `Like the comment by ${author.username}, 0 likes` })
	await expect(box(page)).toBeVisible()
	const rest = await box(page).boundingBox()
	expect(rest?.height).toBeLessThanOrEqual(46)
	await expect(post(page)).toBeHidden()
	await expect(tick).toBeHidden()

	// By keyboard, through its controls and out of it
	await box(page).focus()
	await expect(post(page)).toBeVisible()
	await page.keyboard.press('Tab')
	await expect(tick).toBeFocused()
	await page.keyboard.press('Tab')
	await expect(page.getByRole('button', { name: 'Mark as Spoiler' })).toBeFocused()
	await page.keyboard.press('Tab')
	await expect(post(page)).toBeFocused()

	// What stands above stays, and what is pressed below is pressed, twice as well
	await page.reload()
	await expect(box(page)).toBeVisible()
	await expect(post(page)).toBeHidden()
	const top = (await heading.boundingBox())?.y
	await box(page).focus()
	await expect(post(page)).toBeVisible()
	expect((await heading.boundingBox())?.y).toBe(top)
	await (isPhone ? like.tap() : like.dblclick())
	await expect(page.getByRole('button', { name: `Liked the comment by ${author.username}, 1 like` })).toBeVisible()

	await box(page).fill('Half a thought')
	await heading.click()
	await expect(post(page)).toBeVisible()
	await page.reload()
	await expect(post(page)).toBeVisible()
})

test("a review's author deletes others' comments on it", { tag: '@ci' }, async ({ page, site }) => {
	const [author, other] = [await registerAndLogIn(page, site), await registerPerson(site)]
	const id = await author.review(1)
	await other.comment(id, 'Not very kind.')
	await visit(page, `/reviews/${id}`)
	await deleteComment(page, other.username)
	await dismiss(page)
	await expect(page.getByText('No comments yet. Be the first to comment.')).toBeVisible()
	await expect.poll(() => author.send('GET', `/reviews/${id}`)).toMatchObject({ commentCount: 0 })
})

test('a comment that was liked or deleted elsewhere shows a message', { tag: '@ci' }, async ({ page, site }) => {
	const id = await (await registerPerson(site)).review(1)
	const reader = await registerAndLogIn(page, site)
	const comment = await reader.comment(id, 'To be liked.')
	await page.clock.install()
	await visit(page, `/reviews/${id}`)
	const like = page.getByRole('button', { name: `Like the comment by ${reader.username}, 0 likes` })
	await expect(like).toBeVisible()
	await reader.send('POST', `/comments/${comment}/like`)
	await like.click()
	const sentence = page.getByText('You have already liked this comment')
	await expect(sentence).toBeVisible()
	await expect(page.getByRole('button', { name: `Liked the comment by ${reader.username}, 1 like` })).toBeVisible()
	await page.clock.runFor(4000)
	await expect(sentence).toHaveCount(0)
	await reader.send('DELETE', `/comments/${comment}`)
	await deleteComment(page, reader.username)
	await dismiss(page)
	await expect(comments(page)).toHaveCount(0)
	await expect(page.getByText('Failed to delete comment')).toHaveCount(0)
})

test('more than twenty comments are all readable', { tag: '@ci' }, async ({ page, site }) => {
	const author = await registerPerson(site)
	const id = await author.review(1)
	for (let n = 1; n <= 45; n++) await author.comment(id, `Thought number ${n}.`)
	await visit(page, `/reviews/${id}`)
	await expect(comments(page).first()).toContainText('Thought number 45.')
	await scrollUntil(comments(page).filter({ hasText: 'Thought number 1.' }))
	await expect(comments(page)).toHaveCount(45)
})

test.describe('without JavaScript', () => {
	test.use({ javaScriptEnabled: false })

	test('more than twenty comments are read page by page', async ({ page, site }) => {
		const author = await registerPerson(site)
		const id = await author.review(1)
		for (let n = 1; n <= 21; n++) await author.comment(id, `Thought number ${n}.`)
		await page.goto(`/reviews/${id}`)
		await expect(page.getByText('Thought number 2.')).toBeVisible()
		await expect(page.getByRole('link', { name: 'Log in to comment' })).toHaveAttribute(
			'href',
			`/login?redirect=${encodeURIComponent(`/reviews/${id}`)}`,
		)
		await page.getByRole('link', { name: 'Show More' }).click()
		await expect(page.getByText('Thought number 1.')).toBeVisible()
	})
})

test('the draft of a comment survives a reload and an expired session', async ({ page, site }) => {
	const id = await (await registerPerson(site)).review(1)
	const reader = await registerAndLogIn(page, site)
	await visit(page, `/reviews/${id}`)
	await box(page).fill('A thought that took a while')
	await page.reload()
	await expect(box(page)).toHaveValue('A thought that took a while')
	await expireSession(page)
	await post(page).click()
	await expect(page.getByText('Your session has expired. Your draft is saved.')).toBeVisible()
	await page.getByRole('link', { name: 'Log in to comment' }).click()
	await logIn(page, reader.username)
	await expect(page).toHaveURL(`/reviews/${id}`)
	await expect(box(page)).toHaveValue('A thought that took a while')
	await post(page).click()
	await expect(comments(page)).toContainText('A thought that took a while')
})

test('near the limit the form shows how many characters are left, and past it an error', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const writer = await registerAndLogIn(page, site)
	await visit(page, `/reviews/${await writer.review(1)}`)
	await box(page).fill('a'.repeat(1801))
	await expect(page.getByText('1,801 of 2,000 characters')).toBeVisible()
	await box(page).fill('a'.repeat(1800))
	await expect(page.getByText('of 2,000 characters')).toHaveCount(0)
	await box(page).fill('a'.repeat(2001))
	await expect(page.getByText('Comment must be 2,000 characters or less')).toBeVisible()
	await expect(post(page)).toBeDisabled()
})
