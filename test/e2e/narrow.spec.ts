import { newUsername, registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { findTooWide } from '#kit/browser/width.ts'

const WORD = 'W'.repeat(120)
/** The longest username there can be. */
const wideUsername = (role: string) => newUsername(role).padEnd(30, 'W')

test.use({ viewport: { width: 320, height: 640 } })

test('at 320 px, no open menu or dialog is cut off or scrolls sideways', async ({ page, site }) => {
	const other = await registerPerson(site, wideUsername('near'))
	const member = await registerAndLogIn(page, site, wideUsername('slim'))
	await member.send('POST', '/follows', { followedId: other.id })
	const review = await other.review(21, { description: WORD })
	const list = await member.createList({ title: WORD, games: [{ gameId: 7, notes: WORD }, { gameId: 12 }] })
	const press = (button: string | RegExp) => page.getByRole('button', { name: button }).first().click()
	const fits = async (what: string, open: () => Promise<unknown>) =>
		test.step(what, async () => {
			await open()
			await waitForIdle(page)
			await expect.poll(() => findTooWide(page)).toEqual([])
		})
	const close = () => page.keyboard.press('Escape')

	await visit(page, '/games')
	await fits('the menu', () => press(/^Menu$/))
	await close()
	await fits('the profile menu', () => press('Profile menu'))
	await close()
	await fits('the notifications', async () => {
		await press(/^Notifications/)
		await expect(page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(1)
	})
	await close()
	await fits('the choice of a game', async () => {
		await press(/^Menu$/)
		await press('Write a Review')
		await page.getByRole('dialog').getByRole('combobox').fill('the')
		await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
	})
	await visit(page, '/games')
	await fits('the search', async () => {
		await page.getByRole('link', { name: 'Search' }).first().click()
		await page.getByRole('combobox').first().fill(other.username)
		await expect(page.getByRole('option', { name: new RegExp(`^${other.username}`) })).toBeVisible()
	})
	await visit(page, '/reviews')
	await fits('the filters', () => press(/^Filters/))
	await visit(page, `/list/${list}`)
	await fits('the deletion', () => press('Delete'))
	await visit(page, `/profile/${other.username}`)
	await fits('the followers', async () => {
		await press(/Follower/)
		await expect(page.getByRole('dialog')).toContainText(member.username)
	})
	await visit(page, `/reviews/${review}`)
	await fits('a comment', async () => {
		await page.getByRole('textbox').fill(WORD)
		await press('Post Comment')
		await expect(page.getByRole('listitem').filter({ hasText: WORD })).toBeVisible()
	})
	await member.send('PUT', '/library/7', { status: 'backlog' })
	await visit(page, `/${member.username}/games`)
	await fits('the selection of games', async () => {
		await press('Select Games')
		await expect(page.getByRole('region', { name: 'Selected games' })).toBeVisible()
	})
	await visit(page, '/games/7/review')
	await fits('mistakes', async () => {
		await press('Submit Review')
		await expect(page.getByText('Please select a rating')).toBeVisible()
	})
	await visit(page, '/list')
	await fits('games found', async () => {
		await page.getByRole('combobox').last().fill('the')
		await expect(page.getByRole('option').first()).toBeVisible()
	})
	await visit(page, `/list/edit/${list}`)
	await fits('what is not saved', async () => {
		await page.getByLabel('Title').fill('Another')
		await page.getByRole('button', { name: 'Cancel' }).click()
		await expect(page.getByRole('dialog')).toBeVisible()
	})
})

test('on a wall of a phone, a studio has one line, and the way to more lists stands apart', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const writer = await registerPerson(site)
	const list = await writer.createList({ title: 'Wall', games: [{ gameId: 7 }, { gameId: 12 }, { gameId: 21 }] })
	await page.setViewportSize({ width: 390, height: 844 })
	await visit(page, `/list/${list}?view=wall`)
	const lines = page.getByRole('main').locator('li p')
	await expect(lines).toHaveCount(3)
	const lineCounts = () =>
		lines.evaluateAll((all) =>
			all.map((line) => Math.round(line.clientHeight / Number.parseFloat(getComputedStyle(line).lineHeight))),
		)
	await expect.poll(lineCounts).toEqual([1, 1, 1])
	const gap = () =>
		page.getByRole('link', { name: 'More Lists' }).evaluate((link) => {
			const paragraph = link.closest('p')
			const before = paragraph?.previousElementSibling
			return link.getBoundingClientRect().top - (before?.getBoundingClientRect().bottom ?? 0)
		})
	await expect.poll(gap).toBeGreaterThanOrEqual(24)
})
