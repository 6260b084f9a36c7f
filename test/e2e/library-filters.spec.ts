// A library by its facets, letters and order, on a desktop and a phone.

import type { Locator, Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { celeste, gameId } from '#kit/browser/built-in-games.ts'
import { EXPECTED_NOISE } from '#kit/browser/call-failures.ts'
import { toast } from '#kit/browser/cover-menu.ts'
import { registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { findSmallTargets } from '#kit/browser/touch-targets.ts'
import type { SiteProcess } from '#kit/site-process.ts'

const zork = gameId('Zork I: The Great Underground Empire')
const zuma = gameId('Zuma')
const zombies = gameId('Zombies Ate My Neighbors')

const covers = (page: Page) => page.getByRole('main').locator('a[href^="/games/"]')
const wall = (page: Page) => page.getByRole('main').getByRole('listitem')
const facet = (where: Page | Locator, label: string) => where.getByRole('combobox', { name: label, exact: true })
const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' }).getByRole('button')
const search = (page: Page) => new URL(page.url()).search

/** Registers somebody with four games: Celeste of 2018, and three from Z, of 1980, 1993 and 2003, two of them puzzles. */
async function addLibrary(site: SiteProcess) {
	const player = await registerPerson(site)
	await player.send('PUT', `/library/${celeste}`, { rating: 4.5, platform: 'Nintendo Switch' })
	for (const game of [zork, zuma, zombies]) await player.send('PUT', `/library/${game}`, { status: 'backlog' })
	return player
}

test('facets narrow a library with what a press gives, keep the focus, and Back takes all of them away', async ({
	page,
	site,
}) => {
	const { username } = await addLibrary(site)
	await visit(page, `/profile/${username}`)
	await page.getByRole('link', { name: 'Library', exact: true }).click()
	await expect(covers(page)).toHaveCount(4)
	await expect(page.getByText('4 games', { exact: true })).toBeVisible()
	await expect(facet(page, 'Genre').getByRole('option')).toContainText(['All Genres', 'Puzzle (2)'])
	await facet(page, 'Genre').focus()
	await facet(page, 'Genre').selectOption('Puzzle')
	await expect(covers(page)).toHaveCount(2)
	await expect(page.getByText('2 games', { exact: true })).toBeVisible()
	await expect(facet(page, 'Genre')).toBeFocused()
	expect(search(page)).toBe('?genre=Puzzle')
	// The other facets count under it
	await expect(facet(page, 'Year').getByRole('option')).toHaveText([
		'All Years',
		'2000s (1)',
		'1980s (1)',
		'2003 (1)',
		'1980 (1)',
	])
	await facet(page, 'Year').selectOption('1980s (1)')
	await expect(covers(page)).toHaveCount(1)
	await expect(page).toHaveURL(`/${username}/games?genre=Puzzle&fromYear=1980&toYear=1989`)
	await expect(chips(page)).toHaveText(['Remove filter: Puzzle', 'Remove filter: 1980s'])
	expect(await findAxeViolations(page)).toEqual([])
	await page.reload()
	await expect(covers(page)).toHaveCount(1)
	await expect(facet(page, 'Genre')).toHaveValue('Puzzle')
	await chips(page).first().click()
	await expect(chips(page)).toHaveText(['Remove filter: 1980s'])
	await expect(chips(page).first()).toBeFocused()
	await page.goBack()
	await expect(page).toHaveURL(`/${username}/games`)
	await expect(covers(page)).toHaveCount(4)
	await page.goBack()
	await expect(page).toHaveURL(`/profile/${username}`)
})

test('what an old link names breaks nothing, says so, and is cleared with one press', { tag: '@phone' }, async ({
	page,
	site,
	isPhone,
}) => {
	const { username } = await addLibrary(site)
	await visit(page, `/${username}/games?platform=Abacus&fromYear=soon&toYear=2001&rating=9&letter=lamp&sortBy=likes`)
	await expect(page.getByText('No games found')).toBeVisible()
	await expect(page.getByText('0 games', { exact: true })).toBeVisible()
	await expect(chips(page)).toHaveText(['Remove filter: Abacus', 'Remove filter: Until 2001'])
	if (!isPhone) await expect(facet(page, 'Platform')).toHaveValue('Abacus')
	await page.getByRole('link', { name: 'Clear', exact: true }).click()
	await expect(covers(page)).toHaveCount(4)
	expect(search(page)).toBe('')
	await expect(page.getByLabel('Sort by')).toBeFocused()
})

test('on a phone one row has the search, the filters in a sheet and the order, and the covers begin high', {
	tag: '@touch',
}, async ({ page, site }) => {
	const { username } = await addLibrary(site)
	await visit(page, `/${username}/games`)
	const [field, opener, order] = [
		page.getByLabel('Search this library'),
		page.getByRole('button', { name: /^Filters/ }),
		page.getByLabel('Sort by'),
	]
	const boxes = await Promise.all([field, opener, order].map((control) => control.boundingBox()))
	expect(new Set(boxes.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2))).size).toBe(1)
	expect(Math.min(...boxes.map((box) => box?.height ?? 0))).toBeGreaterThanOrEqual(44)
	expect((await covers(page).first().boundingBox())?.y).toBeLessThan(420)
	await expect(facet(page, 'Genre')).toHaveCount(0)
	await opener.tap()
	const sheet = page.getByRole('dialog', { name: 'Filters' })
	await expect(sheet.getByRole('button', { name: 'Show 4 Games' })).toBeInViewport()
	await facet(sheet, 'Genre').selectOption('Puzzle')
	await expect(sheet.getByRole('button', { name: 'Show 2 Games' })).toBeVisible()
	await facet(sheet, 'Year').selectOption('2003 (1)')
	expect(await findAxeViolations(page)).toEqual([])
	await sheet.getByRole('button', { name: 'Show 1 Game' }).tap()
	await expect(sheet).toBeHidden()
	await expect(opener).toBeFocused()
	await expect(opener).toHaveText('Filters2 active')
	await expect(covers(page)).toHaveCount(1)
	await expect(chips(page)).toHaveText(['Remove filter: Puzzle', 'Remove filter: 2003'])
	await order.selectOption('Release Date')
	await expect(wall(page).filter({ has: page.locator('a[href^="/games/"]') })).toContainText('2003')
	await page.goBack()
	await expect(covers(page)).toHaveCount(4)
})

test('a library by name begins at any letter, of games that have not loaded, too', { tag: '@phone' }, async ({
	page,
	site,
	isPhone,
}) => {
	const player = await addLibrary(site)
	for (let game = 1; game <= 60; game++) await player.send('PUT', `/library/${game}`, { isWished: true })
	await visit(page, `/${player.username}/games`)
	await expect(page.getByRole('navigation', { name: 'Letters' })).toHaveCount(0)
	await page.getByLabel('Sort by').selectOption('Name')
	const letters = page.getByRole('navigation', { name: 'Letters' })
	await expect(letters.getByRole('link')).toHaveCount(27)
	if (isPhone) expect(await findSmallTargets(page)).toEqual([])
	await letters.getByRole('link', { name: 'From Z' }).click()
	await expect(covers(page)).toHaveCount(3)
	await expect(covers(page).first()).toHaveAttribute('href', `/games/${zombies}`)
	await expect(covers(page).first()).toBeInViewport()
	await expect(page.getByText('64 games', { exact: true })).toBeVisible()
	await expect(letters.getByRole('link', { name: 'From Z' })).toHaveAttribute('aria-current', 'true')
	await page.reload()
	await expect(covers(page).first()).toHaveAttribute('href', `/games/${zombies}`)
	await letters.getByRole('link', { name: 'From the start (#)' }).click()
	await expect(covers(page).first()).not.toHaveAttribute('href', `/games/${zombies}`)
	expect(search(page)).toBe('?sortBy=name')
})

test('all games are selected with one press, and a range with Shift', async ({ page, site }) => {
	const member = await registerAndLogIn(page, site)
	for (let game = 1; game <= 49; game++) await member.send('PUT', `/library/${game}`, { status: 'backlog' })
	await visit(page, `/${member.username}/games`)
	await waitForIdle(page)
	const bar = page.getByRole('region', { name: 'Selected games' })
	const boxes = page.getByRole('main').getByRole('checkbox')
	await page.getByRole('button', { name: 'Select Games' }).click()
	await boxes.nth(2).click()
	await boxes.nth(5).click({ modifiers: ['Shift'] })
	await expect(bar).toContainText('4 games selected')
	await wall(page)
		.nth(1)
		.locator('label')
		.click({ modifiers: ['Shift'], position: { x: 40, y: 90 } })
	await expect(bar).toContainText('5 games selected')
	await expect(boxes.nth(3)).toBeChecked()
	// More than a page has
	await page.getByRole('button', { name: 'Select All 49' }).click()
	await expect(bar).toContainText('49 games selected')
	await boxes.first().click()
	await expect(bar).toContainText('48 games selected')
	await member.send('PUT', '/library/50', { status: 'backlog' })
	await member.send('PUT', '/library/51', { status: 'backlog' })
	await page.reload()
	await waitForIdle(page)
	await page.getByRole('button', { name: 'Select Games' }).click()
	await page.getByRole('button', { name: 'Select First 50' }).click()
	await expect(bar).toContainText('50 games selected')
	await bar.getByRole('button', { name: /^Set Status/ }).click()
	await bar.getByRole('button', { name: 'Played', exact: true }).click()
	await expect(toast(page)).toContainText('50 games marked as played')
})

test('while a filter loads the wall stays, and two quick choices both count', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const { username } = await addLibrary(site)
	await visit(page, `/${username}/games`)
	await waitForIdle(page)
	let answer = () => {}
	const isAnswered = new Promise<void>((resolve) => {
		answer = resolve
	})
	await page.route('**/api/library?*', async (route) => {
		await isAnswered
		await route.continue()
	})
	await facet(page, 'Genre').selectOption('Puzzle')
	await facet(page, 'Year').selectOption('1980s (1)')
	await expect(page).toHaveURL(`/${username}/games?genre=Puzzle&fromYear=1980&toYear=1989`)
	await expect(covers(page)).toHaveCount(4)
	await expect(page.locator('[data-stale="true"]')).toBeVisible()
	answer()
	await expect(covers(page)).toHaveCount(1)
	await expect(page.locator('[data-stale="true"]')).toHaveCount(0)
})

test.describe('without JavaScript', () => {
	test.use({ javaScriptEnabled: false })

	test('a search keeps the shelf and the filters of the address', { tag: '@ci' }, async ({ page, site }) => {
		const { username } = await addLibrary(site)
		await page.goto(`/${username}/games?status=backlog&genre=Puzzle&toYear=1989`)
		await expect(covers(page)).toHaveCount(1)
		await page.getByLabel('Search this library').fill('zu')
		await page.getByRole('button', { name: 'Apply' }).click()
		await expect(page.getByText('No games found')).toBeVisible()
		expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
			status: 'backlog',
			genre: 'Puzzle',
			toYear: '1989',
			search: 'zu',
		})
	})
})

test.describe('on a failing network', () => {
	test.use({ expectedNoise: EXPECTED_NOISE })

	test('a facet says that its options did not load, and loads them when it is opened again', { tag: '@ci' }, async ({
		page,
		site,
	}) => {
		const { username } = await addLibrary(site)
		await page.route('**/api/library/facets?*', (route) => route.abort())
		await visit(page, `/${username}/games`)
		await expect(facet(page, 'Genre').getByRole('option')).toHaveText(['All Genres', 'The options did not load'])
		await page.unrouteAll()
		await facet(page, 'Genre').focus()
		await expect(facet(page, 'Genre').getByRole('option')).toContainText(['All Genres', 'Puzzle (2)'])
	})
})
