import { takeGame } from '#kit/browser/built-in-games.ts'
import { registerAndLogIn } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

test('bars with spaces inside, as in code, hide nothing, and the form says so', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const author = await registerAndLogIn(page, site)
	const game = takeGame()
	await visit(page, `/games/${game}/review`)
	const text = page.getByRole('textbox', { name: 'Your review' })
	const hint = page.getByText('Bars with spaces inside hide nothing: write ||like this||.')
	await text.fill('It tests a || b || c all day.')
	await expect(hint).toBeVisible()
	await page.getByRole('button', { name: 'Preview' }).click()
	const preview = page.getByRole('region', { name: 'Preview' })
	await expect(preview).toHaveText('It tests a || b || c all day.')
	await text.fill('It tests a ||b|| c all day.')
	await expect(hint).toHaveCount(0)
	await expect(preview.getByRole('button', { name: 'Spoiler' })).toBeVisible()
	await expect(preview).not.toContainText('b')
	const id = await author.review(game, { description: 'It tests a || b || c, then ||dies||.' })
	await page.context().clearCookies()
	await visit(page, `/reviews/${id}`)
	await expect(page.getByText('It tests a || b || c, then')).toBeVisible()
	await expect(page.getByRole('main').getByRole('button', { name: 'Spoiler', exact: true })).toHaveCount(1)
})
