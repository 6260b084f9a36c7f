import { findAxeViolations } from '#kit/browser/axe.ts'
import { takeGame } from '#kit/browser/built-in-games.ts'
import { registerAndLogIn } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { expectFitsWidth } from '#kit/browser/width.ts'

test('a member asks for another game, starts one, and puts others off, each with Undo @phone', async ({
	page,
	site,
}) => {
	const member = await registerAndLogIn(page, site)
	const games = [takeGame(), takeGame(), takeGame()]
	for (const game of games) await member.send('PUT', `/library/${game}`, { status: 'backlog' })
	await visit(page, '/next')
	const main = page.getByRole('main')
	const pick = main.getByRole('article').first()
	const name = pick.getByRole('heading', { level: 2 })
	await expect(pick.getByText(/^In your backlog since \w+/)).toBeVisible()
	await expect(main.getByRole('region', { name: 'Waiting Longest' }).getByRole('article')).toHaveCount(2)
	// Without scrolling
	for (const seen of [name, pick.getByText(/^In your backlog/), pick.getByRole('button', { name: 'Start Playing' })])
		await expect(seen).toBeInViewport({ ratio: 1 })
	await expectFitsWidth(page)
	expect(await findAxeViolations(page)).toEqual([])

	const first = await name.innerText()
	await page.reload()
	await expect(name).toHaveText(first)
	// Twice as fast as one should: one game is passed over
	await pick.getByRole('button', { name: 'Another' }).dblclick()
	await expect(name).not.toHaveText(first)
	const second = await name.innerText()
	await pick.getByRole('button', { name: /^Not this one/ }).click()
	await page.getByRole('button', { name: 'Not now (for a month)' }).click()
	await expect(page.getByText(`${second} is put off for a month`)).toBeVisible()
	await expect(name).not.toHaveText(second)
	const third = await name.innerText()
	await page.getByRole('button', { name: 'Undo' }).click()
	await expect(name).toHaveText(second)

	await pick.getByRole('button', { name: /^Not this one/ }).focus()
	await page.keyboard.press('Enter')
	const never = page.getByRole('button', { name: 'Never', exact: true })
	await expect(never).toBeVisible()
	await page.keyboard.press('Tab')
	await page.keyboard.press('Tab')
	await expect(never).toBeFocused()
	await page.keyboard.press('Enter')
	await expect(page.getByText(`${second} won’t be suggested again`)).toBeVisible()
	await expect(name).toHaveText(third)

	await pick.getByRole('button', { name: 'Start Playing' }).dblclick()
	await expect(page.getByText('Marked as playing')).toBeVisible()
	await expect(pick.getByRole('button', { name: 'Playing', exact: true })).toBeVisible()
	await page.getByRole('button', { name: 'Undo' }).click()
	await expect(pick.getByRole('button', { name: 'Start Playing' })).toBeVisible()
	await expect
		.poll(async () => {
			const { entries } = await member.send<{ entries: { status: string }[] }>('GET', '/library')
			return entries.map(({ status }) => status)
		})
		.toEqual(['backlog', 'backlog', 'backlog'])
	await pick.getByRole('button', { name: 'Start Playing' }).click()
	await expect(page.getByText('Marked as playing')).toBeVisible()
	// The other ones are passed over or never suggested
	await main.getByRole('combobox', { name: 'From' }).selectOption('Backlog')
	await expect(page).toHaveURL('/next?source=backlog')
	await expect(name).toHaveText(first)
})

test('an empty backlog, and choices that nothing fits, lead on', async ({ page, site }) => {
	const member = await registerAndLogIn(page, site)
	await visit(page, '/next?source=backlog')
	const main = page.getByRole('main')
	await expect(main.getByText('Your backlog is empty.')).toBeVisible()
	await expect(main.getByRole('link', { name: 'Find Games' })).toHaveAttribute('href', '/games')
	expect(await findAxeViolations(page)).toEqual([])
	await main.getByRole('combobox', { name: 'From' }).selectOption('New to me')
	await expect(main.getByRole('button', { name: 'Start Playing' })).toBeVisible()
	await member.send('PUT', `/library/${takeGame()}`, { status: 'backlog' })
	await visit(page, '/next?source=backlog&mood=None&time=whenever')
	await expect(main.getByText('Nothing fits. Try another choice.')).toBeVisible()
	await main.getByRole('link', { name: 'Clear Choices' }).click()
	await expect(page).toHaveURL('/next')
	await visit(page, '/next?source=backlog')
	await main.getByRole('button', { name: 'Another' }).click()
	await expect(main.getByText('You’ve seen everything that fits.')).toBeVisible()
	await main.getByRole('button', { name: 'Start Over' }).click()
	await expect(main.getByRole('button', { name: 'Start Playing' })).toBeVisible()
})

test('the page is one link away from the home, the backlog and recommendations, and visitors are led to the login', async ({
	page,
	site,
}) => {
	const member = await registerAndLogIn(page, site)
	await member.send('PUT', `/library/${takeGame()}`, { status: 'backlog' })
	await visit(page, '/')
	await page.getByRole('link', { name: 'Tonight, Perhaps' }).click()
	await expect(page).toHaveURL('/next')
	await visit(page, `/${member.username}/games?status=backlog`)
	await page.getByRole('main').getByRole('link', { name: 'Play Next' }).click()
	await expect(page).toHaveURL('/next?source=backlog')
	await visit(page, '/recommendations')
	await page.getByRole('main').getByRole('link', { name: 'What to Play Next' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'What to Play Next' })).toBeVisible()
	await page.context().clearCookies()
	await page.evaluate(() => localStorage.clear())
	await visit(page, '/next?time=evening')
	await expect(page).toHaveURL(/\/login\?redirect=%2Fnext%3Ftime%3Devening/)
})
