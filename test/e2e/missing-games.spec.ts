// A game that the catalog lacks: from a source in two presses, or from a person through the moderators.

import type { Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { EXPECTED_NOISE, failCalls } from '#kit/browser/call-failures.ts'
import { registerWithRole } from '#kit/browser/moderators.ts'
import { logIn, newUsername, registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

test.use({ expectedNoise: EXPECTED_NOISE })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add a game' })
const LOOKUP = '**/api/games/lookup?*'

const candidate = { source: 'igdb', sourceId: '7', name: 'Qwyzzle', releaseDate: '2003', platforms: ['Amiga'] }
const FOUND = {
	json: {
		source: 'igdb',
		candidates: [
			{ ...candidate, developers: ['Kestrel Soft'], gameId: null },
			{ ...candidate, sourceId: '8', name: 'Qwyzzle <b>Two</b>', developers: [], gameId: null },
		],
	},
}
const NONE = { json: { source: 'wikidata', candidates: [] } }

/** One word, because a search with a slip in one of several would find it. */
const newGameName = () => newUsername('qwyzzle').replace('_', '')

/** Answers the addition with a game that the site has. */
async function addInstead(page: Page, id: number) {
	const { data } = await (await page.request.get(new URL(`/api/games/${id}`, page.url()).href)).json()
	const { ratingCounts, myReviewId, scores, myEntry, ...game } = data
	await page.route('**/api/games', (route) => route.fulfill({ status: 201, json: game }))
	return game as { id: number; name: string }
}

test('a game without results is added in two presses, from the results and in a list', { tag: '@phone' }, async ({
	page,
	site,
}) => {
	await registerAndLogIn(page, site)
	await failCalls(page, LOOKUP, FOUND)
	await visit(page, '/search?query=qwyzzle')
	const game = await addInstead(page, 3)
	await page.getByRole('button', { name: 'Not here? Add it' }).click()
	await expect(dialog(page).getByRole('button', { name: /Qwyzzle <b>Two/ })).toBeVisible()
	expect(await findAxeViolations(page)).toEqual([])
	await dialog(page)
		.getByRole('button', { name: /Kestrel Soft · Amiga/ })
		.click()
	await expect(page).toHaveURL(/\/games\/3$/)

	await visit(page, '/list')
	const search = page.getByRole('combobox', { name: 'Search for a game to add' })
	await search.fill('qwyzzle')
	await expect(page.getByRole('option', { name: 'Not here? Add it' })).toBeVisible()
	await search.press('ArrowDown')
	await search.press('Enter')
	await dialog(page)
		.getByRole('button', { name: /Kestrel Soft/ })
		.click()
	await expect(page.getByRole('heading', { name: 'Games in this List (1)' })).toBeVisible()
	await expect(page.getByText(game.name).first()).toBeVisible()
})

test('a visitor who misses a game is led to the login', async ({ page }) => {
	await visit(page, '/search?query=qwyzzle')
	await page.getByRole('button', { name: 'Not here? Add it' }).click()
	await expect(page).toHaveURL(/\/login\?redirect=%2Fsearch%3Fquery%3Dqwyzzle/)
})

test('a game that no source knows is suggested, and a moderator adds it by keyboard', async ({ page, site }) => {
	const [member, moderator] = await Promise.all([registerPerson(site), registerWithRole(site, 'moderator')])
	const name = newGameName()
	await logIn(page, site, member)
	await failCalls(page, LOOKUP, NONE)
	await visit(page, `/search?query=${name}`)
	await page.getByRole('button', { name: 'Not here? Add it' }).click()
	await expect(dialog(page)).toContainText('Wikidata has no such game. Tell the moderators about it.')
	await dialog(page).getByLabel('Year').fill('long ago')
	await dialog(page).getByRole('button', { name: 'Suggest Game' }).click()
	await expect(dialog(page)).toContainText('Please enter a year such as 1998')
	await dialog(page).getByLabel('Year').fill('1999')
	await dialog(page).getByLabel('Platforms').fill('Amiga, Atari ST')
	await dialog(page).getByRole('button', { name: 'Suggest Game' }).click()
	await expect(dialog(page)).toContainText('Thanks. A moderator will look at it')
	await dialog(page).getByRole('button', { name: 'Done' }).click()

	await logIn(page, site, moderator)
	await visit(page, '/admin/suggestions')
	const card = page.getByRole('article', { name: `Suggestion: ${name}` })
	await expect(card).toContainText('1999 · Amiga, Atari ST')
	await card.focus()
	await page.keyboard.press('a')
	await expect(page.getByRole('dialog', { name: 'Add the game' }).getByLabel('Name')).toHaveValue(name)
	expect(await findAxeViolations(page)).toEqual([])
	await page.getByRole('button', { name: 'Add Game' }).press('Enter')
	await expect(card).toHaveCount(0)

	await logIn(page, site, member)
	await visit(page, `/search?query=${name}`)
	await expect(page.getByRole('link', { name }).first()).toBeVisible()
	await page.getByRole('button', { name: /^Notifications/ }).click()
	await expect(page.getByText(/which you suggested, is in the catalog now/).first()).toBeVisible()
})

test('what fails on the way to a missing game is said, and can be tried again', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const moderator = await registerWithRole(site, 'moderator')
	const name = newGameName()
	await logIn(page, site, moderator)
	const recover = await failCalls(page, LOOKUP, 'wordless')
	await visit(page, `/search?query=${name}`)
	await page.getByRole('button', { name: 'Not here? Add it' }).click()
	await expect(dialog(page)).toContainText('The game database didn’t answer. Please try again in a minute.')
	await recover()
	await failCalls(page, LOOKUP, FOUND)
	await dialog(page).getByRole('button', { name: 'Try Again' }).click()
	await failCalls(page, '**/api/games', 'lost')
	await dialog(page)
		.getByRole('button', { name: /Kestrel Soft/ })
		.click()
	await expect(dialog(page)).toContainText('Failed to add the game. Please try again.')
	await dialog(page).getByRole('button', { name: 'Suggest It' }).click()
	const restore = await failCalls(page, '**/api/game-suggestions', 'lost')
	await dialog(page).getByRole('button', { name: 'Suggest Game' }).click()
	await expect(dialog(page)).toContainText('Failed to send your suggestion. Please try again.')
	await restore()
	await dialog(page).getByRole('button', { name: 'Suggest Game' }).click()
	await dialog(page).getByRole('button', { name: 'Done' }).click()

	const reload = await failCalls(page, '**/api/moderation/game-suggestions?*', 'wordless')
	await visit(page, '/admin/suggestions')
	await expect(page.getByRole('alert')).toContainText('Failed to load the suggestions')
	await reload()
	await page.getByRole('button', { name: 'Try Again' }).click()
	const card = page.getByRole('article', { name: `Suggestion: ${name}` })
	await failCalls(page, '**/api/moderation/game-suggestions/*', 'lost')
	await card.getByRole('button', { name: 'Refuse' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click()
	await expect(page.getByRole('dialog')).toContainText('Failed to decide the suggestion')
})
