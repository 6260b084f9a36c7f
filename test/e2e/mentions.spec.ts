import type { Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { takeGame } from '#kit/browser/built-in-games.ts'
import { newUsername, registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

const list = (page: Page) => page.getByRole('listbox', { name: 'People to mention' })
const option = (page: Page, name: string) => list(page).getByRole('option', { name, exact: true })

test('a mention links to the profile, whatever its case', { tag: '@ci' }, async ({ page, site }) => {
	const [author, mentioned] = [await registerPerson(site), await registerPerson(site)]
	const typed = `@${mentioned.username.toUpperCase()}`
	const id = await author.review(takeGame(), { description: `Read what ${typed} wrote, not \`@${author.username}\`.` })
	await author.comment(id, `And ${typed} again, but not @nobody_of_that_name.`)
	await visit(page, `/reviews/${id}`)
	const links = page.getByRole('link', { name: typed, exact: true })
	await expect(links).toHaveCount(2)
	await expect(page.getByRole('link', { name: /nobody_of_that_name/ })).toHaveCount(0)
	await expect(page.getByRole('link', { name: `@${author.username}` })).toHaveCount(0)
	expect(await findAxeViolations(page)).toEqual([])
	await links.first().click()
	await expect(page).toHaveURL(`/profile/${mentioned.username}`)
})

test('people are offered by what is typed, with names that are part of others', { tag: '@phone' }, async ({
	page,
	site,
}) => {
	const name = newUsername('ann')
	const [short, long] = [await registerPerson(site, name), await registerPerson(site, `${name}_bell`)]
	const id = await (await registerPerson(site)).review(takeGame())
	await registerAndLogIn(page, site)
	await visit(page, `/reviews/${id}`)
	const field = page.getByLabel('Write a comment')
	await field.fill('Thanks , well said.')
	await field.evaluate((text: HTMLTextAreaElement) => text.setSelectionRange(7, 7))
	await field.pressSequentially(`@${name}`)
	await expect(list(page).getByRole('option')).toHaveCount(2)
	await expect(field).toHaveAttribute('aria-activedescendant', /.+/)
	expect(await findAxeViolations(page)).toEqual([])
	await option(page, long.username).click()
	await expect(field).toHaveValue(`Thanks @${long.username}, well said.`)
	await expect(field).toBeFocused()
	await expect(list(page)).toHaveCount(0)
	await field.press('ControlOrMeta+z')
	await expect(field).toHaveValue(`Thanks @${name}, well said.`)
	await field.fill(`@${name}`)
	await option(page, short.username).click()
	await expect(field).toHaveValue(`@${short.username} `)
})

test('keys choose and close, and mean nothing when nobody is offered', { tag: '@ci' }, async ({ page, site }) => {
	const name = newUsername('key')
	await registerPerson(site, `${name}_a`)
	await registerPerson(site, `${name}_b`)
	const id = await (await registerPerson(site)).review(takeGame())
	await registerAndLogIn(page, site)
	await visit(page, `/reviews/${id}`)
	const field = page.getByLabel('Write a comment')
	await field.fill('Hello')
	await field.press('End')
	await field.pressSequentially(` @${name}`)
	await expect(list(page).getByRole('option')).toHaveCount(2)
	const names = await list(page).getByRole('option').allTextContents()
	await expect(list(page).getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
	await field.press('ArrowDown')
	await expect(list(page).getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true')
	await field.press('ArrowDown')
	await field.press('ArrowUp')
	await field.press('Enter')
	await expect(field).toHaveValue(new RegExp(`^Hello @${name}_[ab] $`))
	expect(names.some((text) => text.includes(`${name}_a`))).toBe(true)

	await field.fill(`@${name}`)
	await expect(list(page)).toBeVisible()
	await field.press('Escape')
	await expect(list(page)).toHaveCount(0)
	await field.press('Enter')
	await expect(field).toHaveValue(`@${name}\n`)

	await field.fill(`@${name}`)
	await expect(list(page)).toBeVisible()
	await field.press('Tab')
	await expect(field).toHaveValue(new RegExp(`^@${name}_[ab] $`))
	await expect(field).toBeFocused()

	await field.fill('')
	await field.pressSequentially(`\`@${name}`)
	await field.press('Enter')
	await field.pressSequentially(`ann@${name}`)
	await field.press('Enter')
	await expect(field).toHaveValue(`\`@${name}\nann@${name}\n`)
	await expect(list(page)).toHaveCount(0)
})

test('people whom one follows are offered at the first @, in reviews, lists and notes', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const followed = await registerPerson(site)
	const writer = await registerAndLogIn(page, site)
	await writer.send('POST', '/follows', { followedId: followed.id })
	await visit(page, `/games/${takeGame()}/review`)
	await page.getByRole('textbox', { name: 'Your review' }).pressSequentially('As @')
	await expect(option(page, followed.username)).toBeVisible()
	await page.keyboard.press('Enter')
	await expect(page.getByRole('textbox', { name: 'Your review' })).toHaveValue(`As @${followed.username} `)
	const id = await writer.createList({ title: 'With company', games: [{ gameId: takeGame(), notes: 'Played with ' }] })
	await visit(page, `/list/edit/${id}`)
	await page.getByRole('textbox', { name: 'Description' }).pressSequentially('For @')
	await expect(option(page, followed.username)).toBeVisible()
	await page.keyboard.press('Tab')
	await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue(`For @${followed.username} `)
	const notes = page.getByRole('textbox', { name: /^Notes for/ })
	await notes.press('End')
	await notes.pressSequentially(' @')
	await expect(option(page, followed.username)).toBeVisible()
	await page.keyboard.press('Enter')
	await expect(notes).toHaveValue(`Played with @${followed.username} `)
})
