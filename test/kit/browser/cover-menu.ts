import type { Locator, Page } from '@playwright/test'
import type { SiteProcess } from '#kit/site-process.ts'
import { takeGame } from './built-in-games.ts'
import { type Person, registerAndLogIn } from './people.ts'
import { visit, waitForIdle } from './ready.ts'

/** The menu of a cover. */
export const menu = (page: Page) => page.getByRole('dialog', { name: /^Log / })
export const mark = (page: Page, word: string) => menu(page).getByRole('button', { name: word, exact: true })
export const stars = (page: Page) => menu(page).getByRole('slider', { name: /^Your rating of / })
export const opener = (row: Locator) => row.getByRole('button', { name: /^Log / })
export const toast = (page: Page) => page.getByRole('region', { name: 'Message' })
export const undo = (page: Page) => toast(page).getByRole('button', { name: 'Undo' })

/** Returns a member's entry of a game, null if there is none. */
export const readEntry = async (member: Person, game: number) =>
	(await member.send<{ entry: object | null }>('GET', `/library/${game}`)).entry

interface List {
	member: Person
	path: string
	games: number[]
	/** The first and the second game of the list. */
	rows: Locator[]
}

/** Makes a list of two games that no other test uses, as a new member. */
export async function createList(page: Page, site: SiteProcess): Promise<List> {
	const member = await registerAndLogIn(page, site)
	const games = [takeGame(), takeGame()]
	const id = await member.createList({ title: 'Two games', games: games.map((gameId) => ({ gameId })) })
	const items = page.getByRole('main').getByRole('listitem')
	return { member, games, path: `/list/${id}`, rows: [items.nth(0), items.nth(1)] }
}

/** Opens such a list. */
export async function openList(
	page: Page,
	site: SiteProcess,
): Promise<List & { first: Locator; second: Locator; game: number }> {
	const list = await createList(page, site)
	await visit(page, list.path)
	await waitForIdle(page)
	const [first, second] = list.rows as [Locator, Locator]
	return { ...list, first, second, game: list.games[0] as number }
}
