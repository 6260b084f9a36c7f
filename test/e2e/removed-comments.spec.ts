import type { Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { takeGame } from '#kit/browser/built-in-games.ts'
import { registerWithRole } from '#kit/browser/moderators.ts'
import { logIn, registerPerson } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { expectFitsWidth } from '#kit/browser/width.ts'

const comment = (page: Page, name: string) => page.getByRole('article', { name: `Comment by ${name}` })

test('a removed comment stays in its thread for its author, who reads why, and for a moderator', {
	tag: '@ci',
}, async ({ page, site }) => {
	const [author, reviewer, moderator] = [
		await registerPerson(site),
		await registerPerson(site),
		await registerWithRole(site, 'moderator'),
	]
	const review = await reviewer.review(takeGame())
	const root = await reviewer.comment(review, 'What do you think?')
	const reply = await author.send<{ id: string }>('POST', '/comments', {
		reviewId: review,
		parentId: root,
		content: 'Buy my lamps!',
	})
	await moderator.send('POST', '/moderation/actions', {
		subject: 'comment',
		subjectId: reply.id,
		action: 'remove',
		reason: 'spam',
		note: 'This is no place for lamps.',
	})
	await visit(page, `/reviews/${review}`)
	await expect(comment(page, reviewer.username)).toBeVisible()
	await expect(page.getByText('Buy my lamps!')).toHaveCount(0)

	await logIn(page, site, author)
	// The address of the comment, which others are told is no longer here
	await visit(page, `/reviews/${review}#comment-${reply.id}`)
	const own = comment(page, author.username)
	await expect(own).toBeFocused()
	await expect(own.getByText('Buy my lamps!')).toBeVisible()
	await expect(own.getByText('A moderator removed this comment')).toBeVisible()
	await expect(own.getByText('This is no place for lamps.')).toBeVisible()
	await expect(own.getByRole('button')).toHaveCount(0)
	await expect(page.getByText(/more (reply|replies)$/)).toHaveCount(0)
	// At the top, where the header lies over nothing
	await page.evaluate(() => scrollTo(0, 0))
	await waitForIdle(page)
	await expectFitsWidth(page)
	expect(await findAxeViolations(page)).toEqual([])
	await own.getByRole('link', { name: 'The decision, and how to appeal' }).click()
	await expect(page).toHaveURL(/\/appeal\//)
	await expect(page.getByText('Buy my lamps!')).toBeVisible()

	await logIn(page, site, moderator)
	await visit(page, `/reviews/${review}#comment-${reply.id}`)
	await expect(comment(page, author.username).getByRole('link', { name: 'Moderate' })).toBeVisible()
})
