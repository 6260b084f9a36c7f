import type { Page } from '@playwright/test'
import { EXPECTED_NOISE, failCalls } from '#kit/browser/call-failures.ts'
import { registerWithRole } from '#kit/browser/moderators.ts'
import { logIn, registerPerson } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

test.use({ expectedNoise: EXPECTED_NOISE })

const dialog = (page: Page) => page.getByRole('dialog')

/** Expects that a failed read of a page says so, and that it loads again. */
async function expectRetry(page: Page, path: string, { call, says }: { call: string; says: string }): Promise<void> {
	const recover = await failCalls(page, call, 'wordless')
	await visit(page, path)
	await expect(page.getByRole('alert')).toContainText(says)
	await recover()
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expect(page.getByText(says)).toHaveCount(0)
}

test('what moderators cannot load or do for a while is said, and can be tried again', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const [moderator, author] = await Promise.all([registerWithRole(site, 'admin'), registerPerson(site)])
	const review = await author.review(7)
	await logIn(page, site, moderator)
	await expectRetry(page, '/admin/reports', {
		call: '**/api/moderation/reports?*',
		says: 'Failed to load the reports',
	})
	await expectRetry(page, '/admin/appeals', {
		call: '**/api/moderation/appeals?*',
		says: 'Failed to load the appeals',
	})
	await expectRetry(page, '/admin/log', { call: '**/api/moderation/log?*', says: 'Failed to load the log' })
	await expectRetry(page, '/admin/words', {
		call: '**/api/admin/blocked-words',
		says: 'Failed to load the blocked words',
	})
	await failCalls(page, '**/api/admin/blocked-words', 'lost')
	await page.getByRole('button', { name: 'Save' }).click()
	await expect(page.getByRole('alert')).toContainText('Failed to save the blocked words')
	await visit(page, `/admin/reports?subject=review&id=${review}`)
	const recover = await failCalls(page, '**/api/moderation/actions', 'lost')
	await page.getByRole('button', { name: /^Account of / }).click()
	await page.getByRole('button', { name: 'Warn' }).click()
	await dialog(page).getByLabel('Reason').selectOption('Off topic')
	await dialog(page).getByRole('button', { name: 'Warn' }).click()
	await expect(dialog(page).getByRole('alert')).toContainText('Failed to take this action')
	await recover()
	await dialog(page).getByRole('button', { name: 'Warn' }).click()
	await expect(dialog(page)).toHaveCount(0)
	await expect(page.getByText('warned about a review').filter({ visible: true })).toBeVisible()
})

test('an appeal that is not sent, and one that is not decided, can be tried again', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const [first, second, author] = await Promise.all([
		registerWithRole(site, 'moderator'),
		registerWithRole(site, 'moderator'),
		registerPerson(site),
	])
	const list = await author.createList({ title: 'Odd', games: [{ gameId: 7 }] })
	const { id } = await first.send<{ id: string }>('POST', '/moderation/actions', {
		subject: 'list',
		subjectId: list,
		action: 'remove',
		reason: 'off_topic',
	})
	await logIn(page, site, author)
	await expectRetry(page, `/appeal/${id}`, { call: `**/api/appeals/${id}*`, says: 'Failed to load the decision' })
	const recoverAppeal = await failCalls(page, '**/api/appeals', 'lost')
	await page.getByLabel('Why was it wrong?').fill('It is a list of games.')
	await page.getByRole('button', { name: 'Send Appeal' }).click()
	await expect(page.getByRole('alert')).toContainText('Failed to send your appeal')
	await recoverAppeal()
	await page.getByRole('button', { name: 'Send Appeal' }).click()
	await expect(page.getByText('Waiting for a moderator.')).toBeVisible()
	await logIn(page, site, second)
	await visit(page, '/admin/appeals')
	await failCalls(page, '**/api/moderation/appeals/*', 'lost')
	const appeal = page.getByRole('article', { name: `Appeal by ${author.username}` })
	await appeal.getByRole('button', { name: 'Keep Decision' }).click()
	await dialog(page).getByRole('button', { name: 'Keep Decision' }).click()
	await expect(dialog(page).getByRole('alert')).toContainText('Failed to decide the appeal')
})

test('a report that is not sent, and numbers that do not load, can be tried again', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const author = await registerPerson(site)
	await logIn(page, site, await registerPerson(site))
	await visit(page, `/profile/${author.username}`)
	const recover = await failCalls(page, '**/api/reports', 'lost')
	await page.getByRole('button', { name: `More about ${author.username}` }).click()
	await page.getByRole('button', { name: `Report ${author.username}` }).click()
	await dialog(page)
		.getByRole('radio', { name: /^Impersonation/ })
		.check()
	await dialog(page).getByRole('button', { name: 'Send Report' }).click()
	await expect(dialog(page).getByRole('alert')).toContainText('Failed to send the report')
	await recover()
	await dialog(page).getByRole('button', { name: 'Send Report' }).click()
	await expect(dialog(page).getByText('Thank you. A moderator will look at it')).toBeVisible()
	await dialog(page).getByRole('button', { name: 'Close' }).last().click()
	const recoverNumbers = await failCalls(page, '**/api/transparency*', 'wordless')
	await page.getByRole('contentinfo').getByRole('link', { name: 'Transparency' }).click()
	await expect(page.getByRole('alert')).toContainText('Failed to load the transparency report')
	await recoverNumbers()
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expect(page.getByText('Failed to load the transparency report')).toHaveCount(0)
})
