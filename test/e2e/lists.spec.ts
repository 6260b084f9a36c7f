import type { Locator, Page } from '@playwright/test'
import { gameId } from './built-in-games.ts'
import { goInside } from './inside.ts'
import { madeList } from './made-list.ts'
import { signedIn } from './signed-in.ts'
import { expect, test } from './site.ts'

const rows = (page: Page) => page.getByRole('region', { name: /^Games in this List/ }).getByRole('listitem')
const names = (page: Page) => rows(page).locator('p:first-child').allInnerTexts()
const shownNames = (page: Page) => rows(page).getByRole('heading').getByRole('link').allInnerTexts()
const grip = (page: Page, name: string) => page.getByRole('button', { name: `Reorder ${name}` })

const ofFour = ['Celeste', 'Cyberpunk 2077', 'Elden Ring', 'Guitar Hero']
const four = ofFour.map((name) => ({ gameId: gameId(name) }))

async function add(page: Page, text: string, name = text): Promise<void> {
	await page.getByRole('combobox', { name: 'Search for a game to add' }).fill(text)
	await page.getByRole('option', { name: new RegExp(`^${name} \\d`) }).click()
}

async function centre(locator: Locator): Promise<{ x: number; y: number }> {
	await locator.evaluate((element) => element.scrollIntoView({ block: 'center' }))
	const box = await locator.boundingBox()
	if (!box) throw new Error('It is not to be seen')
	return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Moves from one row to the place of another, in steps as a hand does. */
async function travel(from: number, to: number, step: (y: number) => Promise<unknown>): Promise<void> {
	for (let part = 1; part <= 20; part++) await step(from + ((to - from) * part) / 20)
}

test('a list is made of four games, put into order, given notes, and stays so', async ({ page, site }, { project }) => {
	await signedIn(page, site, `maker_${project.name}`)
	await page.goto('/list')
	const create = page.getByRole('button', { name: 'Create List' })
	await expect(create).toBeDisabled()
	await page.getByLabel('Title').fill('Games for a rainy week')
	await expect(create).toBeDisabled()
	await page.getByLabel('Description').fill('Quiet ones.\nNothing here shouts.')
	for (const name of ['Celeste', 'Hades', 'Balatro', 'Elden Ring']) await add(page, name)
	await expect(page.getByRole('heading', { name: 'Games in this List (4)' })).toBeVisible()
	await expect(page.getByRole('combobox', { name: 'Search for a game to add' })).toHaveValue('')

	await page.getByRole('combobox', { name: 'Search for a game to add' }).fill('Hades')
	await expect(page.getByRole('option', { name: /^Hades \d/ })).toHaveCount(0)
	await page.getByRole('combobox', { name: 'Search for a game to add' }).fill('')

	await page.getByRole('button', { name: 'Move Elden Ring up' }).click()
	await page.getByLabel('Position of Balatro').fill('1')
	await page.getByLabel('Position of Balatro').press('Enter')
	await expect.poll(() => names(page)).toEqual(['Balatro', 'Celeste', 'Hades', 'Elden Ring'])
	await page.getByRole('button', { name: 'Add a note to Hades' }).click()
	await page.keyboard.type('Forty runs.\nNo regrets.')
	await create.click()

	await expect(page).toHaveURL(/\/list\/[0-9a-f-]{36}$/)
	await expect(page.getByRole('heading', { level: 1, name: 'Games for a rainy week' })).toBeVisible()
	await expect(page.getByText(`Created by maker_${project.name}`)).toBeVisible()
	await page.reload()
	await expect.poll(() => shownNames(page)).toEqual(['Balatro', 'Celeste', 'Hades', 'Elden Ring'])
	await expect(rows(page).nth(2)).toContainText('Forty runs.\nNo regrets.', { useInnerText: true })
	await page.getByRole('link', { name: 'Hades' }).click()
	await expect(page).toHaveURL(/\/games\/\d+$/)
})

test('rows are dragged by mouse, from the fifth pixel on, and the order is kept', async ({ page, site }, {
	project,
}) => {
	test.skip(project.name === 'phone', 'a phone has no mouse')
	const { accessToken } = await signedIn(page, site, 'mouse')
	const id = await madeList(site, accessToken, { title: 'By mouse', games: four })
	await page.goto(`/list/edit/${id}`)
	await expect.poll(() => names(page)).toEqual(ofFour)
	const { x, y } = await centre(grip(page, 'Celeste'))
	const last = await grip(page, 'Guitar Hero').boundingBox()
	await page.mouse.move(x, y)
	await page.mouse.down()
	await page.mouse.move(x, y + 5)
	await expect(page.locator('[data-lifted]')).toHaveCount(0)
	await page.mouse.move(x, y + 6)
	await expect(page.locator('[data-lifted]')).toHaveCount(1)
	await travel(y, (last?.y ?? 0) + 30, (to) => page.mouse.move(x + 40, to))
	await page.mouse.up()
	await expect(page.getByText('Celeste is now number 4 of 4.')).toBeVisible()
	expect(await names(page)).toEqual(['Cyberpunk 2077', 'Elden Ring', 'Guitar Hero', 'Celeste'])

	// the row itself can be taken as well, but not by its controls
	const row = await centre(rows(page).nth(2).locator('p').first())
	const first = await grip(page, 'Cyberpunk 2077').boundingBox()
	await page.mouse.move(row.x, row.y)
	await page.mouse.down()
	await travel(row.y, first?.y ?? 0, (to) => page.mouse.move(row.x, to))
	await page.mouse.up()
	await expect.poll(() => names(page)).toEqual(['Guitar Hero', 'Cyberpunk 2077', 'Elden Ring', 'Celeste'])

	await page.getByRole('button', { name: 'Update List' }).click()
	await expect(page).toHaveURL(`/list/${id}`)
	await expect.poll(() => shownNames(page)).toEqual(['Guitar Hero', 'Cyberpunk 2077', 'Elden Ring', 'Celeste'])
	await page.reload()
	await expect.poll(() => shownNames(page)).toEqual(['Guitar Hero', 'Cyberpunk 2077', 'Elden Ring', 'Celeste'])
})

test('a finger that rests lifts a row, a swipe scrolls, and the order is kept', async ({ page, site }, { project }) => {
	test.skip(project.name !== 'phone', 'a desktop has no touch')
	const { accessToken } = await signedIn(page, site, 'finger')
	const id = await madeList(site, accessToken, { title: 'By touch', games: four })
	await page.goto(`/list/edit/${id}`)
	await expect.poll(() => names(page)).toEqual(ofFour)
	const devtools = await page.context().newCDPSession(page)
	const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
		devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })

	const swipe = await centre(grip(page, 'Elden Ring'))
	const before = await page.evaluate(() => window.scrollY)
	await touch('touchStart', swipe.x, swipe.y)
	await travel(swipe.y, swipe.y + 160, (y) => touch('touchMove', swipe.x, y))
	await touch('touchEnd')
	await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(before)
	expect(await names(page)).toEqual(ofFour)

	const { x, y } = await centre(grip(page, 'Cyberpunk 2077'))
	const target = await grip(page, 'Elden Ring').boundingBox()
	await touch('touchStart', x, y)
	await expect(page.locator('[data-lifted]')).toHaveCount(1)
	await travel(y, (target?.y ?? 0) + 30, (to) => touch('touchMove', x, to))
	await touch('touchEnd')
	await expect.poll(() => names(page)).toEqual(['Celeste', 'Elden Ring', 'Cyberpunk 2077', 'Guitar Hero'])
	await page.getByRole('button', { name: 'Update List' }).tap()
	await expect(page).toHaveURL(`/list/${id}`)
	await page.reload()
	await expect.poll(() => shownNames(page)).toEqual(['Celeste', 'Elden Ring', 'Cyberpunk 2077', 'Guitar Hero'])
})

test('with the keyboard alone a list is made, put into order and saved', async ({ page, site }, { project }) => {
	test.skip(project.name === 'phone', 'a phone has no keyboard')
	await signedIn(page, site, 'keys')
	await page.goto('/list')
	const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
	const tabTo = async (label: string) => {
		for (let presses = 0; presses < 60 && (await focused()) !== label; presses++) await page.keyboard.press('Tab')
		expect(await focused()).toBe(label)
	}
	await page.getByLabel('Title').waitFor()
	for (let presses = 0; presses < 20; presses++) {
		await page.keyboard.press('Tab')
		if (await page.evaluate(() => (document.activeElement as HTMLInputElement).name === 'title')) break
	}
	await page.keyboard.type('By hand')
	await tabTo('Search for a game to add')
	for (const name of ['Celeste', 'Hades', 'Balatro']) {
		await page.keyboard.type(name)
		await page
			.getByRole('option', { name: new RegExp(`^${name} \\d`) })
			.first()
			.waitFor()
		await page.keyboard.press('ArrowDown')
		await page.keyboard.press('Enter')
		await expect(page.getByText(`${name} added as number`)).toBeVisible()
	}
	const live = page.locator('[aria-live="assertive"]')
	// the places of the other rows are known a moment after one is lifted
	const pickUp = async (said: string) => {
		await page.keyboard.press('Space')
		await expect(live).toHaveText(said)
		await expect(page.locator('[data-lifted]')).toHaveCount(1)
		await page.waitForTimeout(500)
	}
	await tabTo('Reorder Celeste')
	await pickUp('Celeste picked up, number 1 of 3.')
	await page.keyboard.press('ArrowDown')
	await expect(live).toHaveText('Celeste, number 2 of 3.')
	await page.keyboard.press('ArrowDown')
	await expect(live).toHaveText('Celeste, number 3 of 3.')
	await page.keyboard.press('Space')
	await expect(page.getByRole('status').filter({ hasText: 'Celeste is now number 3 of 3.' })).toBeVisible()
	expect(await names(page)).toEqual(['Hades', 'Balatro', 'Celeste'])
	expect(await focused()).toBe('Reorder Celeste')

	await pickUp('Celeste picked up, number 3 of 3.')
	await page.keyboard.press('ArrowUp')
	await expect(live).toHaveText('Celeste, number 2 of 3.')
	await page.keyboard.press('Escape')
	await expect(live).toHaveText('Celeste stays number 3.')
	expect(await names(page)).toEqual(['Hades', 'Balatro', 'Celeste'])

	await tabTo('Move Celeste up')
	await page.keyboard.press('Enter')
	await page.keyboard.press('Enter')
	await expect.poll(() => names(page)).toEqual(['Celeste', 'Hades', 'Balatro'])
	expect(await focused()).toBe('Move Celeste up')
	await tabTo('Remove Celeste')
	await page.keyboard.press('Enter')
	await expect.poll(focused).toBe('Remove Hades')
	await page.keyboard.press('Control+z')
	await expect.poll(focused).toBe('Remove Celeste')
	for (let presses = 0; presses < 40; presses++) {
		await page.keyboard.press('Tab')
		if (await page.evaluate(() => document.activeElement?.textContent === 'Create List')) break
	}
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(/\/list\/[0-9a-f-]{36}$/)
	await expect.poll(() => shownNames(page)).toEqual(['Celeste', 'Hades', 'Balatro'])
})

test('only the owner edits and deletes a list; deleting asks first', async ({ page, site }, { project }) => {
	const { accessToken } = await signedIn(page, site, `owner_${project.name}`)
	const id = await madeList(site, accessToken, { title: 'Mine', games: four })
	await signedIn(page, site, `other_${project.name}`)
	await page.goto(`/list/edit/${id}`)
	await expect(page).toHaveURL(`/list/${id}`)
	await expect(page.getByRole('heading', { name: 'Mine' })).toBeVisible()
	await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
	await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)

	await page.evaluate(() => localStorage.clear())
	await page.goto(`/list/edit/${id}`)
	await expect(page).toHaveURL(`/login?redirect=%2Flist%2Fedit%2F${id}`)
	await expect(page.getByText('Please log in to edit this list')).toBeVisible()
	await page.getByLabel('Username or email').fill(`owner_${project.name}`)
	await page.getByLabel('Password', { exact: true }).fill('Correct1Horse')
	await page.getByRole('button', { name: 'Log In' }).click()
	await expect(page).toHaveURL(`/list/edit/${id}`)
	await expect(page.getByRole('heading', { level: 1, name: 'Edit Game List' })).toBeVisible()
	await page.getByRole('button', { name: 'Remove Cyberpunk 2077' }).click()
	await page.getByRole('button', { name: 'Update List' }).click()
	await expect(page).toHaveURL(`/list/${id}`)
	await expect(page.getByRole('heading', { name: 'Games in this List (3)' })).toBeVisible()

	await page.route(`**/api/lists/${id}`, (route) =>
		route.request().method() === 'DELETE' ? route.abort() : route.continue(),
	)
	await page.getByRole('button', { name: 'Delete' }).click()
	const dialog = page.getByRole('dialog')
	await expect(dialog).toContainText('Are you sure you want to delete this list? This action cannot be undone.')
	await dialog.getByRole('button', { name: 'Delete' }).click()
	await expect(dialog.getByRole('alert')).toHaveText('Failed to delete the list. Please try again.')
	await page.unroute(`**/api/lists/${id}`)
	await dialog.getByRole('button', { name: 'Delete' }).click()
	await expect(page).toHaveURL(/\/profile/)
	await page.goto(`/list/${id}`)
	await expect(page.getByRole('heading', { level: 1, name: 'List Not Found' })).toBeVisible()
	await expect(page.getByText("The list you're looking for doesn't exist or has been removed.")).toBeVisible()
	await page.goto(`/list/edit/${id}`)
	await expect(page.getByRole('heading', { level: 1, name: 'Error Loading List' })).toBeVisible()
	await page.getByRole('button', { name: 'Go Back' }).click()
	await expect(page).toHaveURL(`/list/${id}`)
})

test('leaving with unsaved changes asks; staying keeps them, discarding does not', async ({ page, site }, {
	project,
}) => {
	const { accessToken } = await signedIn(page, site, `leaver_${project.name}`)
	const id = await madeList(site, accessToken, { title: 'Half done', games: four })
	await page.goto(`/list/${id}`)
	await page.getByRole('link', { name: 'Edit' }).click()
	await page.getByRole('button', { name: 'Cancel' }).click()
	await expect(page).toHaveURL(`/list/${id}`)

	await page.getByRole('link', { name: 'Edit' }).click()
	await page.getByRole('button', { name: 'Move Celeste down' }).click()
	const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
	for (const leave of [
		() => page.goBack(),
		() => page.getByRole('button', { name: 'Back', exact: true }).click(),
		() => page.getByRole('link', { name: 'Savepoint' }).first().click(),
	]) {
		await leave()
		await expect(dialog).toBeVisible()
		await dialog.getByRole('button', { name: 'Keep editing' }).click()
		await expect(dialog).toBeHidden()
		await expect(page).toHaveURL(`/list/edit/${id}`)
		await expect(page.getByLabel('Position of Celeste')).toHaveValue('2')
	}
	await page.getByRole('button', { name: 'Cancel' }).click()
	await dialog.getByRole('button', { name: 'Discard changes' }).click()
	await expect(page).toHaveURL(`/list/${id}`)
	await expect.poll(() => shownNames(page)).toEqual(ofFour)
	await page.getByRole('link', { name: 'Edit' }).click()
	await expect(page.getByLabel('Position of Celeste')).toHaveValue('1')
	await expect(page.getByText('Your unsaved draft is back.')).toHaveCount(0)
})

test('a new list survives a reload, an ended session and a network that fails', async ({ page, site }, { project }) => {
	const name = `keeper_${project.name}`
	await signedIn(page, site, name)
	await page.goto('/list')
	await page.getByLabel('Title').fill('Kept')
	await add(page, 'Celeste')
	await page.getByRole('button', { name: 'Add a note to Celeste' }).click()
	await page.keyboard.type('Up, and up.')
	const asked = page.waitForEvent('dialog')
	page.once('dialog', (dialog) => dialog.accept())
	await page.reload()
	expect((await asked).type()).toBe('beforeunload')
	await expect(page.getByText('Your unsaved draft is back.')).toBeVisible()
	await expect(page.getByLabel('Notes for Celeste')).toHaveValue('Up, and up.')

	await page.route('**/api/lists', (route) => route.abort())
	await page.getByRole('button', { name: 'Create List' }).click()
	await expect(page.getByRole('alert').filter({ hasText: 'An error occurred while creating the list' })).toBeVisible()
	await expect(page.getByLabel('Title')).toHaveValue('Kept')
	await page.unroute('**/api/lists')
	await page.route('**/api/lists', (route) => route.fulfill({ status: 201, json: {} }))
	await page.getByRole('button', { name: 'Create List' }).click()
	await expect(page.getByText('Failed to create list. No list ID returned.')).toBeVisible()
	await page.unroute('**/api/lists')

	await page.evaluate(() => {
		localStorage.setItem('accessToken', 'spent')
		localStorage.setItem('refreshToken', 'spent')
	})
	await page.getByRole('button', { name: 'Create List' }).click()
	await expect(page).toHaveURL('/login?redirect=%2Flist')
	await expect(page.getByText('Please log in to create a list')).toBeVisible()
	await page.getByLabel('Username or email').fill(name)
	await page.getByLabel('Password', { exact: true }).fill('Correct1Horse')
	await page.getByRole('button', { name: 'Log In' }).click()
	await expect(page).toHaveURL('/list')
	await expect(page.getByLabel('Notes for Celeste')).toHaveValue('Up, and up.')
	const sent: string[] = []
	page.on('request', (request) => {
		if (request.method() === 'POST' && request.url().endsWith('/api/lists')) sent.push(request.url())
	})
	await page.getByRole('button', { name: 'Create List' }).dblclick()
	await expect(page).toHaveURL(/\/list\/[0-9a-f-]{36}$/)
	await expect(rows(page)).toContainText(['Up, and up.'])
	expect(sent).toHaveLength(1)
	await page.goto('/list')
	await expect(page.getByLabel('Title')).toHaveValue('')
})

test('a list of 500 games refuses the next one', async ({ page, site }, { project }) => {
	test.skip(project.name === 'phone', 'the rule does not depend on the screen')
	await signedIn(page, site, 'collector')
	await page.evaluate(() => {
		const { id } = JSON.parse(localStorage.getItem('user') ?? '') as { id: string }
		const games = Array.from({ length: 500 }, (_, index) => ({
			game: { id: index + 1000, name: `Game ${index}`, cover: null, releaseDate: null, developers: [] },
			notes: '',
		}))
		localStorage.setItem(`listDraft:${id}:new`, JSON.stringify({ title: 'All', description: '', games }))
	})
	await page.goto('/list')
	await expect(page.getByRole('heading', { name: 'Games in this List (500)' })).toBeVisible({ timeout: 20_000 })
	await add(page, 'Celeste')
	await expect(page.getByRole('alert').filter({ hasText: 'A list can hold 500 games' })).toBeVisible()
	await expect(page.getByRole('heading', { name: 'Games in this List (500)' })).toBeVisible()
})

test('a list that cannot be read says so and is tried again', async ({ page, site }, { project }) => {
	const { accessToken } = await signedIn(page, site, `unlucky_${project.name}`)
	const id = await madeList(site, accessToken, { title: 'Far away', games: [] })
	await page.goto('/about')
	await page.route(`**/api/lists/${id}`, (route) => route.abort())
	for (const [path, sentence] of [
		[`/list/${id}`, 'Failed to load list'],
		[`/list/edit/${id}`, 'Failed to load list data'],
	] as const) {
		await goInside(page, path)
		await expect(page.getByRole('heading', { level: 1, name: 'Error Loading List' })).toBeVisible()
		await expect(page.getByRole('alert').getByText(sentence, { exact: true })).toBeVisible()
	}
	await page.unroute(`**/api/lists/${id}`)
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expect(page.getByLabel('Title')).toHaveValue('Far away')
	await page.goto(`/list/${id}`)
	await expect(page.getByText('No games in this list yet.')).toBeVisible()
})
