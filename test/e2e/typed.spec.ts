import type { Page } from '@playwright/test'
import { celeste } from '#kit/browser/built-in-games.ts'
import { EXPECTED_NOISE, failCalls } from '#kit/browser/call-failures.ts'
import { simulateMissingUsername } from '#kit/browser/missing-username.ts'
import { goOffline, goOnline } from '#kit/browser/offline.ts'
import { newUsername, type Person, registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { PASSWORD } from '#kit/password.ts'

test.use({ expectedNoise: EXPECTED_NOISE })

/** A form, what is typed into it, and what it says and does. */
interface Form {
	path: string
	fields: Readonly<Record<string, string>>
	/** What is chosen besides. */
	choose?: (page: Page) => Promise<unknown>
	/** The button that sends it. */
	send: string
	/** The sentences of an answer that does not come, and of an error without a word. */
	offline: string
	wordless?: string
	/** What is to be seen once it has arrived: the heading, status, alert or button of this name. */
	arrived: string
}

const AUTH_FAILED = 'Authentication failed. Please try again.'
const PASSWORD_FAILED = 'Failed to change the password. Please try again.'

const forVisitors = ({ username }: Person): Form[] => [
	{
		path: '/forgot-password',
		fields: { Email: 'nobody@example.org' },
		send: 'Send the Link',
		offline: 'Failed to send the mail. Please try again.',
		arrived: 'Check your mail',
	},
	{
		path: '/reset-password?token=spent',
		fields: { 'New password': PASSWORD, 'Confirm password': PASSWORD },
		send: 'Save Password',
		offline: PASSWORD_FAILED,
		arrived: 'This link no longer works',
	},
	{
		path: '/login',
		fields: { 'Username or email': username, Password: PASSWORD },
		send: 'Log In',
		offline: AUTH_FAILED,
		arrived: 'Profile menu',
	},
	{
		path: '/login?mode=signup',
		fields: {
			Username: `${username}_too`,
			Email: `${username}_too@example.org`,
			Password: PASSWORD,
			'Confirm password': PASSWORD,
		},
		send: 'Sign Up',
		offline: AUTH_FAILED,
		arrived: 'Profile menu',
	},
]

const forMembers = (review: string, list: string): Form[] => [
	{
		path: `/games/${celeste}/review`,
		fields: { 'Your review': 'Written on a train,\nin a tunnel.', 'Hours played optional': '12' },
		choose: async (page) => {
			await page.getByRole('slider', { name: 'Your rating' }).press('End')
			await page.getByLabel('Platform').selectOption('Nintendo Switch')
		},
		send: 'Submit Review',
		offline: 'Failed to create review',
		arrived: 'Review submitted successfully!',
	},
	{
		path: `/reviews/${review}`,
		fields: { 'Write a comment': 'Said in the same tunnel.' },
		send: 'Post Comment',
		offline: 'An error occurred while submitting your comment',
		wordless: 'Failed to submit comment',
		arrived: 'Comment posted',
	},
	{
		path: '/list',
		fields: { Title: 'For the way', 'Description optional': 'With no network.' },
		choose: async (page) => {
			await page.getByRole('combobox', { name: 'Search for a game to add' }).fill('celeste')
			await page.getByRole('option', { name: 'Celeste' }).first().click()
		},
		send: 'Create List',
		offline: 'An error occurred while creating the list',
		arrived: 'For the way',
	},
	{
		path: `/list/edit/${list}`,
		fields: { Title: 'Another title', 'Description optional': 'Another description.' },
		send: 'Update List',
		offline: 'An error occurred while updating the list',
		arrived: 'Another title',
	},
	{
		path: '/settings',
		fields: { 'Name optional': 'Wren', 'Bio optional': 'Plays on trains.' },
		send: 'Save Changes',
		offline: 'Failed to update settings. Please try again.',
		arrived: 'Settings updated successfully!',
	},
]

/** Fills each form and sends it without a network, then to a server that fails, and then as it should be. */
async function fillAndSend(page: Page, { path, fields, choose, send, arrived, ...says }: Form): Promise<void> {
	const main = page.getByRole('main')
	const keeps = async (when: string) => {
		for (const [label, value] of Object.entries(fields))
			await expect(main.getByLabel(label, { exact: true }), `${label}, ${when}`).toHaveValue(value)
		const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
		await expect.poll(stored, 'what the browser stores').not.toContain(PASSWORD)
	}
	const button = main.getByRole('button', { name: send, exact: true })
	await visit(page, path)
	for (const [label, value] of Object.entries(fields)) await main.getByLabel(label, { exact: true }).fill(value)
	await choose?.(page)

	await goOffline(page)
	await button.click()
	await expect(main.getByRole('alert').getByText(says.offline, { exact: true })).toBeVisible()
	await keeps('offline')
	await goOnline(page)

	const mend = await failCalls(page, '**/api/**', 'wordless')
	await button.click()
	await expect(main.getByRole('alert').getByText(says.wordless ?? says.offline, { exact: true })).toBeVisible()
	await expect(button).toBeEnabled()
	await keeps('after a failure')
	await mend()

	await button.click()
	const sentence = page.getByText(arrived, { exact: true })
	const there = page.getByRole('heading', { name: arrived }).or(page.getByRole('button', { name: arrived }))
	await expect(there.or(sentence).first()).toBeVisible()
}

test('a visitor loses no input, and the next try succeeds', { tag: '@ci' }, async ({ page, site }) => {
	for (const form of forVisitors(await registerPerson(site)))
		await test.step(form.path, async () => {
			await fillAndSend(page, form)
			await page.evaluate(() => localStorage.clear())
		})
})

test('a member loses no input, and the next try succeeds', { tag: '@ci' }, async ({ page, site }) => {
	const member = await registerAndLogIn(page, site)
	const writer = await registerPerson(site)
	const list = await member.createList({ title: 'Of one', games: [{ gameId: 3 }] })
	for (const form of forMembers(await writer.review(3), list)) await test.step(form.path, () => fillAndSend(page, form))
})

test('a username chosen while offline is kept, and the next try succeeds', { tag: '@ci' }, async ({ page, site }) => {
	await registerAndLogIn(page, site)
	await simulateMissingUsername(page)
	await fillAndSend(page, {
		path: '/select-username',
		fields: { Username: newUsername('tunnel') },
		choose: (it) => it.getByText('This username is available').waitFor(),
		send: 'Continue',
		offline: 'Failed to set username. Please try again.',
		// The server knows better than these answers whether the account has a name
		arrived: 'This account already has a username',
	})
})

test('an offline search keeps its text, on its page and in the header, and succeeds when the network is back', {
	tag: '@ci',
}, async ({ page }) => {
	await visit(page, '/search')
	await goOffline(page)
	const field = page.getByRole('searchbox', { name: 'Search games and users' })
	await field.fill('zelda')
	await expect(page.getByText('An error occurred while searching for games')).toBeVisible()
	await expect(field).toHaveValue('zelda')
	await goOnline(page)
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expect(page.getByRole('main').getByRole('link', { name: 'The Legend of Zelda', exact: true })).toBeVisible()

	await visit(page, '/about')
	await goOffline(page)
	const box = page.getByRole('combobox', { name: 'Search games and users' })
	await box.fill('zelda')
	await expect(page.getByRole('status').getByText('An error occurred while searching for games/users')).toBeVisible()
	await expect(box).toHaveValue('zelda')
	await goOnline(page)
	await expect(page.getByRole('option', { name: /Legend of Zelda/ }).first()).toBeVisible()
	await goOffline(page)
	await box.press('Enter')
	await expect(page).toHaveURL('/search?query=zelda')
	await goOnline(page)
	await expect(page.getByRole('main').getByRole('link', { name: 'The Legend of Zelda', exact: true })).toBeVisible()
})
