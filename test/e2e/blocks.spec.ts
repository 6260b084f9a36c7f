import type { Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { takeGame } from '#kit/browser/built-in-games.ts'
import { toast, undo } from '#kit/browser/cover-menu.ts'
import { pressKey } from '#kit/browser/keyboard.ts'
import { registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { expectFitsWidth } from '#kit/browser/width.ts'

const opener = (page: Page, username: string) => page.getByRole('button', { name: `More about ${username}` })
const people = (page: Page, kind: 'Blocked' | 'Muted') => page.getByRole('list', { name: `${kind} people` })

test('a member blocks somebody on their profile, meets them nowhere, and unblocks them in the settings', {
	tag: '@ci',
}, async ({ page, site }) => {
	const other = await registerPerson(site)
	const game = takeGame()
	const review = await other.review(game)
	const member = await registerAndLogIn(page, site)
	await member.send('POST', '/follows', { followedId: other.id })
	await visit(page, `/profile/${other.username}`)
	await opener(page, other.username).click()
	await page.getByRole('button', { name: `Block ${other.username}` }).click()
	const dialog = page.getByRole('dialog', { name: `Block ${other.username}?` })
	await expect(dialog).toContainText('They are not told.')
	expect(await findAxeViolations(page)).toEqual([])
	await dialog.getByRole('button', { name: 'Cancel' }).click()
	await expect(dialog).toBeHidden()
	await opener(page, other.username).click()
	await page.getByRole('button', { name: `Block ${other.username}` }).click()
	await dialog.getByRole('button', { name: 'Block', exact: true }).click()
	await expect(page).toHaveURL('/')
	await expect(toast(page)).toContainText(`You blocked ${other.username}`)

	await visit(page, `/profile/${other.username}`)
	await expect(page.getByRole('heading', { name: 'Profile Not Found' })).toBeVisible()
	await visit(page, `/games/${game}`)
	await waitForIdle(page)
	await expect(page.getByRole('link', { name: other.username })).toHaveCount(0)
	await expect(other.send('GET', `/users/${member.id}`)).rejects.toThrow()

	await visit(page, '/settings')
	const unblock = people(page, 'Blocked').getByRole('button', { name: `Unblock ${other.username}` })
	await unblock.scrollIntoViewIfNeeded()
	expect(await findAxeViolations(page)).toEqual([])
	await unblock.press('Enter')
	await expect(page.getByText(`${other.username} is unblocked.`)).toBeVisible()
	await expect(page.getByText('You haven’t blocked anyone.')).toBeVisible()
	await visit(page, `/reviews/${review}`)
	await expect(page.getByRole('link', { name: other.username }).first()).toBeVisible()
})

test('a block can be undone at once', { tag: '@ci' }, async ({ page, site }) => {
	const other = await registerPerson(site)
	const member = await registerAndLogIn(page, site)
	await visit(page, `/profile/${other.username}`)
	await pressKey(page, opener(page, other.username))
	await page.getByRole('button', { name: `Block ${other.username}` }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
	await undo(page).click()
	await expect.poll(() => member.send('GET', '/blocks')).toMatchObject({ totalCount: 0 })
})

test('a muted person’s page stays, says so and has the way back; their reviews are in no list', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const other = await registerPerson(site)
	await other.review(takeGame())
	const member = await registerAndLogIn(page, site)
	await page.setViewportSize({ width: 320, height: 700 })
	await visit(page, `/profile/${other.username}`)
	await opener(page, other.username).click()
	await page.getByRole('button', { name: `Mute ${other.username}` }).click()
	const notice = page.getByRole('region', { name: 'Muted', exact: true })
	await expect(notice).toContainText(`${other.username} is not in your feeds`)
	await expect(toast(page)).toContainText(`You muted ${other.username}`)
	await expectFitsWidth(page)
	expect(await findAxeViolations(page)).toEqual([])
	await undo(page).click()
	await expect(notice).toBeHidden()
	await opener(page, other.username).click()
	await page.getByRole('button', { name: `Mute ${other.username}` }).click()
	await expect(notice).toBeVisible()

	await visit(page, '/reviews')
	await expect(page.locator('html')).toHaveAttribute('data-viewer', 'known')
	await waitForIdle(page)
	await expect(page.getByRole('link', { name: other.username })).toHaveCount(0)

	await visit(page, '/settings')
	const row = people(page, 'Muted').getByRole('listitem')
	await row.scrollIntoViewIfNeeded()
	await expectFitsWidth(page)
	await expect(row.getByRole('link', { name: other.username })).toHaveAttribute('href', `/profile/${other.username}`)
	await row.getByRole('button', { name: `Unmute ${other.username}` }).click()
	await expect(page.getByText(`${other.username} is unmuted.`)).toBeVisible()
	expect(await member.send('GET', '/mutes')).toMatchObject({ totalCount: 0 })
})

test('visitors can neither block nor mute, and one’s own profile has no such menu', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const other = await registerPerson(site)
	await visit(page, `/profile/${other.username}`)
	await opener(page, other.username).click()
	await expect(page.getByRole('button', { name: `Report ${other.username}` })).toBeVisible()
	await expect(page.getByRole('button', { name: `Block ${other.username}` })).toHaveCount(0)
	await expect(page.getByRole('button', { name: `Mute ${other.username}` })).toHaveCount(0)
	const member = await registerAndLogIn(page, site)
	await visit(page, `/profile/${member.username}`)
	await expect(page.getByRole('link', { name: 'Edit Profile' })).toBeVisible()
	await expect(opener(page, member.username)).toHaveCount(0)
})
