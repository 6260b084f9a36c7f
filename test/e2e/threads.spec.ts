import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { newUsername, type Person, registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

const commentBy = (page: Page, username: string) => page.getByRole('article', { name: `Comment by ${username}` })

async function reply(person: Person, reviewId: string, parentId: string, content: string): Promise<string> {
	return (await person.send<{ id: string }>('POST', '/comments', { reviewId, parentId, content })).id
}

test('a member replies, edits and deletes within a thread', async ({ page, site }) => {
	const author = await registerPerson(site, newUsername('author'))
	const id = await author.review(1)
	const root = await author.comment(id, 'What did you think of the ending?')
	for (const content of ['One.', 'Two.', 'Three.']) await reply(author, id, root, content)
	const reader = await registerAndLogIn(page, site)
	await visit(page, `/reviews/${id}`)
	await page
		.getByRole('button', { name: `Reply to ${author.username}` })
		.first()
		.click()
	const field = page.getByRole('textbox', { name: `Reply to ${author.username}` })
	await expect(field).toBeFocused()
	await field.fill('It is a comedy.')
	expect(await findAxeViolations(page)).toEqual([])
	await page.getByRole('button', { name: 'Post Reply' }).click()
	await expect(commentBy(page, reader.username)).toContainText('It is a comedy.')
	await expect(page.getByRole('heading', { name: 'Comments 5' })).toBeVisible()
	await page.reload()
	await page.getByRole('button', { name: '1 more reply' }).click()
	await expect(commentBy(page, reader.username)).toContainText('It is a comedy.')

	const more = page.getByRole('button', { name: `More about the comment by ${reader.username}` })
	await more.click()
	await page.getByRole('button', { name: `Edit the comment by ${reader.username}` }).click()
	const edit = page.getByRole('textbox', { name: 'Edit your comment' })
	await expect(edit).toBeFocused()
	await edit.fill('It is a tragedy.')
	await page.getByRole('button', { name: 'Save' }).click()
	await expect(commentBy(page, reader.username)).toContainText('edited')
	await expect(commentBy(page, reader.username)).toContainText('It is a tragedy.')

	// The comment that was answered goes, its replies stay
	await author.send('DELETE', `/comments/${root}`)
	await page.reload()
	await expect(page.getByText('This comment was removed.')).toBeVisible()
	await expect(page.getByRole('heading', { name: 'Comments 4' })).toBeVisible()
	// The reload keeps the scroll position, where the header may lie over half a control
	await page.evaluate(() => window.scrollTo(0, 0))
	expect(await findAxeViolations(page)).toEqual([])
})

test('the edit of a comment stays open on Escape while an input method composes, and once it has changed', {
	tag: '@ci',
}, async ({ page, site }) => {
	const writer = await registerAndLogIn(page, site)
	const id = await writer.review(1)
	await writer.comment(id, 'What did you think?')
	await visit(page, `/reviews/${id}`)
	const open = async () => {
		await page.getByRole('button', { name: `More about the comment by ${writer.username}` }).click()
		await page.getByRole('button', { name: `Edit the comment by ${writer.username}` }).click()
	}
	await open()
	const edit = page.getByRole('textbox', { name: 'Edit your comment' })
	await expect(edit).toBeFocused()
	await edit.dispatchEvent('keydown', { key: 'Escape', isComposing: true })
	await edit.dispatchEvent('keydown', { key: 'Enter', ctrlKey: true, isComposing: true })
	await expect(edit).toBeFocused()
	await edit.fill('What did you think of it?')
	await edit.press('Escape')
	await expect(edit).toHaveValue('What did you think of it?')
	await page.getByRole('button', { name: 'Cancel' }).click()
	await expect(edit).toHaveCount(0)
	await open()
	await edit.press('Escape')
	await expect(edit).toHaveCount(0)
})

test('a link leads to its comment, also far down and within a thread, and says so when it is gone', {
	tag: '@ci',
}, async ({ page, site }) => {
	const author = await registerPerson(site, newUsername('author'))
	const id = await author.review(1)
	const first = await author.comment(id, 'The very first.')
	let last = ''
	for (let n = 1; n <= 5; n++) last = await reply(author, id, first, `Answer ${n}.`)
	for (let n = 1; n <= 45; n++) await author.comment(id, `Thought number ${n}.`)
	const linked = (comment: string) => page.locator(`#comment-${comment}`)
	for (const [comment, text] of [
		[first, 'The very first.'],
		[last, 'Answer 5.'],
	] as const) {
		await visit(page, `/reviews/${id}#comment-${comment}`)
		await expect(linked(comment)).toContainText(text)
		await expect(linked(comment)).toBeInViewport()
		await expect(linked(comment)).toBeFocused()
		await expect(linked(comment)).toHaveAttribute('data-linked', '')
	}
	const gone = await author.comment(id, 'Not for long.')
	await author.send('DELETE', `/comments/${gone}`)
	await visit(page, '/about')
	await visit(page, `/reviews/${id}#comment-${gone}`)
	await expect(page.getByText('This comment is no longer here.')).toBeVisible()
	await expect(page).toHaveURL(`/reviews/${id}`)
	await expect(page.getByText('Thought number 45.')).toBeVisible()
})

test('lists are commented on, too', { tag: '@ci' }, async ({ page, site }) => {
	const [owner, reader] = [await registerPerson(site, newUsername('owner')), await registerAndLogIn(page, site)]
	const { id } = await owner.send<{ id: string }>('POST', '/lists', { title: 'Calm games' })
	await visit(page, paths.list(id))
	await page.getByLabel('Write a comment').fill('Add one more.')
	await page.getByRole('button', { name: 'Post Comment' }).click()
	await expect(commentBy(page, reader.username)).toContainText('Add one more.')
	await expect(page.getByRole('heading', { name: 'Comments 1' })).toBeVisible()
	await expect.poll(() => owner.send('GET', `/lists/${id}`)).toMatchObject({ commentCount: 1 })
})
