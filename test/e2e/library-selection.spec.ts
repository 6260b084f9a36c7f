import type { Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { takeGame } from '#kit/browser/built-in-games.ts'
import { EXPECTED_NOISE } from '#kit/browser/call-failures.ts'
import { menu, opener, toast, undo } from '#kit/browser/cover-menu.ts'
import { goOffline, goOnline } from '#kit/browser/offline.ts'
import { type Person, registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import type { SiteProcess } from '#kit/site-process.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Selected games' })
const select = (page: Page) => page.getByRole('button', { name: 'Select Games' })
const boxes = (page: Page) => page.getByRole('main').getByRole('checkbox')
const wall = (page: Page) => page.getByRole('main').getByRole('listitem')

const setStatus = async (page: Page, word: string) => {
	await bar(page)
		.getByRole('button', { name: /^Set Status/ })
		.click()
	await bar(page).getByRole('button', { name: word, exact: true }).click()
}

/** The statuses of a member's games, in the order of the games. */
const readStatuses = async (member: Person, games: readonly number[]) => {
	const { entries } = await member.send<{ entries: { gameId: number; status: string | null }[] }>(
		'GET',
		'/library?limit=50',
	)
	return games.map((game) => entries.find(({ gameId }) => gameId === game)?.status ?? null)
}

/** Opens the library of a new member, which has three games in the backlog. */
async function openLibrary(page: Page, site: SiteProcess) {
	const member = await registerAndLogIn(page, site)
	const games = [takeGame(), takeGame(), takeGame()]
	for (const game of games) await member.send('PUT', `/library/${game}`, { status: 'backlog' })
	await visit(page, `/${member.username}/games`)
	await expect(wall(page)).toHaveCount(3)
	await waitForIdle(page)
	return { member, games }
}

test('several games get a status at once, and one Undo takes it back', { tag: '@phone' }, async ({ page, site }) => {
	const { member, games } = await openLibrary(page, site)
	await select(page).click()
	await expect(bar(page)).toContainText('0 games selected')
	for (const index of [0, 2]) await boxes(page).nth(index).check()
	await expect(bar(page)).toContainText('2 games selected')
	expect(await findAxeViolations(page)).toEqual([])
	await setStatus(page, 'Finished')
	await expect(toast(page)).toContainText('2 games marked as finished')
	await expect(bar(page)).toHaveCount(0)
	await expect(wall(page).getByText('Finished')).toHaveCount(2)
	await expect(page.getByRole('navigation', { name: 'Shelves' })).toContainText('Finished2')
	// The latest change comes first
	expect(await readStatuses(member, games)).toEqual(['finished', 'backlog', 'finished'])
	await undo(page).click()
	await expect(wall(page).getByText('Backlog')).toHaveCount(3)
	await expect.poll(() => readStatuses(member, games)).toEqual(['backlog', 'backlog', 'backlog'])
})

test('games are removed together but for those with plays or a review, and come back together', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const { member, games } = await openLibrary(page, site)
	await member.review(games[0] as number)
	await page.reload()
	await waitForIdle(page)
	await select(page).click()
	for (const box of await boxes(page).all()) await box.check()
	await bar(page).getByRole('button', { name: 'Remove' }).click()
	await expect(toast(page)).toContainText(
		'2 games removed from your library. 1 game stays, because you have reviewed them or logged plays.',
	)
	await expect(wall(page)).toHaveCount(3)
	await expect(wall(page).getByText('Removed', { exact: true })).toHaveCount(2)
	expect(await readStatuses(member, games)).toEqual(['played', null, null])
	await undo(page).click()
	await expect(wall(page).getByText('Removed', { exact: true })).toHaveCount(0)
	await expect.poll(() => readStatuses(member, games)).toEqual(['played', 'backlog', 'backlog'])
})

test('games are put on a list together, by keyboard, and the menu of a cover starts the selection', {
	tag: '@ci',
}, async ({ page, site }) => {
	const { member, games } = await openLibrary(page, site)
	const list = await member.createList({ title: 'For the winter', games: [{ gameId: games[2] as number }] })
	await opener(wall(page).first()).focus()
	await page.keyboard.press('Enter')
	await menu(page).getByRole('button', { name: 'Select Games' }).press('Enter')
	await expect(bar(page)).toContainText('1 game selected')
	await expect(boxes(page).first()).toBeChecked()
	await boxes(page).nth(1).press('Space')
	await boxes(page).nth(2).press('Space')
	await bar(page).getByRole('button', { name: 'Add to List…' }).press('Enter')
	await page
		.getByRole('dialog', { name: 'Add to List' })
		.getByRole('button', { name: /^For the winter/ })
		.press('Enter')
	await expect(toast(page)).toContainText('2 games added to For the winter')
	const count = async () => (await member.send<{ items: object[] }>('GET', `/lists/${list}`)).items.length
	await expect.poll(count).toBe(3)
	await undo(page).click()
	await expect.poll(count).toBe(1)
})

test('at most fifty games are changed at once', { tag: '@ci' }, async ({ page, site }) => {
	const { member } = await openLibrary(page, site)
	for (let game = 1; game <= 52; game++) await member.send('PUT', `/library/${game}`, { isLoved: true })
	await page.reload()
	await waitForIdle(page)
	await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
	await expect.poll(() => wall(page).count()).toBeGreaterThan(50)
	await select(page).click()
	for (let index = 0; index < 50; index++) await boxes(page).nth(index).check()
	await boxes(page).nth(50).click()
	await expect(toast(page).getByRole('alert')).toHaveText('You can change up to 50 games at once')
	await expect(boxes(page).nth(50)).not.toBeChecked()
	await expect(bar(page)).toContainText('50 games selected')
	await setStatus(page, 'Played')
	await expect(toast(page)).toContainText('50 games marked as played')
	await undo(page).click()
	await expect(wall(page).getByText('Played', { exact: true })).toHaveCount(0)
})

test('nobody selects in the library of somebody else, whose marks the own changes leave alone', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const other = await registerPerson(site)
	const game = takeGame()
	await other.send('PUT', `/library/${game}`, { status: 'playing' })
	await registerAndLogIn(page, site)
	await visit(page, `/${other.username}/games`)
	await opener(wall(page).first()).focus()
	await page.keyboard.press('Enter')
	await expect(menu(page).getByRole('button', { name: 'Select Games' })).toHaveCount(0)
	await menu(page).getByRole('button', { name: 'Finished', exact: true }).click()
	await expect(toast(page)).toContainText('Finished today. How was it?')
	await waitForIdle(page)
	await expect(wall(page).getByText('Playing', { exact: true })).toBeVisible()
	await expect(select(page)).toHaveCount(0)
})

test('the mark on a cover of the own library changes at once', { tag: '@ci' }, async ({ page, site }) => {
	const { games } = await openLibrary(page, site)
	await page.route(`**/api/library/${games[2]}`, (route) =>
		route.request().method() === 'PUT' ? undefined : route.continue(),
	)
	await opener(wall(page).first()).focus()
	await page.keyboard.press('Enter')
	await menu(page).getByRole('button', { name: 'Playing', exact: true }).click()
	await expect(wall(page).first().getByText('Playing', { exact: true })).toBeVisible()
})

test.describe('on a failing network', () => {
	test.use({ expectedNoise: EXPECTED_NOISE })

	test('what was saved before the network went is said, and Try Again saves the rest', { tag: '@ci' }, async ({
		page,
		site,
	}) => {
		const { member, games } = await openLibrary(page, site)
		await page.route(`**/api/library/${games[0]}`, (route) => route.abort())
		await select(page).click()
		for (const box of await boxes(page).all()) await box.check()
		await setStatus(page, 'Playing')
		await expect(toast(page).getByRole('alert')).toContainText('2 of 3 games changed.')
		await expect.poll(() => readStatuses(member, games)).toEqual(['backlog', 'playing', 'playing'])
		await page.unrouteAll()
		await toast(page).getByRole('button', { name: 'Try Again' }).click()
		await expect(toast(page)).toContainText('1 game marked as playing')
		expect(await readStatuses(member, games)).toEqual(['playing', 'playing', 'playing'])
	})

	test('offline, the selection stays and nothing is lost', async ({ page, site }) => {
		const { member, games } = await openLibrary(page, site)
		await select(page).click()
		for (const box of await boxes(page).all()) await box.check()
		await boxes(page).first().uncheck()
		// What shows messages is loaded by the first one
		await setStatus(page, 'Playing')
		await expect(toast(page)).toContainText('2 games marked as playing')
		await select(page).click()
		for (const box of await boxes(page).all()) await box.check()
		await waitForIdle(page)
		await goOffline(page)
		await setStatus(page, 'Abandoned')
		await expect(toast(page).getByRole('alert')).toHaveText('You are offline, so nothing has changed')
		await expect(bar(page)).toContainText('3 games selected')
		await goOnline(page)
		await setStatus(page, 'Abandoned')
		await expect(toast(page)).toContainText('3 games marked as abandoned')
		expect(await readStatuses(member, games)).toEqual(['abandoned', 'abandoned', 'abandoned'])
	})
})
