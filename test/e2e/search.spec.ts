// The search from the first key to the page, by keyboard and pointer, without scripts and with a slow line.

import type { Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { EXPECTED_NOISE, failCalls } from '#kit/browser/call-failures.ts'
import { chunkOf } from '#kit/browser/chunks.ts'
import { newUsername, registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { stallRequests } from '#kit/browser/stalled-requests.ts'
import { expect, test } from '#kit/browser/test.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search games and users' })

test('a game is found and opened using only the keyboard', async ({ page }) => {
	await visit(page, '/about')
	await page.keyboard.press('/')
	await expect(field(page)).toBeFocused()
	await page.keyboard.type('z')
	await expect(page.getByText('Type at least 2 characters to search for games').first()).toBeVisible()
	await page.keyboard.type('elda')
	await expect(page.getByRole('group', { name: 'Games' }).getByRole('option').first()).toContainText('Zelda')
	await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
	expect(await findAxeViolations(page)).toEqual([])
	await page.keyboard.press('ArrowDown')
	await page.keyboard.press('ArrowDown')
	const second = page.getByRole('option').nth(1)
	await expect(second).toHaveAttribute('aria-selected', 'true')
	await expect
		.poll(() => second.evaluate(({ id }) => id === document.activeElement?.getAttribute('aria-activedescendant')))
		.toBe(true)
	const [name = ''] = (await second.innerText()).split('\n')
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(/\/games\/\d+$/)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
	await expect(page.getByRole('option')).toHaveCount(0)
})

test('a search for a genre, a platform or a studio leads to its games', { tag: '@ci' }, async ({ page }) => {
	await visit(page, '/about')
	await field(page).click()
	await page.keyboard.type('horror')
	const first = page.getByRole('option').first()
	await expect(first).toHaveText(/^HorrorGenre · \d+ games$/)
	await page.keyboard.press('ArrowDown')
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL('/games?genre=Horror')
	for (const [query, name, path] of [
		['ps4', /^PlayStation 4 Platform · \d+ games$/, '/games?platform=PlayStation+4'],
		['valve', /^Valve Studio · \d+ games$/, '/games?developer=Valve'],
	] as const) {
		await visit(page, `/search?query=${query}`)
		await page.getByRole('link', { name }).click()
		await expect(page).toHaveURL(path)
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
	}
})

test('an empty search field offers the last five games that this viewer looked at', { tag: ['@phone', '@ci'] }, async ({
	page,
	site,
	isPhone,
}) => {
	const open = async () => {
		if (isPhone) await page.getByRole('link', { name: 'Search', exact: true }).click()
		else await field(page).click()
	}
	await visit(page, '/about')
	await open()
	await expect(page.getByText('Type at least 2 characters to search for games').first()).toBeVisible()
	const names: string[] = []
	for (const id of [1, 2, 3, 4, 5, 6, 2]) {
		await visit(page, `/games/${id}`)
		names.unshift(await page.getByRole('heading', { level: 1 }).innerText())
	}
	await visit(page, '/about')
	await open()
	const options = page.getByRole('group', { name: 'Recently viewed' }).getByRole('option')
	await expect(options).toHaveCount(5)
	// The second game, looked at twice, is offered once
	for (const [index, name] of [...new Set(names)].slice(0, 5).entries())
		await expect(options.nth(index)).toContainText(name)
	await field(page).fill('x')
	await expect(options).toHaveCount(0)
	await field(page).fill('')
	await expect(options).toHaveCount(5)
	await field(page).press('ArrowDown')
	await field(page).press('Enter')
	await expect(page).toHaveURL('/games/2')
	// Another viewer of the same browser does not see them
	await registerAndLogIn(page, site)
	await visit(page, '/about')
	await open()
	await expect(page.getByText('Type at least 2 characters to search for games').first()).toBeVisible()
	await expect(options).toHaveCount(0)
})

test('suggestions are wide enough to tell the games of a series apart', { tag: '@ci' }, async ({ page }) => {
	await visit(page, '/about')
	await field(page).fill('zelda')
	const option = page.getByRole('option').filter({ hasText: 'The Legend of Zelda: ' }).first()
	await expect.poll(async () => (await option.boundingBox())?.width).toBeGreaterThan(500)
	await expect(page.getByRole('option', { name: 'All results for “zelda”' })).toBeVisible()
})

test('arrow keys cycle through games and users, and Escape closes the list before it clears the field', async ({
	page,
	site,
}) => {
	await registerPerson(site, newUsername('celeste'))
	await visit(page, '/about')
	await field(page).fill('celeste')
	await expect(page.getByRole('group', { name: 'Games' }).getByRole('option')).not.toHaveCount(0)
	await expect(page.getByRole('group', { name: 'Users' }).getByRole('option')).not.toHaveCount(0)
	const options = page.getByRole('option')
	await page.keyboard.press('ArrowUp')
	await expect(options.last()).toHaveAttribute('aria-selected', 'true')
	await page.keyboard.press('ArrowDown')
	await expect(options.first()).toHaveAttribute('aria-selected', 'true')
	await page.keyboard.press('Escape')
	await expect(options.first()).toBeHidden()
	await expect(field(page)).toHaveValue('celeste')
	await page.keyboard.press('Escape')
	await expect(field(page)).toHaveValue('')
})

test('a user is found and opened with the pointer', async ({ page, site }) => {
	const { username } = await registerPerson(site, newUsername('findable'))
	await visit(page, '/games')
	await field(page).click()
	await expect(field(page)).toBeFocused()
	await field(page).fill(username)
	await expect(page.getByText('No games found')).toBeVisible()
	await page
		.getByRole('option')
		.and(page.locator(`[href="/profile/${username}"]`))
		.click()
	await expect(page).toHaveURL(`/profile/${username}`)
})

test('Enter without a selection opens the search page, whose state is in its URL', async ({ page, site }) => {
	const { username } = await registerPerson(site, newUsername('legend'))
	const userLink = page
		.getByRole('main')
		.getByRole('link')
		.and(page.locator(`[href="/profile/${username}"]`))
	await visit(page, '/games')
	await field(page).fill('legend')
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL('/search?query=legend')
	const box = page.getByRole('searchbox', { name: 'Search games and users' })
	await expect(box).toHaveValue('legend')
	await expect(page.getByRole('main').getByRole('link', { name: 'Legend of Mana', exact: true })).toBeVisible()
	await box.fill(username)
	await page.getByRole('main').getByRole('link', { name: 'Users' }).click()
	await expect(page).toHaveURL(`/search?query=${username}&tab=users`)
	await expect(userLink).toBeVisible()
	await page.reload()
	await expect(userLink).toBeVisible()

	await box.fill('l')
	await expect(page.getByText('Search query must be at least 2 characters')).toBeVisible()
	await box.fill('qqqwww zzzxxx')
	await expect(page.getByText('No results found')).toBeVisible()
	await page.getByRole('main').getByRole('link', { name: 'Games' }).click()
	await expect(page.getByText('No games found')).toBeVisible()
	await box.fill('')
	await expect(page.getByText('Type at least 2 characters to search for games')).toBeVisible()
	await expect(page).toHaveURL('/search')
})

test('a tab selected before the debounce stays selected, with the new text', { tag: '@ci' }, async ({ page }) => {
	await page.clock.install()
	await visit(page, '/search?query=zelda')
	const release = await stallRequests(page, '**/api/users/search?*')
	await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
	await page.getByRole('searchbox').fill('mario')
	await page.clock.runFor(200)
	await page.getByRole('main').getByRole('link', { name: 'Users' }).click()
	// The pause ends while the tab is still loading
	await page.clock.runFor(120)
	await page.clock.resume()
	release()
	await expect(page).toHaveURL('/search?query=mario&tab=users')
})

test('a tab selected while the new text is loading opens with that text', { tag: '@ci' }, async ({ page }) => {
	await page.clock.install()
	await visit(page, '/search?query=zelda')
	const release = await stallRequests(page, '**/api/games/search?*')
	await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
	await page.getByRole('searchbox').fill('mario')
	const asked = page.waitForRequest('**/api/games/search?*')
	await page.clock.runFor(300)
	await asked
	await page.getByRole('main').getByRole('link', { name: 'Users' }).click()
	await page.clock.resume()
	release()
	await expect(page).toHaveURL('/search?query=mario&tab=users')
})

test('more matches load near the end of the list, each of them once', { tag: '@ci' }, async ({ page }) => {
	await visit(page, '/search?query=the')
	const cards = page.getByRole('main').getByRole('article')
	await expect(cards.nth(11)).toBeVisible()
	await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
	await expect
		.poll(async () => {
			const names = await cards.getByRole('heading').allInnerTexts()
			return { isMore: names.length > 12, repeated: names.length - new Set(names).size }
		})
		.toEqual({ isMore: true, repeated: 0 })
})

test.describe('on a failing network', () => {
	test.use({ expectedNoise: EXPECTED_NOISE })

	test('Try Again below the matches loads more of them and leaves the focus on the last one', { tag: '@ci' }, async ({
		page,
	}) => {
		const cards = page.getByRole('main').getByRole('article')
		const links = cards.getByRole('heading').getByRole('link')
		const tryAgain = page.getByRole('main').getByRole('button', { name: 'Try Again' })
		const recover = await failCalls(page, '**/api/games/search?*page=2*', 'lost')
		await visit(page, '/search?query=the')
		await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
		await expect(page.getByRole('main').getByText('An error occurred while searching for games')).toBeVisible()
		await expect(cards).toHaveCount(12)
		await recover()
		await tryAgain.press('Enter')
		await expect(links.nth(11)).toBeFocused()
		await expect(links.nth(12)).toBeVisible()
		await expect(links.nth(11)).toBeFocused()
	})
})

test.describe('without JavaScript', () => {
	test.use({ javaScriptEnabled: false })

	test('the search is a form, and its pagination links work', async ({ page }) => {
		await page.goto('/about')
		await field(page).fill('the')
		await page.keyboard.press('Enter')
		await expect(page).toHaveURL('/search?query=the')
		await expect(page.getByRole('searchbox')).toHaveValue('the')
		const headings = page.getByRole('article').getByRole('heading')
		await expect(headings).toHaveCount(12)
		const first = await headings.first().innerText()
		await page.getByRole('link', { name: 'Show More' }).click()
		await expect(page).toHaveURL('/search?query=the&page=2')
		await expect(headings.getByText(first, { exact: true })).toHaveCount(0)
		await expect(headings.first()).toBeVisible()
		await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
	})
})

test('text typed before the suggestions have loaded is not lost', async ({ page }) => {
	const release = await stallRequests(page, `**${chunkOf('src/web/features/search/suggestions.tsx')}`)
	await visit(page, '/about')
	await field(page).click()
	await page.keyboard.type('zel')
	await expect(field(page)).toHaveValue('zel')
	release()
	await page.keyboard.type('da')
	await expect(page.getByRole('option').first()).toContainText('Zelda')
	await expect(field(page)).toHaveValue('zelda')
	await expect(field(page)).toBeFocused()
})
