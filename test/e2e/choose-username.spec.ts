import { findAxeViolations } from '#kit/browser/axe.ts'
import { takeGame } from '#kit/browser/built-in-games.ts'
import { simulateMissingUsername } from '#kit/browser/missing-username.ts'
import { newUsername, registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { stallRequests } from '#kit/browser/stalled-requests.ts'
import { expect, test } from '#kit/browser/test.ts'

test('an account without a username is asked for one on every screen, and is sent home once it has one', {
	tag: '@ci',
}, async ({ page, site }) => {
	const wanted = newUsername('chosen')
	const taken = await registerPerson(site, newUsername('taken'))
	const member = await registerAndLogIn(page, site)
	let chosen: string | null = null
	await simulateMissingUsername(page, () => chosen)
	await page.route('**/api/auth/set-username', async (route) => {
		chosen = (route.request().postDataJSON() as { username: string }).username
		const user = { ...(JSON.parse(member.account) as object), username: chosen, needsUsernameSelection: false }
		await route.fulfill({ json: { success: true, user, tokens: member.tokens } })
	})
	await page.goto('/games')
	await expect(page).toHaveURL('/select-username')
	const name = page.getByLabel('Username')
	const send = page.getByRole('button', { name: 'Continue' })
	for (const [typed, sentence] of [
		['ab', 'Username must be at least 3 characters long'],
		['a'.repeat(31), 'Username must be 30 characters or less'],
		['not a name', 'Username can only contain letters, numbers, and underscores'],
		[taken.username.toUpperCase(), 'This username is already taken'],
		['settings', 'This username is reserved'],
	] as const) {
		await name.fill(typed)
		await expect(page.getByText(sentence)).toBeVisible()
		await expect(send).toBeDisabled()
	}
	const release = await stallRequests(page, '**/api/auth/check-username?*')
	await name.fill(wanted)
	await expect(page.getByText('This username is reserved')).toBeHidden()
	await expect(send).toBeDisabled()
	release()
	await expect(page.getByText('This username is available')).toBeVisible()
	await expect(send).toBeEnabled()
	expect(await findAxeViolations(page)).toEqual([])
	await name.press('Enter')
	await expect(page).toHaveURL('/')
	// A menu that opens before the new page stands is closed by it
	await expect(name).toBeHidden()
	await page.getByRole('button', { name: 'Profile menu' }).click()
	await expect(page.getByText(`Logged in as ${wanted}`)).toBeVisible()
})

test('select-username redirects members with a username home and visitors to the login', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	await page.goto('/select-username')
	await expect(page).toHaveURL('/login?redirect=%2Fselect-username')
	await registerAndLogIn(page, site)
	await page.goto('/select-username')
	await expect(page).toHaveURL('/')
})

test('a write that is refused because of a missing username redirects to choosing one', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const author = await registerPerson(site)
	const review = await author.review(takeGame())
	await registerAndLogIn(page, site)
	await visit(page, `/reviews/${review}`)
	// From here on the account is one that needs a name, which the page does not know yet
	await simulateMissingUsername(page)
	await page.route('**/api/reviews/*/like', (route) =>
		route.fulfill({
			status: 403,
			json: { success: false, error: 'Please choose your username first', code: 'username_needed' },
		}),
	)
	await page.getByRole('main').getByRole('button', { name: 'Like this review' }).click()
	await expect(page).toHaveURL('/select-username')
	await expect(page.getByLabel('Username')).toBeVisible()
})
