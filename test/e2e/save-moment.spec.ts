import { celeste, gameId, takeGame } from '#kit/browser/built-in-games.ts'
import { registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

test('a new review stands first on its game, once, and its message offers to share it', {
	tag: '@ci',
}, async ({ page, site }) => {
	const game = takeGame()
	await (await registerPerson(site)).review(game)
	const { username } = await registerAndLogIn(page, site)
	await page.addInitScript(() => {
		Reflect.deleteProperty(Navigator.prototype, 'share')
		navigator.clipboard.writeText = async (text) => void Object.assign(window, { copied: text })
	})
	await visit(page, `/games/${game}/review`)
	await page.getByRole('slider', { name: 'Your rating' }).press('End')
	await page.getByLabel('Platform').selectOption({ index: 1 })
	await page.getByRole('textbox', { name: 'Your review' }).fill('Kept for a long time, and gladly.')
	await expect(page.getByText(/^Saved · \d\d:\d\d$/)).toBeVisible()
	await page.getByRole('button', { name: 'Submit Review' }).click()
	await expect(page).toHaveURL(`/games/${game}`)
	const mine = page.getByRole('region', { name: 'Your review' })
	await expect(mine).toContainText('Kept for a long time')
	await expect(page.getByText('Kept for a long time')).toHaveCount(1)
	await expect(page.getByRole('status').filter({ hasText: 'Review submitted successfully!' })).toBeVisible()
	await page.getByRole('region', { name: 'Message' }).getByRole('button', { name: 'Share' }).click()
	await expect(page.getByText('Link copied')).toBeVisible()
	await expect
		.poll(() => page.evaluate(() => (window as never as { copied: string }).copied))
		.toMatch(/\/reviews\/[0-9a-f-]{36}$/)
	// It is a moment: afterwards it looks like any other
	await page.reload()
	await expect(mine).toHaveCount(0)
	await expect(page.getByRole('main').getByText(username, { exact: true })).toBeVisible()
	await expect(page.getByText('Kept for a long time')).toHaveCount(1)
})

test('the next review starts with the platform of the last one', { tag: '@ci' }, async ({ page, site }) => {
	await registerAndLogIn(page, site)
	await visit(page, `/games/${celeste}/review`)
	await page.getByRole('slider', { name: 'Your rating' }).press('End')
	const platform = page.getByLabel('Platform')
	await platform.selectOption('Nintendo Switch')
	await page.getByRole('textbox', { name: 'Your review' }).fill('Ten words would be enough for this.')
	await page.getByRole('button', { name: 'Submit Review' }).click()
	await expect(page).toHaveURL(`/games/${celeste}`)
	await visit(page, `/games/${gameId('Hollow Knight')}/review`)
	await expect(platform).toHaveValue('Nintendo Switch')
	// It is no draft: nothing has been written yet
	await expect(page.getByText(/^Saved|Not saved yet/)).toHaveCount(0)
	await page.reload()
	await expect(platform).toHaveValue('Nintendo Switch')
	await expect(page.getByText('We kept your draft.')).toHaveCount(0)
})
