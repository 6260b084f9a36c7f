import type { Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { EXPECTED_NOISE, failCalls } from '#kit/browser/call-failures.ts'
import { waitForMailedLink } from '#kit/browser/mails.ts'
import { type Person, registerAndLogIn } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { expectFitsWidth } from '#kit/browser/width.ts'

const PREFERENCES = '**/api/auth/preferences'

const section = (page: Page) => page.getByRole('region', { name: 'Notifications', exact: true })
const cell = (page: Page, name: string) => section(page).getByRole('checkbox', { name, exact: true })

interface Stored {
	preferences: { digest: string; notifications: Record<string, Record<string, boolean>> }
}
const readStored = async (person: Person) => (await person.send<Stored>('GET', '/auth/preferences')).preferences

test('each choice is saved at once, and is there after a reload', { tag: '@ci' }, async ({ page, site }) => {
	const person = await registerAndLogIn(page, site)
	await visit(page, '/settings')
	await expect(cell(page, 'Replies to your comments: Bell')).toBeChecked()
	await expect(cell(page, 'Messages from moderators: Email')).toBeDisabled()
	await expect(section(page).getByText('We email confirmed addresses only')).toBeVisible()
	await cell(page, 'Replies to your comments: Email').click()
	await expect(section(page).getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
	await cell(page, 'New followers: Bell').click()
	await section(page).getByText('Daily').click()
	await expect(section(page).getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
	await expect
		.poll(() => readStored(person))
		.toMatchObject({
			digest: 'daily',
			notifications: { reply: { site: true, mail: true, push: false }, follow: { site: false } },
		})
	await page.reload()
	await expect(cell(page, 'Replies to your comments: Email')).toBeChecked()
	await expect(cell(page, 'New followers: Bell')).not.toBeChecked()
	await expect(section(page).getByRole('radio', { name: 'Daily' })).toBeChecked()
	await expectFitsWidth(page)
	expect(await findAxeViolations(page)).toEqual([])
})

test('the table is used by keyboard, and quick changes all arrive', { tag: '@ci' }, async ({ page, site }) => {
	const person = await registerAndLogIn(page, site)
	await visit(page, '/settings')
	await cell(page, 'Likes on your reviews: Bell').focus()
	for (let n = 0; n < 3; n++) {
		await page.keyboard.press('Space')
		await page.keyboard.press('Tab')
		await page.keyboard.press('Space')
		await page.keyboard.press('Tab')
	}
	const kinds = ['review_like', 'comment_like', 'list_like']
	await expect
		.poll(async () => {
			const { notifications } = await readStored(person)
			return kinds.map((kind) => notifications[kind])
		})
		.toEqual(kinds.map(() => ({ site: false, mail: true, push: false })))
	await expect(cell(page, 'Likes on your lists: Email')).toBeChecked()
})

test.describe('failures', () => {
	test.use({ expectedNoise: EXPECTED_NOISE })

	test('a change that fails is taken back and says so, and can be made again', { tag: '@ci' }, async ({
		page,
		site,
	}) => {
		await registerAndLogIn(page, site)
		await visit(page, '/settings')
		const replies = cell(page, 'Replies to your comments: Email')
		await expect(replies).not.toBeChecked()
		const repair = await failCalls(page, PREFERENCES, 'wordless')
		await replies.click()
		await expect(section(page).getByRole('alert')).toHaveText('Failed to save your preferences')
		await expect(replies).not.toBeChecked()
		await repair()
		await replies.click()
		await expect(section(page).getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
		await expect(section(page).getByRole('alert')).toHaveText('')
		await expect(replies).toBeChecked()
	})

	test('preferences that do not load are loaded again on request', { tag: '@ci' }, async ({ page, site }) => {
		await registerAndLogIn(page, site)
		const repair = await failCalls(page, PREFERENCES, 'wordless')
		await visit(page, '/settings')
		await expect(section(page).getByRole('alert')).toHaveText('Failed to load your preferences')
		await repair()
		await section(page).getByRole('button', { name: 'Try Again' }).click()
		await expect(cell(page, 'New followers: Bell')).toBeChecked()
	})
})

test('two tabs keep each other’s changes', { tag: '@ci' }, async ({ page, context, site }) => {
	const person = await registerAndLogIn(page, site)
	const other = await context.newPage()
	for (const tab of [page, other]) await visit(tab, '/settings')
	await cell(page, 'Replies to your comments: Email').click()
	await expect(section(page).getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
	await cell(other, 'Mentions of you: Email').click()
	await expect(section(other).getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
	await expect(cell(other, 'Replies to your comments: Email')).toBeChecked()
	const { notifications } = await readStored(person)
	expect([notifications.reply?.mail, notifications.mention?.mail]).toEqual([true, true])
})

test('the hint about the address goes once it is confirmed', { tag: '@ci' }, async ({ page, context, site }) => {
	const { username } = await registerAndLogIn(page, site)
	await visit(page, '/settings')
	const hint = section(page).getByText('We email confirmed addresses only')
	await expect(hint).toBeVisible()
	const other = await context.newPage()
	await visit(other, await waitForMailedLink(site, `${username}@example.org`, '/verify-email'))
	await other.getByRole('button', { name: 'Confirm My Address' }).click()
	await expect(other.getByRole('heading', { level: 1, name: 'Your address is confirmed' })).toBeVisible()
	await expect(hint).toHaveCount(0)
})
