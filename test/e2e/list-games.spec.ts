import { findAxeViolations } from '#kit/browser/axe.ts'
import { failCalls } from '#kit/browser/call-failures.ts'
import { expectFormNames, expectPageNames, FOUR_GAMES, FOUR_NAMES, listRows, rowTool } from '#kit/browser/list-rows.ts'
import { registerAndLogIn } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

const SEARCHES = '**/api/games/search**'

test('a list of ten takes four presses: names are pasted, found and added', { tag: '@phone' }, async ({
	page,
	site,
}) => {
	await registerAndLogIn(page, site)
	await visit(page, '/list')
	await page.getByLabel('Title').fill('Ten for the train')
	const names = [
		'Celeste',
		'Hades',
		'Balatro',
		'Elden Ring',
		'Outer Wilds',
		'Stardew Valley',
		'Hollow Knight',
		'Disco Elysium',
		'Portal 2',
		'Undertale',
	]
	await page.getByRole('button', { name: 'Paste Names' }).click()
	const dialog = page.getByRole('dialog', { name: 'Paste Names' })
	const field = dialog.getByLabel('Names of games')
	await expect(field).toBeFocused()
	await field.fill(names.map((name, index) => `${index + 1}. ${name.toLowerCase()}`).join('\n'))
	await dialog.getByRole('button', { name: 'Find Games' }).click()
	await expect(dialog.getByText('10 found')).toBeFocused()
	expect(await findAxeViolations(page)).toEqual([])
	await dialog.getByRole('button', { name: 'Add 10 Games' }).click()
	await expect(dialog).toBeHidden()
	await expectFormNames(page, names)
	await page.getByRole('button', { name: 'Create List' }).click()
	await expect(page).toHaveURL(/\/list\/[0-9a-f-]{36}$/)
	await expectPageNames(page, names)
})

test('pasted names that several games have, or none, are chosen or left out, and what is added is taken back at once', async ({
	page,
	site,
}) => {
	const maker = await registerAndLogIn(page, site)
	const id = await maker.createList({ title: 'With more', games: FOUR_GAMES })
	await visit(page, `/list/edit/${id}`)
	const opener = page.getByRole('button', { name: 'Paste Names' })
	await opener.click()
	const dialog = page.getByRole('dialog', { name: 'Paste Names' })
	await expect(dialog.getByRole('button', { name: 'Find Games' })).toHaveAttribute('aria-disabled', 'true')
	await dialog
		.getByLabel('Names of games')
		.fill('god of war ragnarok\nCeleste\nResident Evil 4\nxyzzyqq\n\nHades\nGod of War Ragnarök')
	await expect(dialog.getByText('5 names')).toBeVisible()
	// What is typed stays while the dialog is closed
	await page.keyboard.press('Escape')
	await expect(opener).toBeFocused()
	await opener.click()
	await dialog.getByRole('button', { name: 'Find Games' }).click()

	await expect(dialog.getByText('3 found · 1 to choose · 1 unknown')).toBeVisible()
	await expect(dialog.getByRole('listitem').filter({ hasText: 'xyzzyqq' })).toContainText('No games found')
	const celeste = dialog.getByRole('checkbox', { name: /^Celeste/ })
	await expect(celeste).toBeDisabled()
	await expect(celeste).toBeChecked()
	await expect(dialog.getByRole('button', { name: 'Add 2 Games' })).toBeVisible()
	const choices = dialog.getByRole('listitem').filter({ hasText: 'Resident Evil 4' }).getByRole('checkbox')
	await expect(choices).toHaveCount(2)
	await dialog.getByRole('checkbox', { name: /^Resident Evil 4 ?2005/ }).check()
	await dialog.getByRole('button', { name: 'Add 3 Games' }).click()
	await expectFormNames(page, [...FOUR_NAMES, 'God of War Ragnarök', 'Resident Evil 4', 'Hades'])
	await expect(opener).toBeFocused()
	await expect(page.getByText('3 games added.')).toBeVisible()
	await page.getByRole('main').getByRole('button', { name: 'Undo' }).click()
	await expectFormNames(page, FOUR_NAMES)
	await expect(page.getByText('3 games removed.')).toBeVisible()
	await expect(page.getByRole('combobox', { name: 'Search for a game to add' })).toBeFocused()
})

test('names whose search failed are said and tried again', { tag: '@ci' }, async ({ page, site }) => {
	await registerAndLogIn(page, site)
	await visit(page, '/list')
	await page.getByRole('button', { name: 'Paste Names' }).click()
	const dialog = page.getByRole('dialog', { name: 'Paste Names' })
	await dialog.getByLabel('Names of games').fill('Celeste\nHades')
	const mend = await failCalls(page, SEARCHES, 'lost')
	await dialog.getByRole('button', { name: 'Find Games' }).click()
	await expect(dialog.getByRole('alert').filter({ hasText: 'The search failed for 2 names.' })).toBeVisible()
	await mend()
	const hang = await failCalls(page, SEARCHES, 'hangs')
	await dialog.getByRole('button', { name: 'Try Again' }).click()
	await expect(dialog.getByText('Searching for 2 games...')).toBeVisible()
	await dialog.getByRole('button', { name: 'Cancel' }).click()
	await expect(dialog.getByRole('alert').filter({ hasText: 'The search failed for 2 names.' })).toBeVisible()
	await hang()
	await dialog.getByRole('button', { name: 'Change Names' }).click()
	await expect(dialog.getByLabel('Names of games')).toHaveValue('Celeste\nHades')
	await dialog.getByLabel('Names of games').fill('Celeste\nBalatro')
	await dialog.getByRole('button', { name: 'Find Games' }).click()
	await dialog.getByRole('button', { name: 'Add 2 Games' }).click()
	await expectFormNames(page, ['Celeste', 'Balatro'])
})

test('games of one’s own library are searched, chosen by their covers and added in that order', {
	tag: '@phone',
}, async ({ page, site }) => {
	const maker = await registerAndLogIn(page, site)
	for (const { gameId } of FOUR_GAMES) await maker.send('PUT', `/library/${gameId}`, { status: 'finished' })
	const id = await maker.createList({ title: 'Mine', games: FOUR_GAMES.slice(0, 1) })
	await visit(page, `/list/edit/${id}`)
	await page.getByRole('button', { name: 'From My Library' }).click()
	const dialog = page.getByRole('dialog', { name: 'From My Library' })
	const search = dialog.getByRole('searchbox', { name: 'Search your library' })
	await expect(search).toBeFocused()
	await expect(dialog.getByRole('checkbox')).toHaveCount(4)
	await expect(dialog.getByRole('checkbox', { name: 'Celeste, already in the list' })).toBeDisabled()
	await dialog.getByRole('checkbox', { name: 'Guitar Hero' }).check()
	await search.fill('elden')
	await expect(dialog.getByRole('checkbox')).toHaveCount(1)
	await dialog.getByRole('checkbox', { name: 'Elden Ring' }).check()
	expect(await findAxeViolations(page)).toEqual([])
	await dialog.getByRole('button', { name: 'Add 2 Games' }).click()
	await expectFormNames(page, ['Celeste', 'Guitar Hero', 'Elden Ring'])
	await page.getByRole('button', { name: 'Update List' }).click()
	await expectPageNames(page, ['Celeste', 'Guitar Hero', 'Elden Ring'])
})

test('on a phone, rows are low, their tools are in a menu, and the focus stays with the row', {
	tag: '@touch',
}, async ({ page, site }) => {
	const maker = await registerAndLogIn(page, site)
	const id = await maker.createList({ title: 'By thumb', games: FOUR_GAMES })
	await visit(page, `/list/edit/${id}`)
	await expectFormNames(page, FOUR_NAMES)
	const heights = () =>
		listRows(page).evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)))
	await expect.poll(heights).toEqual([65, 65, 65, 65])
	await (await rowTool(page, 'Celeste', 'Move Celeste down')).click()
	await expectFormNames(page, ['Cyberpunk 2077', 'Celeste', 'Elden Ring', 'Guitar Hero'])
	await expect(page.getByRole('button', { name: 'More about Celeste' })).toBeFocused()
	await (await rowTool(page, 'Celeste', 'Remove Celeste')).click()
	await expect(page.getByRole('button', { name: 'More about Elden Ring' })).toBeFocused()
	await page.getByRole('main').getByRole('button', { name: 'Undo' }).click()
	await expect(page.getByRole('button', { name: 'More about Celeste' })).toBeFocused()
	await (await rowTool(page, 'Celeste', 'Add a note to Celeste')).click()
	await expect(page.getByLabel('Notes for Celeste')).toBeFocused()
})

test('the details of a list fold to one line on a phone, and a problem in them opens them', { tag: '@touch' }, async ({
	page,
	site,
}) => {
	const maker = await registerAndLogIn(page, site)
	const id = await maker.createList({ title: 'Folded', games: FOUR_GAMES })
	await visit(page, `/list/edit/${id}`)
	const details = page.getByRole('button', { name: 'Details Public · ranked' })
	const description = page.getByLabel('Description')
	await expect(details).toHaveAttribute('aria-expanded', 'false')
	await expect(description).toBeHidden()
	await details.click()
	await page.getByText('Unlisted', { exact: true }).click()
	await page.getByRole('textbox', { name: 'Tags' }).fill('cozy, short,')
	await description.fill('x'.repeat(2001))
	await page.getByRole('button', { name: 'Details Unlisted · ranked · 2 tags' }).click()
	await expect(description).toBeVisible()
	page.once('dialog', (dialog) => void dialog.accept())
	await page.reload()
	await expect(page.getByText('We kept your draft.')).toBeVisible()
	await expect(description).toBeHidden()
	await page.getByRole('button', { name: 'Update List' }).click()
	await expect(page.getByText('Description must be 2,000 characters or less')).toBeVisible()
	await expect(description).toBeFocused()
	await description.fill('Short.')
	await expect(description).toBeVisible()
	await page.getByRole('button', { name: 'Update List' }).click()
	await expect(page).toHaveURL(`/list/${id}`)
})
