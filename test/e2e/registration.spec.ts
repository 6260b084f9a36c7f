import type { Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { chunkOf } from '#kit/browser/chunks.ts'
import { logInWithNewSession, newUsername, send } from '#kit/browser/people.ts'
import { countRequests, visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, startSeededSite, test } from '#kit/browser/test.ts'
import { expectFitsWidth } from '#kit/browser/width.ts'
import { PASSWORD } from '#kit/password.ts'
import { runAdmin } from '#kit/run-admin.ts'
import type { SiteProcess } from '#kit/site-process.ts'

test.use({ baseURL: async ({ adminSite }, use) => use(adminSite.url) })

/** Changes a setting as the operator, and waits until the site's pages have it. */
async function set(site: SiteProcess, name: string, value: string): Promise<void> {
	await runAdmin(site, 'settings', name, value)
}

async function fillIn(page: Page, username: string): Promise<void> {
	await page.getByLabel('Username').fill(username)
	await page.getByLabel('Email').fill(`${username}@example.org`)
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	const again = page.getByLabel('Confirm password')
	if (await again.isVisible()) await again.fill(PASSWORD)
}

async function logIn(page: Page, username: string): Promise<void> {
	await visit(page, '/login')
	await page.getByLabel('Username or email').fill(username)
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await page.getByRole('button', { name: 'Log In', exact: true }).click()
}

/** Opens a page until it shows what the settings say, for which pages may take some seconds. */
async function visitUntil(page: Page, path: string, text: string): Promise<void> {
	await expect
		.poll(
			async () => {
				await visit(page, path)
				return (await page.content()).includes(text)
			},
			{ timeout: 20_000 },
		)
		.toBe(true)
}

test('a request for an account waits, a moderator approves it, and its person logs in', { tag: '@ci' }, async ({
	page,
	browser,
	adminSite,
}) => {
	await set(adminSite, 'registration', 'approval')
	await visitUntil(page, '/login?mode=signup', 'Request an Account')
	const name = newUsername('newcomer')
	await fillIn(page, name)
	await page.getByRole('button', { name: 'Request an Account' }).click()
	await expect(page.getByText('Please tell us in at least 10 characters')).toBeVisible()
	await page.getByLabel('Why would you like to join?').fill('I have played since the nineties.')
	await page.setViewportSize({ width: 320, height: 700 })
	await waitForIdle(page)
	await expectFitsWidth(page)
	expect(await findAxeViolations(page)).toEqual([])
	await page.getByRole('button', { name: 'Request an Account' }).click()
	await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused()
	await logIn(page, name)
	await expect(page.getByRole('alert')).toContainText('waiting for a moderator')

	const context = await browser.newContext({ baseURL: adminSite.url, viewport: { width: 320, height: 700 } })
	const office = await context.newPage()
	countRequests(office)
	await logInWithNewSession(office, adminSite, adminSite.admin)
	await visit(office, '/admin/registrations')
	const row = office.getByRole('listitem').filter({ hasText: name })
	await expect(row).toContainText('I have played since the nineties.')
	await expect(row).toContainText('at example.org')
	await waitForIdle(office)
	await expectFitsWidth(office)
	expect(await findAxeViolations(office)).toEqual([])
	await row.getByRole('checkbox').check()
	await office.getByRole('button', { name: 'Approve' }).click()
	await expect(office.getByRole('status').filter({ hasText: '1 request approved.' })).toBeVisible()
	await expect(row).toBeHidden()
	await context.close()

	await logIn(page, name)
	await expect(page).toHaveURL('/')
	await set(adminSite, 'registration', 'open')
})

test('an admin makes an invite, and who opens its link joins', { tag: '@ci' }, async ({ page, browser, adminSite }) => {
	await set(adminSite, 'registration', 'invite')
	await visitUntil(page, '/login?mode=signup', 'New accounts need an invite here')
	await expect(page.getByLabel('Username')).toBeHidden()

	const context = await browser.newContext({ baseURL: adminSite.url })
	const office = await context.newPage()
	countRequests(office)
	await logInWithNewSession(office, adminSite, adminSite.admin)
	await visit(office, '/admin/invites')
	await office.getByLabel('Uses').fill('0')
	await office.getByRole('button', { name: 'Create Invite' }).click()
	await expect(office.getByText('An invite is for 1 to 100 people')).toBeVisible()
	await office.getByLabel('Uses').fill('1')
	await office.getByRole('button', { name: 'Create Invite' }).click()
	const link = office.getByRole('list', { name: 'Invites' }).getByRole('textbox').first()
	await expect(link).toHaveValue(/\/join\//)
	await waitForIdle(office)
	expect(await findAxeViolations(office)).toEqual([])
	const path = new URL(await link.inputValue()).pathname

	await visit(page, path)
	await expect(page.getByText(`${adminSite.admin.username} has invited you.`)).toBeVisible()
	await fillIn(page, newUsername('invited'))
	await page.setViewportSize({ width: 320, height: 700 })
	await waitForIdle(page)
	await expectFitsWidth(page)
	expect(await findAxeViolations(page)).toEqual([])
	await page.getByRole('button', { name: 'Sign Up' }).click()
	await expect(page).toHaveURL('/welcome')

	const revoke = office.getByRole('button', { name: `Revoke the invite ${path.split('/').at(-1)}` })
	await expect(async () => {
		await visit(office, '/admin/invites')
		await expect(office.getByRole('listitem').filter({ has: revoke })).toContainText('1 of 1 used', { timeout: 5_000 })
	}).toPass()
	await revoke.click()
	await expect(office.getByRole('status').filter({ hasText: 'Invite revoked.' })).toBeVisible()
	await context.close()
	await set(adminSite, 'registration', 'open')
})

test('an admin names the site, writes its rules and picks a color, and newcomers accept the rules', {
	tag: '@ci',
}, async ({ page, browser, adminSite }) => {
	const context = await browser.newContext({ baseURL: adminSite.url })
	const office = await context.newPage()
	countRequests(office)
	await logInWithNewSession(office, adminSite, adminSite.admin)
	await visit(office, '/admin/settings')
	await office.getByLabel('Name', { exact: true }).fill('Checkpoint')
	await office.getByLabel('Rules').fill('# Rules\n\n## Be kind\n\n- To *everyone*\n- <b>Always</b>')
	await office.getByLabel('Custom accent color').check()
	await office.getByLabel('Accent color', { exact: true }).fill('#3355ff')
	await office.getByRole('button', { name: 'Save' }).click()
	await expect(office.getByText('Saved. Live within seconds.')).toBeVisible()
	for (const width of [1280, 320]) {
		await office.setViewportSize({ width, height: 800 })
		await waitForIdle(office)
		await expectFitsWidth(office)
		expect(await findAxeViolations(office)).toEqual([])
	}
	// Someone else saves meanwhile
	await set(adminSite, 'description', 'Reviews by friends.')
	await office.getByLabel('Name', { exact: true }).fill('Checkpoint Two')
	await office.getByRole('button', { name: 'Save' }).click()
	await expect(office.getByRole('alert')).toContainText('Someone else has changed the settings')
	await context.close()

	await visitUntil(page, '/rules', 'Be kind')
	await expect(page).toHaveTitle('Rules · Checkpoint')
	await expect(page.getByRole('heading', { name: 'Rules' })).toHaveCount(1)
	await expect(page.getByRole('banner')).toContainText('Checkpoint')
	await expect(page.getByRole('listitem').filter({ hasText: '<b>Always</b>' })).toBeVisible()
	expect(await findAxeViolations(page)).toEqual([])
	await visitUntil(page, '/login?mode=signup', 'I accept the')
	const button = page.getByRole('button', { name: 'Sign Up' })
	await expect(button).toHaveCSS('background-color', 'rgb(51, 85, 255)')
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme })
		expect(await findAxeViolations(page)).toEqual([])
	}
	await fillIn(page, newUsername('polite'))
	await button.click()
	await expect(page.getByText('Please accept the rules of this site')).toBeVisible()
	await page.getByRole('checkbox', { name: 'I accept the rules' }).check()
	await button.click()
	await expect(page).toHaveURL('/welcome')
	for (const [name, value] of [
		['rules', ''],
		['accent', ''],
		['name', 'Savepoint'],
	] as const)
		await set(adminSite, name, value)
})

test('an admin blocks a domain and allows it again', { tag: '@ci' }, async ({ page, adminSite }) => {
	await logInWithNewSession(page, adminSite, adminSite.admin)
	await visit(page, '/admin/domains')
	await page.getByLabel('Domains', { exact: true }).fill('not a domain!')
	await page.getByRole('button', { name: 'Block', exact: true }).click()
	await expect(page.getByText('Please enter domains such as mail.example')).toBeVisible()
	await page.getByLabel('Domains', { exact: true }).fill('trash.example\nother.example')
	await page.getByRole('button', { name: 'Block', exact: true }).click()
	await expect(page.getByText('2 domains are blocked.')).toBeVisible()
	expect(await findAxeViolations(page)).toEqual([])
	const body = { username: newUsername('spam'), email: 'a@mail.trash.example', password: PASSWORD }
	await expect(send(adminSite, 'POST', '/auth/register', body)).rejects.toThrow('cannot be used here')
	for (const domain of ['trash.example', 'other.example'])
		await page.getByRole('button', { name: `Allow ${domain}` }).click()
	await expect(page.getByText('other.example is allowed again.')).toBeVisible()
})

test('a proof of work is made while the form is filled in, and in under 3 s on a slow phone', { tag: '@ci' }, async ({
	browser,
}) => {
	await using site = await startSeededSite({ PROOF_OF_WORK: 'always' })
	const context = await browser.newContext({ baseURL: site.url })
	const page = await context.newPage()
	const client = await context.newCDPSession(page)
	await visit(page, '/login?mode=signup')
	await client.send('Emulation.setCPUThrottlingRate', { rate: 6 })
	const challenge = page.waitForResponse('**/api/auth/proof')
	const name = newUsername('proven')
	await page.getByLabel('Username').fill(name)
	await challenge
	await fillIn(page, name)
	await page.getByRole('button', { name: 'Sign Up' }).press('Enter')
	await expect(page).toHaveURL('/welcome')

	// The longest that it can take: every number up to the largest
	const worstMs = await page.evaluate(async (solver) => {
		const { solveWork } = (await import(solver)) as { solveWork: () => Promise<string> }
		const fetchReal = window.fetch
		window.fetch = async () =>
			Response.json({
				algorithm: 'SHA-256',
				challenge: '0'.repeat(64),
				maxnumber: 100_000,
				salt: 'abcdefghijkl?expires=1234567890&',
				signature: '',
			})
		// The best of three: other programs on this machine can only slow it down
		let bestMs = Number.POSITIVE_INFINITY
		for (let run = 0; run < 3; run++) {
			const startedMs = performance.now()
			await solveWork().catch(() => {})
			bestMs = Math.min(bestMs, performance.now() - startedMs)
		}
		window.fetch = fetchReal
		return bestMs
	}, chunkOf('src/web/features/registration/solve-work.ts'))
	console.log(`The longest proof of work takes ${Math.round(worstMs)} ms on a slow phone.`)
	expect(worstMs).toBeGreaterThan(0)
	expect(worstMs).toBeLessThan(3_000)
	await context.close()
})

test('without a proof ahead, the form makes one once the server asks for it', { tag: '@ci' }, async ({ browser }) => {
	await using site = await startSeededSite({ PROOF_OF_WORK: 'abuse', TRUSTED_PROXIES: '0', RATE_LIMIT_FACTOR: '1' })
	for (let n = 0; n < 5; n++) {
		const username = newUsername('many')
		await send(site, 'POST', '/auth/register', { username, email: `${username}@example.org`, password: PASSWORD })
	}
	const context = await browser.newContext({ baseURL: site.url })
	const page = await context.newPage()
	await visit(page, '/login?mode=signup')
	await fillIn(page, newUsername('sixth'))
	await page.getByRole('button', { name: 'Sign Up' }).click()
	await expect(page).toHaveURL('/welcome')
	await context.close()
})
