import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { MailPurpose } from '#contract/mail-subscription.ts'
import { paths } from '#contract/paths.ts'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { EXPECTED_NOISE, failCalls } from '#kit/browser/call-failures.ts'
import { type Person, registerPerson } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { expectFitsWidth } from '#kit/browser/width.ts'
import type { SiteProcess } from '#kit/site-process.ts'
import { createUnsubscribeToken } from '#server/features/preferences/unsubscribe-tokens.ts'
import { deriveKeys, SECRET_FILE } from '#server/lifecycle/secret-keys.ts'

/** Returns the path of the link in a person's mails. */
async function linkOf({ dataDir }: SiteProcess, { id }: Person, purpose: MailPurpose): Promise<string> {
	const secret = (await readFile(path.join(dataDir, SECRET_FILE), 'utf8')).trim()
	return paths.unsubscribe(createUnsubscribeToken(deriveKeys(secret).unsubscribing, { userId: id, purpose }))
}

const readDigest = async (person: Person) =>
	(await person.send<{ preferences: { digest: string } }>('GET', '/auth/preferences')).preferences.digest

test('the link of a mail stops the summary by one button, and Undo restores it', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const person = await registerPerson(site)
	await person.send('PUT', '/auth/preferences', { digest: 'daily' })
	await visit(page, await linkOf(site, person, 'digest'))
	await expect(page).toHaveURL(`${site.url}/unsubscribe`)
	await expect(page.getByText('you won’t get the summary of what you haven’t read anymore')).toBeVisible()
	expect(await readDigest(person)).toBe('daily')
	await expectFitsWidth(page)
	expect(await findAxeViolations(page)).toEqual([])

	await page.getByRole('button', { name: 'Unsubscribe' }).click()
	const done = page.getByRole('heading', { level: 1, name: 'You’re unsubscribed' })
	await expect(done).toBeFocused()
	expect(await readDigest(person)).toBe('never')
	expect(await findAxeViolations(page)).toEqual([])
	await page.keyboard.press('Tab')
	await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
	await page.keyboard.press('Enter')
	await expect(page.getByRole('heading', { level: 1, name: 'You’re subscribed again' })).toBeFocused()
	expect(await readDigest(person)).toBe('daily')
})

test('after one click in a mail program, the link offers Undo', { tag: '@ci' }, async ({ page, site }) => {
	const person = await registerPerson(site)
	await person.send('PUT', '/auth/preferences', { notifications: { reply: { mail: true } } })
	const link = await linkOf(site, person, 'notifications')
	const answer = await fetch(site.url + link, {
		method: 'POST',
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		body: 'List-Unsubscribe=One-Click',
	})
	expect(answer.status).toBe(200)
	await visit(page, link)
	await expect(page.getByText('You won’t get notification emails anymore.')).toBeVisible()
	await page.getByRole('button', { name: 'Undo' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'You’re subscribed again' })).toBeVisible()
})

test('an altered link and one without its token say so', { tag: '@ci' }, async ({ page, site }) => {
	const person = await registerPerson(site)
	const link = await linkOf(site, person, 'digest')
	await visit(page, '/unsubscribe')
	await expect(page.getByRole('heading', { level: 1, name: 'This link is incomplete' })).toBeVisible()
	await visit(page, `${link}A`)
	await expect(page.getByRole('heading', { level: 1, name: 'This link doesn’t work' })).toBeVisible()
	await expect(page.getByText('You can choose which mails you get in your settings.')).toBeVisible()
	expect(await readDigest(person)).toBe('weekly')
})

test.describe('failures', () => {
	test.use({ expectedNoise: EXPECTED_NOISE })

	test('a failure says so, and the button can be pressed again', { tag: '@ci' }, async ({ page, site }) => {
		const person = await registerPerson(site)
		const repair = await failCalls(page, '**/api/mail-subscription', 'wordless')
		await visit(page, await linkOf(site, person, 'digest'))
		const button = page.getByRole('button', { name: 'Unsubscribe' })
		await button.click()
		await expect(page.getByRole('alert')).toHaveText('Failed to change which mails you get. Please try again.')
		await repair()
		await button.click()
		await expect(page.getByRole('heading', { level: 1, name: 'You’re unsubscribed' })).toBeVisible()
	})
})

test.describe('without scripts', () => {
	test.use({ javaScriptEnabled: false })

	test('the button of the page unsubscribes, too', { tag: '@ci' }, async ({ page, site }) => {
		const person = await registerPerson(site)
		const response = await page.goto(await linkOf(site, person, 'digest'))
		expect(response?.headers()['referrer-policy']).toBe('no-referrer')
		await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
		expect(await page.content()).not.toContain('token=')
		await page.getByRole('button', { name: 'Unsubscribe' }).click()
		await expect(page.getByRole('heading', { name: 'You’re Unsubscribed' })).toBeVisible()
		expect(await readDigest(person)).toBe('never')
	})
})
