import type { Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { newUsername, registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

test('a like, a comment and a new follower arrive in the bell, and are read on every device', {
	tag: '@phone',
}, async ({ page, site, isPhone }) => {
	const author = await registerAndLogIn(page, site)
	const [ann, ben] = [await registerPerson(site, newUsername('ann')), await registerPerson(site, newUsername('ben'))]
	const review = await author.review(1, { description: 'A long thought about number 1, which goes on.' })
	for (const fan of [ann, ben]) await fan.send('POST', `/reviews/${review}/like`)
	await ben.send('POST', '/comments', { reviewId: review, content: 'Sit down somewhere with a view.' })
	await ann.send('POST', '/follows', { followedId: author.id })
	await visit(page, '/about')
	const bell = page.getByRole('button', { name: 'Notifications' })
	const panel = page.getByRole('dialog', { name: 'Notifications' })
	await expect(bell).toHaveAccessibleName('Notifications 3 unread')
	await bell.click()
	await expect(panel.getByRole('button', { name: 'You 3 unread' })).toHaveAttribute('aria-pressed', 'true')
	const rows = panel.getByRole('listitem')
	await expect(rows).toHaveCount(3)
	await expect(rows.nth(0)).toContainText(`${ann.username} followed you`)
	await expect(rows.nth(1)).toContainText(`${ben.username} commented on your review of`)
	await expect(rows.nth(1)).toContainText('Sit down somewhere with a view.')
	await expect(rows.nth(2)).toContainText(`${ben.username} and ${ann.username} liked your review of`)
	expect(await findAxeViolations(page)).toEqual([])

	// Read on another device
	const { notifications } = (await author.send('GET', '/notifications')) as { notifications: { id: string }[] }
	await author.send('POST', '/notifications/read', { ids: [notifications[0]?.id] })
	await page.keyboard.press('Escape')
	await page.evaluate(() => window.dispatchEvent(new Event('focus')))
	await expect(bell).toHaveAccessibleName('Notifications 2 unread')

	// Taken back
	await ann.send('DELETE', `/reviews/${review}/like`)
	await bell.click()
	await expect(rows.nth(2)).toContainText(`${ben.username} liked your review of`)
	if (isPhone) await rows.nth(2).getByRole('link').tap()
	else await rows.nth(2).getByRole('link').click()
	await expect(page).toHaveURL(new RegExp(`/reviews/${review}`))
	await expect(bell).toHaveAccessibleName('Notifications 1 unread')
	await bell.click()
	await panel.getByRole('button', { name: 'Mark All as Read' }).click()
	await expect(bell).toHaveAccessibleName('Notifications')
	await expect.poll(() => author.send('GET', '/notifications/unread-count')).toEqual({ count: 0, you: 0 })
	await panel.getByRole('button', { name: 'Following' }).click()
	await expect(panel.getByText('No recent activity from users you follow.')).toBeVisible()
})

test('a like is taken back by pressing again, and a double click likes once', async ({ page, site }) => {
	const author = await registerPerson(site, newUsername('author'))
	const review = await author.review(1, { description: 'A long thought about number 1, which goes on.' })
	await registerAndLogIn(page, site)
	await visit(page, `/reviews/${review}`)
	const like = page.getByRole('button', { name: /^Liked? this review$/ })
	await like.dblclick()
	await expect(like).toHaveAccessibleName('Liked this review')
	const likes = async () => ((await author.send('GET', `/reviews/${review}`)) as { likes: number }).likes
	await expect.poll(likes).toBe(1)
	await like.click()
	await expect(like).toHaveAccessibleName('Like this review')
	await expect.poll(likes).toBe(0)
	await page.reload()
	await expect(like).toHaveAccessibleName('Like this review')
})

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

test('a comment is liked and answered in the bell', { tag: '@phone' }, async ({ page, site, isPhone }) => {
	const author = await registerAndLogIn(page, site)
	const ann = await registerPerson(site, newUsername('ann'))
	const review = await author.review(1)
	const comment = await ann.comment(review, 'Sit down somewhere with a view.')
	await visit(page, '/about')
	await bell(page).click()
	const row = panel(page).getByRole('listitem')
	const press = (name: string) => {
		const button = row.getByRole('button', { name })
		return isPhone ? button.tap() : button.click()
	}
	await press(`Like the comment by ${ann.username}`)
	await expect(row.getByRole('button', { name: `Liked the comment by ${ann.username}` })).toBeVisible()
	await expect
		.poll(() => ann.send('GET', `/comments/review/${review}`))
		.toMatchObject({ comments: [{ id: comment, likes: 1 }] })
	await expect(bell(page)).toHaveAccessibleName('Notifications')

	await press(`Reply to ${ann.username}`)
	const field = row.getByRole('textbox', { name: `Reply to ${ann.username}` })
	await expect(field).toBeFocused()
	await waitForIdle(page)
	expect(await findAxeViolations(page)).toEqual([])
	await field.fill('I did, and it was worth it.')
	// Twice before the page can render between the two
	await row.getByRole('button', { name: 'Post Reply' }).evaluate((button: HTMLElement) => {
		button.click()
		button.click()
	})
	await expect(row.getByRole('status').filter({ hasText: 'Reply sent' })).toBeVisible()
	await expect(field).toHaveCount(0)
	await expect(row.getByRole('button', { name: `Reply to ${ann.username}` })).toBeFocused()
	await waitForIdle(page)
	expect(await ann.send('GET', `/comments/review/${review}`)).toMatchObject({
		comments: [{ id: comment, replyCount: 1, replies: [{ content: 'I did, and it was worth it.' }] }],
	})
	await row.getByRole('link').click()
	await expect(page).toHaveURL(`/reviews/${review}#comment-${comment}`)
	await expect(page.getByRole('article', { name: `Comment by ${ann.username}` })).toBeFocused()
	await expect(page.getByText('I did, and it was worth it.')).toBeVisible()
})

test('an answer in the bell that is refused stays, and Escape closes the form before the panel', {
	tag: '@ci',
}, async ({ page, site }) => {
	const author = await registerAndLogIn(page, site)
	const [ann, ben] = [await registerPerson(site, newUsername('ann')), await registerPerson(site, newUsername('ben'))]
	const review = await author.review(1)
	await ann.comment(review, 'First.')
	const newest = await ben.comment(review, 'Second.')
	await visit(page, '/about')
	await bell(page).click()
	// Of several comments, the one that the row quotes
	const reply = panel(page).getByRole('button', { name: 'Reply to' })
	await expect(reply).toHaveAccessibleName(`Reply to ${ben.username}`)
	await reply.click()
	const field = panel(page).getByRole('textbox')
	await field.fill('Third.')
	await ben.send('DELETE', `/comments/${newest}`)
	await panel(page).getByRole('button', { name: 'Post Reply' }).click()
	const sentence = 'The comment you are replying to is no longer here'
	await expect(panel(page).getByRole('alert').filter({ hasText: sentence })).toBeVisible()
	await expect(field).toHaveValue('Third.')
	await field.focus()
	await page.keyboard.press('Escape')
	await expect(field).toHaveCount(0)
	await expect(reply).toBeFocused()
	await page.keyboard.press('Escape')
	await expect(panel(page)).toBeHidden()
})
