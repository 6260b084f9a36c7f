import type { Browser, Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { registerWithRole } from '#kit/browser/moderators.ts'
import { logInWithNewSession, newUsername, type Person, registerPerson } from '#kit/browser/people.ts'
import { countRequests, visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, startSeededSite, test } from '#kit/browser/test.ts'
import { expectFitsWidth } from '#kit/browser/width.ts'
import { PASSWORD } from '#kit/password.ts'
import { startMailServer } from '#kit/peers/mail-server.ts'
import { runAdmin } from '#kit/run-admin.ts'
import type { SiteProcess } from '#kit/site-process.ts'

/** Starts a site that sends its mails to a server, with an admin. */
async function startMailingSite() {
	const mails = await startMailServer()
	const site = await startSeededSite({
		SMTP_URL: mails.url,
		MAIL_FROM: 'no-reply@savepoint.example',
		PUBLIC_URL: 'http://savepoint.example',
	})
	const admin = await registerWithRole(site, 'admin')
	return {
		site,
		admin,
		/** Waits for a mail to an address, and returns the newest of its links to a screen, without the origin. */
		async waitForLink(address: string, screen: string): Promise<string> {
			const find = () =>
				mails.received
					.filter(({ to }) => to.includes(address))
					.flatMap(({ raw }) => {
						const text = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
						return [...text.matchAll(/^http:\/\/savepoint\.example(\/\S+)\r?$/gm)].map(([, path = '']) => path)
					})
					.filter((path) => path.startsWith(screen))
					.at(-1)
			await expect.poll(find).toBeDefined()
			return find() ?? ''
		},
		async [Symbol.asyncDispose]() {
			await site[Symbol.asyncDispose]()
			await mails[Symbol.asyncDispose]()
		},
	}
}

async function openPage(browser: Browser, site: SiteProcess, person?: Person): Promise<Page> {
	const context = await browser.newContext({ baseURL: site.url, viewport: { width: 320, height: 700 } })
	const page = await context.newPage()
	countRequests(page)
	if (person) await logInWithNewSession(page, site, person)
	return page
}

/** Checks a page on a narrow phone. */
async function check(page: Page): Promise<void> {
	await waitForIdle(page)
	await expectFitsWidth(page)
	expect(await findAxeViolations(page)).toEqual([])
}

/** Asks for an account, and returns the mailed link. */
async function ask(page: Page, world: Awaited<ReturnType<typeof startMailingSite>>, name: string, email: string) {
	await visit(page, '/login?mode=signup')
	await page.getByLabel('Username').fill(name)
	await page.getByLabel('Email').fill(email)
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	const again = page.getByLabel('Confirm password')
	if (await again.isVisible()) await again.fill(PASSWORD)
	await page.getByLabel('Why would you like to join?').fill('I have played since the nineties.')
	await page.getByRole('button', { name: 'Request an Account' }).click()
	await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeFocused()
	return world.waitForLink(email, '/confirm-request')
}

test('a request for an account waits for a moderator once the button behind its link is pressed, under another name if need be, and is refused with all of its domain', {
	tag: '@ci',
}, async ({ browser }) => {
	await using world = await startMailingSite()
	const { site, admin } = world
	await runAdmin(site, 'settings', 'registration', 'approval')
	const page = await openPage(browser, site)
	// Pages may take some seconds to have the setting
	await expect
		.poll(async () => (await page.request.get('/login?mode=signup')).text(), { timeout: 20_000 })
		.toContain('Request an Account')
	const name = newUsername('newcomer')
	const link = await ask(page, world, name, 'first@trash.example')
	await check(page)
	const late = await ask(page, world, name, 'second@trash.example')

	const office = await openPage(browser, site, admin)
	const button = page.getByRole('button', { name: 'Confirm My Address' })
	await visit(page, link)
	await expect(page).toHaveURL('/confirm-request')
	await check(page)
	// A program that opens links confirms nothing
	await visit(office, '/admin/registrations')
	await expect(office.getByText('No requests waiting.')).toBeVisible()
	await button.click()
	await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused()
	await expect(page.getByText('waiting for a moderator')).toBeVisible()
	for (const dead of [link, '/confirm-request?token=forged']) {
		await visit(page, dead)
		await button.click()
		await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeFocused()
	}

	await visit(page, late)
	await button.click()
	await expect(page.getByText('Someone else has taken your username')).toBeVisible()
	await button.click()
	await expect(page.getByLabel('Username')).toBeFocused()
	await page.getByLabel('Username').fill(`${name}_2`)
	await check(page)
	await button.click()
	await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused()

	await visit(office, '/admin/registrations')
	const rows = office.getByRole('list', { name: 'Requests' }).getByRole('listitem')
	await expect(rows).toHaveCount(2)
	await office.getByRole('button', { name: `More about the request of ${name}_2` }).click()
	await office.getByRole('button', { name: 'Refuse All 2 at trash.example' }).click()
	await expect(office.getByRole('dialog')).toContainText('All requests with an address at trash.example are refused.')
	await check(office)
	await office.route('**/api/admin/registrations/refusals', (route) => route.abort())
	await office.getByRole('button', { name: 'Refuse All', exact: true }).click()
	await expect(office.getByRole('dialog').getByRole('alert')).toHaveText('Failed to refuse. Please try again.')
	await office.unroute('**/api/admin/registrations/refusals')
	await office.getByRole('button', { name: 'Refuse All', exact: true }).click()
	await expect(office.getByRole('status').filter({ hasText: '2 requests refused.' })).toBeVisible()
	await expect(office.getByText('No requests waiting.')).toBeVisible()
	await page.context().close()
	await office.context().close()
})

test("a visitor's report waits for a moderator once the button behind its link is pressed", { tag: '@ci' }, async ({
	browser,
}) => {
	await using world = await startMailingSite()
	const { site, admin } = world
	const author = await registerPerson(site)
	const page = await openPage(browser, site)
	await visit(page, `/profile/${author.username}`)
	await page.getByRole('button', { name: `More about ${author.username}` }).click()
	await page.getByRole('button', { name: `Report ${author.username}` }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByLabel('Why is it illegal?').fill('It is against the law.')
	await dialog.getByLabel('Your email address').fill('visitor@example.org')
	await dialog.getByRole('button', { name: 'Send Report' }).click()
	await expect(dialog.getByRole('status')).toContainText('We sent a link to visitor@example.org.')
	await check(page)
	const link = await world.waitForLink('visitor@example.org', '/confirm-report')

	const office = await openPage(browser, site, admin)
	const button = page.getByRole('button', { name: 'Confirm My Address' })
	await visit(page, link)
	await expect(page).toHaveURL('/confirm-report')
	await check(page)
	// A program that opens links confirms nothing
	await visit(office, '/admin/reports')
	await expect(office.getByText('No reports waiting.')).toBeVisible()
	await page.route('**/api/reports/confirm', (route) => route.abort())
	await button.click()
	await expect(page.getByRole('alert')).toHaveText('Failed to confirm the address. Please try again.')
	await page.unroute('**/api/reports/confirm')
	await button.click()
	await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused()
	await visit(page, link)
	await button.click()
	await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeFocused()
	await visit(office, '/admin/reports')
	await expect(office.getByText('It is against the law.').first()).toBeVisible()
	await expect(office.getByText('a visitor', { exact: false }).first()).not.toContainText('not confirmed')
	await page.context().close()
	await office.context().close()
})
