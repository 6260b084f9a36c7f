import type { Browser, Page, Route } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { celeste, takeGame } from '#kit/browser/built-in-games.ts'
import { goOffline, goOnline } from '#kit/browser/offline.ts'
import { type Person, registerAndLogIn, sessionState } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { PASSWORD } from '#kit/password.ts'

const SAVED = /^Saved · \d\d:\d\d$/
const IPHONE =
	'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Your review' })
const choiceOf = (page: Page) => page.getByRole('region', { name: /^We found a newer draft from/ })

interface Draft {
	description: string
	version: number
}

async function readDraft(person: Person, game: number): Promise<Draft | null> {
	return (await person.send<{ draft: Draft | null }>('GET', `/reviews/drafts/${game}`)).draft
}

/** Opens a second browser on which the same person has logged in, on a phone. */
async function openPhone(browser: Browser, baseURL: string, { username }: Person): Promise<Page> {
	const answer = await fetch(`${baseURL}/api/auth/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'user-agent': IPHONE },
		body: JSON.stringify({ identifier: username, password: PASSWORD }),
	})
	const { user, tokens } = await answer.json()
	const storageState = sessionState(baseURL, { tokens, account: JSON.stringify(user) })
	return (await browser.newContext({ baseURL, storageState, viewport: { width: 390, height: 844 } })).newPage()
}

test('a draft follows from the phone to the desk', { tag: '@ci' }, async ({ page, browser, baseURL, site }) => {
	const writer = await registerAndLogIn(page, site)
	const phone = await openPhone(browser, baseURL ?? '', writer)
	await visit(phone, `/games/${celeste}/review`)
	await textOf(phone).fill('Begun on the train')
	await expect(phone.getByText('Not saved yet')).toBeVisible()
	await expect(phone.getByText(SAVED)).toBeVisible()

	await visit(page, '/')
	await expect(page.getByText('Your draft on Celeste, 4 words')).toBeVisible()
	await page.getByRole('complementary').getByRole('link', { name: 'Celeste' }).click()
	await expect(textOf(page)).toHaveValue('Begun on the train')
	await expect(page.getByText('We kept your draft.')).toBeVisible()
	await textOf(page).fill('Begun on the train, ended at home.')
	await page.getByRole('slider', { name: 'Your rating' }).press('End')
	await page.getByLabel('Platform').selectOption('Nintendo Switch')
	await page.getByRole('button', { name: 'Submit Review' }).dblclick()
	await expect(page.getByText('Review submitted successfully!')).toBeVisible()
	expect(await readDraft(writer, celeste)).toBeNull()

	// What the phone still shows is not saved again, and goes when its form opens again
	await phone.reload()
	await expect(phone).toHaveURL(/\?edit=/)
	await expect(textOf(phone)).toHaveValue('Begun on the train, ended at home.')
	await expect(phone.getByText('We kept your draft.')).toHaveCount(0)
	expect(await readDraft(writer, celeste)).toBeNull()
})

test('a newer draft from the phone is offered beside what was typed at the desk', { tag: '@ci' }, async ({
	page,
	browser,
	baseURL,
	site,
}) => {
	const writer = await registerAndLogIn(page, site)
	const game = takeGame()
	await visit(page, `/games/${game}/review`)
	await textOf(page).fill('At the desk')
	await expect(page.getByText(SAVED)).toBeVisible()
	const phone = await openPhone(browser, baseURL ?? '', writer)
	await visit(phone, `/games/${game}/review`)
	await textOf(phone).fill('At the desk, then on the phone')
	await expect.poll(async () => (await readDraft(writer, game))?.description).toBe('At the desk, then on the phone')

	await textOf(page).fill('At the desk, still')
	const choice = choiceOf(page)
	await expect(choice).toBeVisible()
	await expect(
		choice.getByRole('heading', { name: /^We found a newer draft from your phone, \d\d:\d\d\.$/ }),
	).toBeVisible()
	await expect(page.getByText('Saved on this device only')).toBeVisible()
	await expect(choice.getByRole('textbox', { name: 'Text from your phone' })).toHaveValue(
		'At the desk, then on the phone',
	)
	// What is typed meanwhile is kept
	await textOf(page).fill('At the desk, still and still')
	await expect(choice.getByRole('textbox', { name: 'Text here' })).toHaveValue('At the desk, still and still')
	expect(await findAxeViolations(page)).toEqual([])
	expect((await readDraft(writer, game))?.description).toBe('At the desk, then on the phone')

	// The choice outlasts a reload
	await page.reload()
	await expect(textOf(page)).toHaveValue('At the desk, still and still')
	await choice.getByRole('button', { name: 'Keep This' }).click()
	await expect(choice).toHaveCount(0)
	await expect(textOf(page)).toBeFocused()
	await expect(page.getByText(SAVED)).toBeVisible()
	expect((await readDraft(writer, game))?.description).toBe('At the desk, still and still')

	await textOf(phone).fill('On the phone again')
	await expect(choiceOf(phone)).toBeVisible()
	await choiceOf(phone).getByRole('button', { name: 'Use It' }).click()
	await expect(textOf(phone)).toHaveValue('At the desk, still and still')
	await expect(choiceOf(phone)).toHaveCount(0)
	await expect(phone.getByText(SAVED)).toBeVisible()
})

test('a draft is saved a second after the last key, and not before', { tag: '@ci' }, async ({ page, site }) => {
	const writer = await registerAndLogIn(page, site)
	const game = takeGame()
	await visit(page, `/games/${game}/review`)
	await page.clock.install()
	await textOf(page).fill('One')
	await expect(page.getByText('Not saved yet')).toBeVisible()
	await page.clock.pauseAt(Date.now() + 60_000)
	await expect(page.getByText(SAVED)).toBeVisible()
	await textOf(page).fill('One two')
	await page.clock.runFor(900)
	await textOf(page).fill('One two three')
	await page.clock.runFor(900)
	expect((await readDraft(writer, game))?.description).toBe('One')
	await expect(page.getByText('Not saved yet')).toBeVisible()
	await page.clock.runFor(200)
	await expect(page.getByText(SAVED)).toBeVisible()
	expect((await readDraft(writer, game))?.description).toBe('One two three')
})

test.describe(() => {
	test.use({ expectedNoise: /ERR_INTERNET_DISCONNECTED/ })

	test('a draft waits on the device while the network is away, and is sent when it is back', { tag: '@ci' }, async ({
		page,
		site,
	}) => {
		const writer = await registerAndLogIn(page, site)
		const game = takeGame()
		await visit(page, `/games/${game}/review`)
		await textOf(page).fill('Before the tunnel')
		await expect(page.getByText(SAVED)).toBeVisible()
		await goOffline(page)
		await textOf(page).fill('Before the tunnel, and in it')
		await expect(page.getByText('Saved on this device only')).toBeVisible()
		expect((await readDraft(writer, game))?.description).toBe('Before the tunnel')
		await goOnline(page)
		await expect(page.getByText(SAVED)).toBeVisible()
		expect((await readDraft(writer, game))?.description).toBe('Before the tunnel, and in it')
	})
})

test('leaving, reloading or losing the response of a save loses nothing and asks nothing', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const writer = await registerAndLogIn(page, site)
	const game = takeGame()
	await visit(page, `/games/${game}/review`)
	await textOf(page).fill('Left at once')
	await page.getByRole('link', { name: 'Savepoint' }).first().click()
	await expect.poll(async () => (await readDraft(writer, game))?.description).toBe('Left at once')
	await page.goBack()
	await expect(textOf(page)).toHaveValue('Left at once')
	await textOf(page).fill('Reloaded at once')
	await page.reload()
	await expect(textOf(page)).toHaveValue('Reloaded at once')
	await expect(page.getByText(SAVED)).toBeVisible()
	await expect.poll(async () => (await readDraft(writer, game))?.description).toBe('Reloaded at once')
	// The save arrives, its response does not
	const loseResponse = async (route: Route) => {
		await route.fetch()
		await route.abort()
	}
	await page.route('**/api/reviews/drafts/*', loseResponse, { times: 1 })
	await textOf(page).fill('Sent once')
	await expect(page.getByText('Saved on this device only')).toBeVisible()
	await textOf(page).fill('Sent twice')
	await expect(page.getByText(SAVED)).toBeVisible()
	await expect(choiceOf(page)).toHaveCount(0)
	expect((await readDraft(writer, game))?.description).toBe('Sent twice')
})

test('an expired session keeps the draft for the next login', { tag: '@ci' }, async ({ page, site }) => {
	const writer = await registerAndLogIn(page, site)
	const game = takeGame()
	await visit(page, `/games/${game}/review`)
	await textOf(page).fill('Saved before')
	await expect(page.getByText(SAVED)).toBeVisible()
	await page.evaluate(() => {
		localStorage.setItem('accessToken', 'expired')
		localStorage.setItem('refreshToken', 'no-token-at-all')
	})
	await textOf(page).fill('Typed after the session ended')
	await expect(page).toHaveURL(/\/login/)
	await page.getByLabel('Username or email').fill(writer.username)
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await page.getByRole('button', { name: 'Log In' }).click()
	await expect(textOf(page)).toHaveValue('Typed after the session ended')
	await expect(page.getByText(SAVED)).toBeVisible()
	await expect(choiceOf(page)).toHaveCount(0)
})

test('a second tab sees what the first one wrote, and chooses', { tag: '@ci' }, async ({ page, context, site }) => {
	const writer = await registerAndLogIn(page, site)
	const game = takeGame()
	const other = await context.newPage()
	await visit(page, `/games/${game}/review`)
	await visit(other, `/games/${game}/review`)
	await expect(textOf(other)).toBeVisible()
	await textOf(page).fill('In the first tab')
	await expect(page.getByText(SAVED)).toBeVisible()
	await textOf(other).fill('In the second tab')
	const choice = other.getByRole('region', { name: /^We found a newer draft from/ })
	await expect(choice.getByRole('button', { name: 'Use It' })).toBeVisible()
	expect((await readDraft(writer, game))?.description).toBe('In the first tab')
	await choice.getByRole('button', { name: 'Use It' }).click()
	await expect(textOf(other)).toHaveValue('In the first tab')
})

test('a discarded draft is gone everywhere, and so is one typed back to the published review', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const writer = await registerAndLogIn(page, site)
	const game = takeGame()
	const id = await writer.review(game, { description: 'Published as it stands.' })
	await visit(page, `/games/${game}/review?edit=${id}`)
	await textOf(page).fill('Published as it stood.')
	await expect(page.getByText(SAVED)).toBeVisible()
	expect((await readDraft(writer, game))?.description).toBe('Published as it stood.')
	await textOf(page).fill('Published as it stands.')
	await expect.poll(() => readDraft(writer, game)).toBeNull()
	await textOf(page).fill('Published as it was.')
	await expect(page.getByText(SAVED)).toBeVisible()
	await page.reload()
	await page.getByRole('button', { name: 'Discard Draft' }).click()
	await expect(textOf(page)).toHaveValue('Published as it stands.')
	await expect.poll(() => readDraft(writer, game)).toBeNull()
	await textOf(page).fill('Published, then deleted.')
	await expect(page.getByText(SAVED)).toBeVisible()
	await page.getByRole('button', { name: 'Delete Review' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
	await expect(page.getByText('Review deleted successfully!')).toBeVisible()
	await expect.poll(() => readDraft(writer, game)).toBeNull()
})
