import type { Locator, Page } from '@playwright/test'
import { type CallFailure, failCalls } from '#kit/browser/call-failures.ts'
import { navigateInside } from '#kit/browser/client-navigation.ts'
import type { Person } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

/** What the rows of a table act on. */
export interface Scene {
	page: Page
	/** What addresses and patterns of the rows name by `:word`. */
	words: Readonly<Record<string, string>>
	/** Who sits at the browser, and somebody else. */
	member: Person
	writer: Person
}

type Role = 'alert' | 'status' | 'heading' | 'text' | 'button' | 'link'

/** A sentence and where it stands: on which screen, after which calls failed, after what the person did. */
export interface Row {
	/** The screen that is gone to; without it the walk stays where it is. */
	at?: string
	/** Loads it anew in place of going there inside the page. */
	anew?: boolean
	/** The calls that fail while the sentence is awaited, by the pattern of their address. */
	calls?: Readonly<Record<string, CallFailure>>
	/** What is done there. */
	act?: (scene: Scene) => Promise<unknown>
	/** The sentences, under the role that says them; `text` where it is part of the page. */
	says: Partial<Record<Role, string | readonly string[]>>
}

/** Goes through a table of rows, in the page's one life where no row loads it anew. */
export async function walk(scene: Scene, rows: readonly Row[]): Promise<void> {
	const { page, words } = scene
	const named = (text: string) => withWords(words, text)
	// A page with unsaved changes asks before it is left
	page.on('dialog', (dialog) => void dialog.accept())
	await visit(page, '/about')
	for (const { at, anew, calls = {}, act, says } of rows) {
		const title = Object.values(says).flat().join(' ')
		await test.step(`${at ?? 'there'}: ${title}`, async () => {
			const mending: (() => Promise<void>)[] = []
			for (const [pattern, way] of Object.entries(calls)) mending.push(await failCalls(page, named(pattern), way))
			if (at !== undefined && anew) await page.goto(named(at))
			else if (at !== undefined) await navigateInside(page, named(at))
			await act?.(scene)
			for (const [role, sentences] of Object.entries(says))
				for (const sentence of [sentences].flat())
					await expect(locate(page, role, named(sentence)).first(), `${at ?? 'there'} says: ${sentence}`).toBeVisible()
			for (const mend of mending) await mend()
		})
	}
}

/** A text with the words of the scene in the place of `:word`. */
const withWords = (words: Scene['words'], text: string) =>
	text.replace(/:([a-z]+)/gi, (whole, word: string) => words[word] ?? whole)

/** Presses a button. */
export const press =
	(name: string) =>
	({ page, words }: Scene) =>
		page.getByRole('button', { name: withWords(words, name), exact: true }).click()

/** Types into a field. */
export const fill =
	(label: string, text: string) =>
	({ page, words }: Scene) =>
		page.getByRole('main').getByLabel(label, { exact: true }).fill(withWords(words, text))

/** Does one after the other. */
export const all =
	(...acts: ((scene: Scene) => Promise<unknown>)[]) =>
	async (scene: Scene) => {
		for (const act of acts) await act(scene)
	}

function locate(page: Page, role: string, sentence: string): Locator {
	if (role === 'heading' || role === 'button' || role === 'link')
		return page.getByRole(role, { name: sentence, exact: true })
	const text = page.getByText(sentence, { exact: true })
	return role === 'text' ? text : text.locator(`xpath=ancestor-or-self::*[@role="${role}"]`)
}
