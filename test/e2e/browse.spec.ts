// Games by their facets, on a desktop and a phone.

import type { Locator, Page } from '@playwright/test'
import { PRIOR_RATINGS } from '#contract/prior-ratings.ts'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { celeste } from '#kit/browser/built-in-games.ts'
import { registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { findSmallTargets } from '#kit/browser/touch-targets.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const choice = (where: Page | Locator, name: string | RegExp) => where.getByRole('checkbox', { name })
const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' }).getByRole('button')
const search = (page: Page) => new URL(page.url()).search
const total = (page: Page) => page.getByText(/^[\d,]+ games?$/)
const isIndexed = async (page: Page) => (await page.locator('meta[name=robots][content=noindex]').count()) === 0
const canonical = (page: Page) =>
	page
		.locator('link[rel=canonical]')
		.getAttribute('href')
		.then((address) => address && new URL(address).pathname + new URL(address).search)

/** Reads a number of games, as a choice or the whole page has it. */
const numberIn = (text: string | null) => Number(/[\d,]+(?=\D*$)/.exec(text ?? '')?.[0].replace(',', ''))

test('facets narrow games to what a press gives, stay in the address, and Back takes all of them away', async ({
	page,
}) => {
	await visit(page, '/about')
	await page.getByRole('navigation').getByRole('link', { name: 'Games', exact: true }).first().click()
	await expect(heading(page)).toHaveText('Popular Games')
	const facets = page.getByRole('complementary', { name: 'Filters' })
	const puzzle = facets.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name: /^Puzzle/ }) })
	const count = numberIn(await puzzle.textContent())
	await choice(facets, /^Puzzle/).check()
	await expect(total(page)).toHaveText(`${count} games`)
	await expect(heading(page)).toHaveText('Puzzle games')
	await expect(choice(facets, /^Puzzle/)).toBeFocused()
	expect(search(page)).toBe('?genre=Puzzle')
	// A second value of the same filter adds games, another filter takes some away
	await choice(facets, /^Adventure/).check()
	await expect(total(page)).not.toHaveText(`${count} games`)
	await facets.getByRole('link', { name: /^1980s/ }).click()
	await expect(chips(page)).toHaveText(['Remove filter: Puzzle', 'Remove filter: Adventure', 'Remove filter: 1980s'])
	expect(search(page)).toBe('?genre=Puzzle&genre=Adventure&yearFrom=1980&yearTo=1989')
	await page.getByLabel('Sort by').selectOption('Rating')
	await expect(page.getByRole('navigation', { name: 'Time period' })).toHaveCount(0)
	expect(await findAxeViolations(page)).toEqual([])
	await page.reload()
	await expect(choice(facets, /^Adventure/)).toBeChecked()
	await expect(page.getByLabel('Sort by')).toHaveValue('rating')
	await chips(page).first().click()
	await expect(chips(page)).toHaveText(['Remove filter: Adventure', 'Remove filter: 1980s'])
	await expect(chips(page).first()).toBeFocused()
	await page.goBack()
	await expect(page).toHaveURL('/games')
	await expect(chips(page)).toHaveCount(0)
	await expect(heading(page)).toHaveText('Popular Games')
	await page.goBack()
	await expect(page).toHaveURL('/about')
})

test('games are narrowed by their length, and a game says how long it takes, and how many say so', async ({
	page,
	site,
}) => {
	for (const minutes of [480, 490, 500, 600, 3_000]) {
		const { send } = await registerPerson(site)
		await send('POST', `/library/${celeste}/plays`, { outcome: 'finished', minutes })
		await send('POST', `/library/${celeste}/plays`, { outcome: 'completed', minutes: 2_230 })
	}
	await visit(page, '/games')
	const facets = page.getByRole('complementary', { name: 'Filters' })
	await facets.getByLabel('Length').selectOption('Under 10 hours')
	await expect(total(page)).toHaveText('1 game')
	await expect(heading(page)).toHaveText('Games')
	await expect(chips(page)).toHaveText(['Remove filter: Under 10 hours'])
	await page.getByLabel('Sort by').selectOption('Shortest')
	await expect(page).toHaveURL('/games?maxHours=10&sortBy=shortest')
	expect(await isIndexed(page)).toBe(false)
	expect(await findAxeViolations(page)).toEqual([])
	await facets.getByLabel('Length').selectOption('Under 5 hours')
	await expect(total(page)).toHaveText('0 games')
	await chips(page).click()
	await page.getByRole('main').getByRole('article').first().getByRole('link', { name: 'Celeste' }).first().click()
	const time = page.getByRole('complementary', { name: 'Facts' }).getByText('About')
	await expect(time).toHaveText('About 8.5 h to finish, 37 h to completeFrom 5 players')
	expect(await findAxeViolations(page)).toEqual([])
})

test('what is shown and where comes back after a game was read', async ({ page }) => {
	await visit(page, '/games?genre=Puzzle&sortBy=name')
	const cards = page.getByRole('main').getByRole('article')
	await cards.nth(11).scrollIntoViewIfNeeded()
	await expect.poll(() => cards.count()).toBeGreaterThan(12)
	const card = cards.nth(14)
	await card.scrollIntoViewIfNeeded()
	const name = (await card.getByRole('heading').textContent()) ?? ''
	await card.getByRole('heading').getByRole('link').click()
	await expect(page).toHaveURL(/\/games\/\d+$/)
	await page.goBack()
	await expect(page).toHaveURL('/games?genre=Puzzle&sortBy=name')
	await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport()
})

test('what has one filter is a page for search engines, and nothing else that is filtered is', async ({ page }) => {
	for (const [path, title, address] of [
		['/games?genre=puzzle', 'Puzzle games', '/games?genre=Puzzle'],
		['/games?platform=Amiga', 'Games for Amiga', '/games?platform=Amiga'],
		['/games?developer=Nintendo+EAD', 'Games by Nintendo EAD', '/games?developer=Nintendo+EAD'],
		['/games?yearFrom=1998&yearTo=1998', 'Games of 1998', '/games?yearFrom=1998&yearTo=1998'],
		['/games?yearFrom=1980&yearTo=1989&view=wall', 'Games of the 1980s', '/games?yearFrom=1980&yearTo=1989'],
		['/games?period=all', 'Popular Games', '/games?period=all'],
	] as const) {
		await visit(page, path)
		await expect(heading(page)).toHaveText(title)
		expect([path, await canonical(page), await isIndexed(page)]).toEqual([path, address, true])
		await expect(page).toHaveTitle(new RegExp(`^${title}`))
	}
	for (const path of [
		'/games?genre=Puzzle&platform=PC',
		'/games?genre=Puzzle&sortBy=rating',
		'/games?search=zelda',
		'/games?genre=Nothing',
	]) {
		await visit(page, path)
		expect([path, await isIndexed(page)]).toEqual([path, false])
	}
	// The formula of the order by rating is public
	await visit(page, '/about')
	await expect(page.getByText(`${PRIOR_RATINGS} × mean of all ratings here`)).toBeVisible()
	const sitemap = await (await page.request.get('/sitemaps/browse.xml')).text()
	expect(sitemap).toContain('/games?genre=Puzzle</loc>')
	expect(sitemap).toContain('/games?platform=')
	expect(await (await page.request.get('/sitemaps/studios-0.xml')).text()).toContain(
		'/games?developer=Nintendo+EAD</loc>',
	)
})

test('facts of a game lead to the games that share them', { tag: '@phone' }, async ({ page }) => {
	await visit(page, `/games/${celeste}`)
	const facts = page.getByRole('complementary', { name: 'Facts' })
	for (const [fact, title] of [
		[/^Platform/, 'Platform games'],
		[/2018/, 'Games of 2018'],
		[/Switch/, /^Games for .*Switch$/],
		[/Single/, /^Single.* games$/],
	] as const) {
		await facts.getByRole('link', { name: fact }).first().click()
		await expect(heading(page)).toHaveText(title)
		await expect(total(page)).toBeVisible()
		await page.goBack()
	}
})

test('an old or mistyped link breaks nothing, and is cleared with one press', { tag: '@phone' }, async ({ page }) => {
	await visit(page, '/games?platform=Abacus&yearFrom=2001&yearTo=1998&minRating=9&sortBy=likes&status=maybe&page=x')
	await expect(page.getByText('No games found')).toBeVisible()
	await expect(chips(page)).toHaveText(['Remove filter: Abacus', 'Remove filter: 1998–2001'])
	await page.getByRole('link', { name: 'Clear All Filters' }).click()
	await expect(page).toHaveURL('/games')
	await expect(page.getByRole('article').first()).toBeVisible()
	await expect(page.getByLabel('Sort by')).toBeFocused()
})

test('on a phone the filters are in a sheet, which says how many games it leaves', { tag: '@touch' }, async ({
	page,
}) => {
	await visit(page, '/games?view=wall')
	await expect(page.getByRole('checkbox')).toHaveCount(0)
	expect((await page.getByRole('article').first().boundingBox())?.y).toBeLessThan(420)
	await page.getByRole('button', { name: /^Filters/ }).tap()
	const sheet = page.getByRole('dialog', { name: 'Filters' })
	const leaves = sheet.getByRole('button', { name: /^Show [\d,]+ Games$/ })
	await expect(leaves).toBeInViewport()
	const before = (await leaves.textContent()) ?? ''
	await choice(sheet, /^Puzzle/).tap()
	await expect(leaves).not.toHaveText(before)
	await expect(chips(page)).toHaveCount(1)
	const count = numberIn(((await leaves.textContent()) ?? '').replace(' Games', ''))
	expect(await findSmallTargets(page)).toEqual([])
	expect(await findAxeViolations(page)).toEqual([])
	await leaves.tap()
	await expect(total(page)).toHaveText(`${count} games`)
	await expect(page.getByRole('button', { name: 'Filters 1 active' })).toBeVisible()
})

test("members filter by their library, which visitors can't", async ({ page, site }) => {
	const { send } = await registerAndLogIn(page, site)
	await send('PUT', `/library/${celeste}`, { status: 'playing' })
	await visit(page, '/games')
	await choice(page, 'Playing now').check()
	await expect(total(page)).toHaveText('1 game')
	await expect(page.getByRole('article')).toContainText('Celeste')
	await choice(page, 'Playing now').uncheck()
	await choice(page, 'Not in my library').check()
	await expect(total(page)).not.toHaveText('1 game')
})

test.describe('without JavaScript', () => {
	test.use({ javaScriptEnabled: false })

	test('the filters are a form, and pages follow by a link', async ({ page }) => {
		await page.goto('/games')
		await choice(page, /^Puzzle/).check()
		await page.getByLabel('Sort by').selectOption('Name')
		await page.getByRole('button', { name: 'Apply' }).click()
		await expect(heading(page)).toHaveText('Puzzle games')
		await expect(choice(page, /^Puzzle/)).toBeChecked()
		const first = await page.getByRole('article').first().getByRole('heading').textContent()
		await page.getByRole('link', { name: /more|next/i }).click()
		await expect(page.getByRole('article').first().getByRole('heading')).not.toHaveText(first ?? '')
	})
})
