// Making, sorting and sharing lists, the longest form of the site.

import { findAxeViolations } from '#kit/browser/axe.ts'
import { failCalls } from '#kit/browser/call-failures.ts'
import {
	addGame,
	expectFormNames,
	expectPageNames,
	FOUR_GAMES,
	FOUR_NAMES,
	listRows,
	rowTool,
	unfoldDetails,
} from '#kit/browser/list-rows.ts'
import { expireSession, logIn } from '#kit/browser/login.ts'
import { registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

test('a list of four games is created, sorted and annotated, and persists', { tag: '@phone' }, async ({
	page,
	site,
}) => {
	const maker = await registerAndLogIn(page, site)
	await visit(page, '/list')
	const create = page.getByRole('button', { name: 'Create List' })
	await expect(create).toBeDisabled()
	await page.getByLabel('Title').fill('Games for a rainy week')
	await expect(create).toBeDisabled()
	await unfoldDetails(page)
	await page.getByLabel('Description').fill('Quiet ones.\nNothing here shouts.')
	for (const name of ['Celeste', 'Hades', 'Balatro', 'Elden Ring']) await addGame(page, name)
	await expect(page.getByRole('heading', { name: 'Games in this List (4)' })).toBeVisible()
	const search = page.getByRole('combobox', { name: 'Search for a game to add' })
	await expect(search).toHaveValue('')

	// What the list has is not offered again: the answer is here when another Hades is
	await search.fill('Hades')
	await expect(page.getByRole('option').first()).toBeVisible()
	await expect(page.getByRole('option', { name: /^Hades \d/ })).toHaveCount(0)
	await search.fill('')

	await (await rowTool(page, 'Elden Ring', 'Move Elden Ring up')).click()
	await page.getByLabel('Position of Balatro').fill('1')
	await page.getByLabel('Position of Balatro').press('Enter')
	await expectFormNames(page, ['Balatro', 'Celeste', 'Hades', 'Elden Ring'])
	await (await rowTool(page, 'Hades', 'Add a note to Hades')).click()
	await expect(page.getByLabel('Notes for Hades')).toBeFocused()
	await page.keyboard.type('Forty runs.\nNo regrets.')
	await create.click()

	await expect(page).toHaveURL(/\/list\/[0-9a-f-]{36}$/)
	await expect(page.getByRole('heading', { level: 1, name: 'Games for a rainy week' })).toBeVisible()
	await expect(page.getByText(`Created by ${maker.username}`)).toBeVisible()
	await page.reload()
	await expectPageNames(page, ['Balatro', 'Celeste', 'Hades', 'Elden Ring'])
	await expect(listRows(page).nth(2)).toContainText('Forty runs.\nNo regrets.', { useInnerText: true })
	await page.getByRole('link', { name: 'Hades' }).click()
	await expect(page).toHaveURL(/\/games\/\d+$/)
})

test('only the owner edits a list: others can only view it, and a visitor logs in first', async ({ page, site }) => {
	const owner = await registerPerson(site)
	const id = await owner.createList({ title: 'Mine', games: FOUR_GAMES })
	await registerAndLogIn(page, site)
	await visit(page, `/list/edit/${id}`)
	await expect(page).toHaveURL(`/list/${id}`)
	await expect(page.getByRole('heading', { name: 'Mine' })).toBeVisible()
	await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
	await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)

	await page.evaluate(() => localStorage.clear())
	await visit(page, `/list/edit/${id}`)
	await expect(page).toHaveURL(`/login?redirect=%2Flist%2Fedit%2F${id}`)
	await expect(page.getByText('Please log in to edit this list')).toBeVisible()
	await logIn(page, owner.username)
	await expect(page).toHaveURL(`/list/edit/${id}`)
	await expect(page.getByRole('heading', { level: 1, name: 'Edit Game List' })).toBeVisible()
	await page.getByRole('button', { name: 'Remove Cyberpunk 2077' }).click()
	await page.getByRole('button', { name: 'Update List' }).click()
	await expect(page).toHaveURL(`/list/${id}`)
	await expect(page.getByRole('heading', { name: 'Games in this List (3)' })).toBeVisible()
})

test('deleting a list asks for confirmation, shows a failure, and leaves nothing of the list', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const owner = await registerAndLogIn(page, site)
	const id = await owner.createList({ title: 'Mine', games: FOUR_GAMES })
	await visit(page, `/list/${id}`)
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
	await visit(page, `/list/${id}`)
	await expect(page.getByRole('heading', { level: 1, name: 'List Not Found' })).toBeVisible()
	await expect(page.getByText("The list you're looking for doesn't exist or has been removed.")).toBeVisible()
	await visit(page, `/list/edit/${id}`)
	await expect(page.getByRole('heading', { level: 1, name: 'Error Loading List' })).toBeVisible()
	await page.getByRole('button', { name: 'Go Back' }).click()
	await expect(page).toHaveURL(`/list/${id}`)
})

test('leaving with unsaved changes asks for confirmation; staying keeps them, discarding does not', {
	tag: '@ci',
}, async ({ page, site }) => {
	const maker = await registerAndLogIn(page, site)
	const id = await maker.createList({ title: 'Half done', games: FOUR_GAMES })
	await visit(page, `/list/${id}`)
	await page.getByRole('link', { name: 'Edit' }).click()
	await page.getByRole('button', { name: 'Cancel' }).click()
	await expect(page).toHaveURL(`/list/${id}`)

	await page.getByRole('link', { name: 'Edit' }).click()
	await page.getByRole('button', { name: 'Move Celeste down' }).click()
	await expect(page.getByLabel('Position of Celeste')).toHaveValue('2')
	const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
	for (const leave of [
		() => page.goBack(),
		() => page.getByRole('button', { name: 'Back', exact: true }).click(),
		() => page.getByRole('link', { name: 'Savepoint' }).first().click(),
	]) {
		await leave()
		await expect(dialog).toBeVisible()
		await dialog.getByRole('button', { name: 'Keep Editing' }).click()
		await expect(dialog).toBeHidden()
		await expect(page).toHaveURL(`/list/edit/${id}`)
		await expect(page.getByLabel('Position of Celeste')).toHaveValue('2')
	}
	await page.getByRole('button', { name: 'Cancel' }).click()
	await dialog.getByRole('button', { name: 'Discard Changes' }).click()
	await expect(page).toHaveURL(`/list/${id}`)
	await expectPageNames(page, FOUR_NAMES)
	await page.getByRole('link', { name: 'Edit' }).click()
	await expect(page.getByLabel('Position of Celeste')).toHaveValue('1')
	await expect(page.getByText('We kept your draft.')).toHaveCount(0)
})

test('the draft of a new list survives a reload, an ended session and a network failure', async ({ page, site }) => {
	const maker = await registerAndLogIn(page, site)
	await visit(page, '/list')
	await page.getByLabel('Title').fill('Kept')
	await addGame(page, 'Celeste')
	await page.getByRole('button', { name: 'Add a note to Celeste' }).click()
	await expect(page.getByLabel('Notes for Celeste')).toBeFocused()
	await page.keyboard.type('Up, and up.')
	await expect(page.getByLabel('Notes for Celeste')).toHaveValue('Up, and up.')
	const dialogs: string[] = []
	page.once('dialog', (dialog) => {
		dialogs.push(dialog.type())
		void dialog.accept()
	})
	await page.reload()
	expect(dialogs).toEqual(['beforeunload'])
	await expect(page.getByText('We kept your draft.')).toBeVisible()
	await expect(page.getByLabel('Notes for Celeste')).toHaveValue('Up, and up.')

	const create = page.getByRole('button', { name: 'Create List' })
	const mend = await failCalls(page, '**/api/lists', 'lost')
	await create.click()
	await expect(page.getByRole('alert').filter({ hasText: 'An error occurred while creating the list' })).toBeVisible()
	await expect(page.getByLabel('Title')).toHaveValue('Kept')
	await mend()
	const mendAgain = await failCalls(page, '**/api/lists', { status: 201, json: {} })
	await create.click()
	await expect(page.getByText('Failed to create list. No list ID returned.')).toBeVisible()
	await mendAgain()

	await expireSession(page)
	await create.click()
	await expect(page).toHaveURL('/login?redirect=%2Flist')
	await expect(page.getByText('Please log in to create a list')).toBeVisible()
	await logIn(page, maker.username)
	await expect(page).toHaveURL('/list')
	await expect(page.getByLabel('Notes for Celeste')).toHaveValue('Up, and up.')
	const sent: string[] = []
	page.on('request', (request) => {
		if (request.method() === 'POST' && request.url().endsWith('/api/lists')) sent.push(request.url())
	})
	await create.dblclick()
	await expect(page).toHaveURL(/\/list\/[0-9a-f-]{36}$/)
	await expect(listRows(page)).toContainText(['Up, and up.'])
	await visit(page, '/list')
	await expect(page.getByLabel('Title')).toHaveValue('')
	expect(sent).toHaveLength(1)
})

test('a list of 500 games rejects another one', { tag: '@ci' }, async ({ page, site }) => {
	const collector = await registerAndLogIn(page, site)
	await page.addInitScript((key) => {
		const games = Array.from({ length: 500 }, (_, index) => ({
			game: { id: index + 1000, name: `Game ${index}`, cover: null, releaseDate: null, developers: [] },
			notes: '',
		}))
		localStorage.setItem(key, JSON.stringify({ title: 'All', description: '', games }))
	}, `listDraft:${collector.id}:new`)
	await visit(page, '/list')
	await expect(page.getByRole('heading', { name: 'Games in this List (500)' })).toBeVisible()
	await addGame(page, 'Celeste')
	await expect(page.getByRole('alert').filter({ hasText: 'A list can hold up to 500 games' })).toBeVisible()
	await expect(page.getByRole('heading', { name: 'Games in this List (500)' })).toBeVisible()
})

test('a list is shown as a wall or in rows, by its notes unless the URL says which', async ({ page, site }) => {
	const author = await registerPerson(site)
	const view = (name: string) => page.getByRole('navigation', { name: 'View' }).getByRole('link', { name })
	const note = 'The one to begin with.'
	const plain = await author.createList({ title: 'Without notes', games: FOUR_GAMES })
	const noted = await author.createList({
		title: 'With a note',
		games: FOUR_GAMES.map((game, index) => (index === 0 ? { ...game, notes: note } : game)),
	})
	await visit(page, `/list/${plain}`)
	await expect(view('Wall')).toHaveAttribute('aria-current', 'true')
	await expectPageNames(page, FOUR_NAMES)
	const tops = () =>
		listRows(page).evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().top)))
	await expect.poll(async () => new Set(await tops()).size).toBe(1)

	await visit(page, `/list/${noted}`)
	await expect(view('Rows')).toHaveAttribute('aria-current', 'true')
	await expect(page.getByText(note)).toBeVisible()
	await view('Wall').click()
	await expect(page).toHaveURL(`/list/${noted}?view=wall`)
	await expect(page.getByText(note)).toBeHidden()
	await listRows(page).first().getByText(/^Note/).click()
	await expect(page.getByText(note)).toBeVisible()
	await page.reload()
	await expect(view('Wall')).toHaveAttribute('aria-current', 'true')
	await expectPageNames(page, FOUR_NAMES)
	expect(await findAxeViolations(page)).toEqual([])
})

test('a long list with few notes is a wall', { tag: '@ci' }, async ({ page, site }) => {
	const games = Array.from({ length: 12 }, (_, index) => ({ gameId: index + 1, notes: index < 3 ? 'Note.' : '' }))
	const id = await (await registerPerson(site)).createList({ title: 'Twelve games', games })
	await visit(page, `/list/${id}`)
	await expect(page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Wall' })).toHaveAttribute(
		'aria-current',
		'true',
	)
})
