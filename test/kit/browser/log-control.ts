import type { Page } from '@playwright/test'
import type { SiteProcess } from '#kit/site-process.ts'
import { takeGame } from './built-in-games.ts'
import { type Person, registerAndLogIn } from './people.ts'
import { visit } from './ready.ts'
import { expect } from './test.ts'

/** What a member has to do with a game, on its page. */
export const control = (page: Page) => page.getByRole('region', { name: /in your library$/ })
/** A button of the control, by its first word. */
export const button = (page: Page, word: string) => control(page).getByRole('button', { name: new RegExp(`^${word} `) })
/** The rating in the control. */
export const stars = (page: Page) => control(page).getByRole('slider', { name: /^Your rating of / })
/** The message at the edge of the screen. */
export const toast = (page: Page) => page.getByRole('region', { name: 'Message' })
/** The button of the message that takes the last change back. */
export const undo = (page: Page) => toast(page).getByRole('button', { name: 'Undo' })

/** Opens the page of a game that no other test uses, as a new member. */
export async function openGame(page: Page, site: SiteProcess): Promise<{ game: number; member: Person }> {
	const game = takeGame()
	const member = await registerAndLogIn(page, site)
	await visit(page, `/games/${game}`)
	await expect(button(page, 'Playing')).toBeVisible()
	return { game, member }
}

/** Returns a member's entry of a game; null if there is none. */
export const readEntry = async (member: Person, game: number) =>
	(await member.send<{ entry: object | null }>('GET', `/library/${game}`)).entry
