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

/** Returns the drag handle of a row, once it is ready. */
export async function draggableGrip(page: Page, name: string): Promise<Locator> {
	const grip = page.getByRole('button', { name: `Reorder ${name}` })
	await expect(grip).toHaveAttribute('aria-describedby', /./)
	return grip
}
