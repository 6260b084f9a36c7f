import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { gameId } from './built-in-games.ts'

export const FOUR_NAMES = ['Celeste', 'Cyberpunk 2077', 'Elden Ring', 'Guitar Hero']
export const FOUR_GAMES = FOUR_NAMES.map((name) => ({ gameId: gameId(name) }))

/** The rows of a list, on its page and in its form. */
export const listRows = (page: Page) => page.getByRole('region', { name: /^Games in this List/ }).getByRole('listitem')

/** Expects the names in the form of a list, in their order. */
export const expectFormNames = (page: Page, names: string[]) =>
	expect(listRows(page).locator('p:first-child')).toHaveText(names)

/** Expects the names on a list's page, in their order. */
export const expectPageNames = (page: Page, names: string[]) =>
	expect(listRows(page).getByRole('heading').getByRole('link')).toHaveText(names)

/** Adds a game to a list's form through its search. */
export async function addGame(page: Page, name: string): Promise<void> {
	await page.getByRole('combobox', { name: 'Search for a game to add' }).fill(name)
	await page.getByRole('option', { name: new RegExp(`^${name} \\d`) }).click()
}

/** The button by which a row is dragged, as soon as it can be. */
export async function draggableGrip(page: Page, name: string): Promise<Locator> {
	const grip = page.getByRole('button', { name: `Reorder ${name}` })
	await expect(grip).toHaveAttribute('aria-describedby', /./)
	return grip
}
