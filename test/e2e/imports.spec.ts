import type { Locator, Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { type Person, registerAndLogIn } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { expectFitsWidth } from '#kit/browser/width.ts'

const FILE = [
	'"Title","Platform","Status","Rating"',
	'"Celeste","Nintendo Switch","Finished","5"',
	'"Outer Wilds","PC","Playing","4"',
	'"Qwxzy Unheard Of","PC","Finished","3"',
].join('\n')

const csv = (content: string) => ({ name: 'my-games.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })

/** Chooses a file on the page of imports, and goes with it to its import. */
async function bring(page: Page, content: string): Promise<void> {
	await visit(page, '/imports?from=csv')
	await page.getByLabel('File with your games').setInputFiles(csv(content))
	await expect(page).toHaveURL(/\/imports\/[0-9a-f-]{36}$/)
}

/** Returns the id of Celeste. */
async function findCeleste(send: Person['send']): Promise<number> {
	const { games } = await send<{ games: { id: number }[] }>('GET', '/games/search?query=celeste&limit=1')
	const [game] = games
	if (!game) throw new Error('Celeste is not in the catalog')
	return game.id
}

/** Says which column is which, if the page asks. */
async function mapColumns(page: Page, button = 'Import 2 Games'): Promise<void> {
	const use = page.getByRole('button', { name: 'Use These Columns' })
	const apply = page.getByRole('button', { name: button, exact: true })
	await expect(use.or(apply).first()).toBeVisible()
	if (await apply.isVisible()) return
	await page.getByLabel('Name of the game').selectOption('Title')
	await page.getByLabel('Status', { exact: true }).selectOption('Status')
	await page.getByLabel('Rating', { exact: true }).selectOption('Rating')
	await use.click()
}

test('a file is looked through, comes to the library, and is taken back', { tag: '@phone' }, async ({ page, site }) => {
	const { username } = await registerAndLogIn(page, site)
	await bring(page, FILE)
	await mapColumns(page)
	const apply = page.getByRole('button', { name: 'Import 2 Games' })
	await expect(apply).toBeVisible()
	await expect(page.getByRole('checkbox', { name: 'Import Celeste' })).toBeChecked()
	await expectFitsWidth(page)
	expect(await findAxeViolations(page)).toEqual([])

	await page.getByRole('checkbox', { name: 'Import Outer Wilds' }).press(' ')
	await expect(page.getByRole('button', { name: 'Import 1 Game', exact: true })).toBeVisible()
	await page.getByRole('link', { name: /^Not found 1$/ }).click()
	await page.getByRole('button', { name: 'Find Qwxzy Unheard Of' }).click()
	await page.getByRole('combobox', { name: 'Search for a game' }).fill('gorogo')
	await expect(page.getByRole('option', { name: 'Not here? Add it' })).toBeVisible()
	await page.getByRole('option', { name: /^Gorogoa/ }).click()
	await expect(page.getByRole('checkbox', { name: 'Import Gorogoa' })).toBeChecked()
	await apply.click()
	await expect(page.getByRole('heading', { name: '2 games added' })).toBeVisible()
	await waitForIdle(page)
	expect(await findAxeViolations(page)).toEqual([])

	await page.getByRole('link', { name: 'See Your Library' }).click()
	await expect(page).toHaveURL(`/${username}/games`)
	await expect(page.getByRole('link', { name: 'Celeste' })).toBeVisible()
	await expect(page.getByRole('link', { name: 'Outer Wilds' })).toBeHidden()
	await page.goBack()
	await page.getByRole('button', { name: 'Undo Import' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Undo Import' }).click()
	await expect(page.getByText('This import is undone.')).toBeVisible()
	await visit(page, `/${username}/games`)
	await expect(page.getByRole('link', { name: 'Celeste' })).toBeHidden()
	await visit(page, '/imports')
	await expect(page.getByRole('link', { name: /my-games\.csv/ })).toBeVisible()
})

test('a CSV whose dates fit two orders asks which one it is', { tag: '@phone' }, async ({ page, site }) => {
	const { send } = await registerAndLogIn(page, site)
	const gameId = await findCeleste(send)
	await bring(page, 'Title,Status,Finished\nCeleste,Finished,03/04/2024\nOuter Wilds,Finished,05/06/2023\n')
	const use = page.getByRole('button', { name: 'Use These Columns' })
	await use.click()
	await expect(page.getByText('Choose how its dates are written')).toBeVisible()
	await expectFitsWidth(page)
	expect(await findAxeViolations(page)).toEqual([])
	await page.getByText('Day, month, year', { exact: true }).click()
	await expect(page.getByText('such as 03/04/2024')).toBeVisible()
	await use.click()
	await page.getByRole('button', { name: 'Import 2 Games' }).click()
	await expect(page.getByRole('heading', { name: '2 games added' })).toBeVisible()
	const { plays } = await send<{ plays: { endedOn: string }[] }>('GET', `/library/${gameId}`)
	expect(plays).toMatchObject([{ endedOn: '2024-04-03' }])
})

test('the figures show what is new or stays alone, and on a phone the options wait behind a button', {
	tag: '@phone',
}, async ({ page, site }) => {
	const { send } = await registerAndLogIn(page, site)
	const gameId = await findCeleste(send)
	await send('PUT', `/library/${gameId}`, { status: 'finished', rating: 5, platform: 'Nintendo Switch' })
	await bring(page, FILE)
	await mapColumns(page, 'Import 1 Game')
	await expect(page.getByText('Left out: 1 not found')).toBeVisible()
	const [celeste, wilds] = ['Celeste', 'Outer Wilds'].map((name) =>
		page.getByRole('checkbox', { name: `Import ${name}` }),
	) as [Locator, Locator]
	await page.getByRole('link', { name: '1 new' }).click()
	await expect(wilds).toBeVisible()
	await expect(celeste).toBeHidden()
	const staying = page.getByRole('link', { name: '1 stay as they are' })
	await staying.click()
	await expect(celeste).toBeVisible()
	await expect(wilds).toBeHidden()
	await staying.click()
	await expect(wilds).toBeVisible()
	const options = page.getByRole('button', { name: 'Options' })
	if (await options.isVisible()) await options.click()
	await expect(page.getByText('Columns of your file')).toBeVisible()

	await page.getByRole('button', { name: 'Import 1 Game', exact: true }).click()
	await page.getByText('What was left out').click()
	const missing = page.getByRole('listitem').filter({ hasText: 'Not found · Line 4' })
	await expect(missing).toHaveCount(1)
	await expectFitsWidth(page)
	expect(await findAxeViolations(page)).toEqual([])
	await missing.getByRole('link', { name: 'Qwxzy Unheard Of' }).click()
	await expect(page).toHaveURL('/search?query=Qwxzy+Unheard+Of')
})

test.describe('what goes wrong', () => {
	test.use({ expectedNoise: /status of 40[049]/ })

	test('a file that is too large, and an import of somebody else, are refused', { tag: '@ci' }, async ({
		page,
		site,
	}) => {
		await registerAndLogIn(page, site)
		await visit(page, '/imports')
		await page.getByLabel('File with your games').setInputFiles(csv('a,b\n'.repeat(6 * 1024 * 1024)))
		await expect(page.getByRole('alert').filter({ hasText: 'Files can be up to 20 MB' })).toBeVisible()
		await bring(page, 'Title,Status\n')
		await expect(page.getByText('There are no games in this file.')).toBeVisible()
		await page.goto('/imports/00000000-0000-7000-8000-000000000000')
		await expect(page.getByRole('heading', { name: 'Import Not Found' })).toBeVisible()
	})
})

test('a visitor is led to the login, and back', { tag: '@ci' }, async ({ page }) => {
	await visit(page, '/imports?from=grouvee')
	await expect(page).toHaveURL(/\/login\?redirect=%2Fimports%3Ffrom%3Dgrouvee/)
})
