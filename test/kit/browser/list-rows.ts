import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { gameId } from './built-in-games.ts'

export const FOUR_NAMES = ['Celeste', 'Cyberpunk 2077', 'Elden Ring', 'Guitar Hero']
export const FOUR_GAMES = FOUR_NAMES.map((name) => ({ gameId: gameId(name) }))

/** Returns the rows of a list, on its page or in its form. */
export const listRows = (page: Page) => page.getByRole('region', { name: /^Games in this List/ }).getByRole('listitem')

/** Expects the game names in a list's form, in order. */
export const expectFormNames = (page: Page, names: string[]) =>
	expect(listRows(page).locator('p:first-child')).toHaveText(names)

/** Expects the game names on a list's page, in order. */
export const expectPageNames = (page: Page, names: string[]) =>
	expect(listRows(page).getByRole('heading').getByRole('link')).toHaveText(names)

/** Adds a game to a list's form through its search. */
export async function addGame(page: Page, name: string): Promise<void> {
	await page.getByRole('combobox', { name: 'Search for a game to add' }).fill(name)
	await page.getByRole('option', { name: new RegExp(`^${name} \\d`) }).click()
}

const hasWidth = async (page: Page, query: string) => page.evaluate((media) => matchMedia(media).matches, query)

/** Opens what a list's form folds away where there is no room beside the games. */
export async function unfoldDetails(page: Page): Promise<void> {
	if (await hasWidth(page, '(width < 1000px)'))
		await page.getByRole('button', { name: /^Details/, expanded: false }).click()
}

/** Returns a tool of a row in a list's form, from the row's menu on phones. */
export async function rowTool(page: Page, game: string, tool: string): Promise<Locator> {
	if (await hasWidth(page, '(width < 700px)')) await page.getByRole('button', { name: `More about ${game}` }).click()
	return page.getByRole('button', { name: tool })
}

/** Returns the drag handle of a row, once it is ready. */
export async function draggableGrip(page: Page, name: string): Promise<Locator> {
	const grip = page.getByRole('button', { name: `Reorder ${name}` })
	await expect(grip).toHaveAttribute('aria-describedby', /./)
	return grip
}
