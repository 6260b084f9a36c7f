import { findAxeViolations } from '#kit/browser/axe.ts'
import { celeste, takeGame } from '#kit/browser/built-in-games.ts'
import { registerAndLogIn } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { expectFitsWidth } from '#kit/browser/width.ts'

test('a member rates five games, sees what else they may like and why, and dismisses a game for good, with Undo @phone', async ({
	page,
	site,
}) => {
	const member = await registerAndLogIn(page, site)
	await visit(page, '/')
	await page.getByRole('heading', { name: 'Popular Games' }).scrollIntoViewIfNeeded()
	const row = page.getByRole('region', { name: 'For You' })
	await expect(row.getByText('Rate five games to see recommendations.')).toBeVisible()
	await expect(row.getByRole('link', { name: 'Rate Games' })).toHaveAttribute('href', '/welcome')

	for (const game of [celeste, takeGame(), takeGame(), takeGame(), takeGame()])
		await member.send('PUT', `/library/${game}`, { rating: 5 })
	await visit(page, '/')
	await page.getByRole('heading', { name: 'Popular Games' }).scrollIntoViewIfNeeded()
	const games = row.getByRole('article')
	await expect(games).toHaveCount(6)
	for (const game of await games.all())
		await expect(game.getByText(/, like \S|The next in a series you love: \S/)).toBeVisible()
	await expectFitsWidth(page)
	expect(await findAxeViolations(page)).toEqual([])

	// Two games can have one name
	const links = games.getByRole('heading').getByRole('link')
	const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
	const [first = '', second = ''] = paths
	const name = await links.first().textContent()
	const dismiss = games.first().getByRole('button', { name: `Not for Me: ${name}`, exact: true })
	await dismiss.click()
	await expect(page.getByText(`${name} won’t be recommended again`)).toBeVisible()
	await expect(links.first()).toHaveAttribute('href', second ?? '')
	await expect(games).toHaveCount(6)
	await page.getByRole('button', { name: 'Undo' }).click()
	await expect(links.first()).toHaveAttribute('href', first ?? '')
	await expect(links.nth(1)).toHaveAttribute('href', second ?? '')
	// By keyboard the focus goes on to the next game
	await dismiss.focus()
	await page.keyboard.press('Enter')
	await expect(links.first()).toHaveAttribute('href', second ?? '')
	await expect(links.first()).toBeFocused()

	await row.getByRole('link', { name: 'View All' }).click()
	await expect(page).toHaveURL('/recommendations')
	await expect(page.getByRole('heading', { level: 1, name: 'For You' })).toBeVisible()
	await page.reload()
	// Without it the others may come in another order
	const headings = page.getByRole('main').getByRole('heading')
	await expect(headings.locator(`a[href="${second}"]`)).toBeVisible()
	await expect(headings.locator(`a[href="${first}"]`)).toHaveCount(0)
	await expectFitsWidth(page)
	expect(await findAxeViolations(page)).toEqual([])
})
