import { findAxeViolations } from '#kit/browser/axe.ts'
import { addGame, FOUR_GAMES } from '#kit/browser/list-rows.ts'
import { registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

test('an unlisted list without numbers is made with tags by keyboard, and changed to a private one', {}, async ({
	page,
	site,
}) => {
	const owner = await registerAndLogIn(page, site)
	await visit(page, '/list')
	await page.getByLabel('Title').fill('Quiet evenings')
	const tags = page.getByRole('textbox', { name: 'Tags' })
	await tags.fill('Cozy,')
	await expect(page.getByRole('button', { name: 'Remove tag Cozy' })).toBeVisible()
	await tags.pressSequentially('short')
	await tags.press('Enter')
	await tags.pressSequentially('COZY')
	await tags.press('Enter')
	await expect(tags).toHaveValue('')
	await tags.fill('oops,')
	await tags.press('Backspace')
	await expect(page.getByRole('button', { name: /^Remove tag/ })).toHaveText(['Cozy', 'short'])
	await expect(page.getByText('Removed oops.')).toBeAttached()
	await page.getByText('Unlisted', { exact: true }).click()
	await expect(page.getByText('Only people with the link can see this list.')).toBeVisible()
	await page.getByRole('checkbox', { name: /Ranked/ }).uncheck()
	await addGame(page, 'Celeste')
	expect(await findAxeViolations(page)).toEqual([])
	await page.getByRole('button', { name: 'Create List' }).click()

	await expect(page).toHaveURL(/\/list\/[0-9a-f-]{36}$/)
	await expect(page.getByText('Unlisted')).toBeVisible()
	await expect(page.getByText('ranked', { exact: true })).toHaveCount(0)
	await expect(page.getByRole('list', { name: 'Tags' }).getByRole('link')).toHaveText(['Cozy', 'short'])
	await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')

	await page.getByRole('link', { name: 'Edit' }).click()
	await expect(page.getByRole('radio', { name: 'Unlisted' })).toBeChecked()
	await expect(page.getByRole('checkbox', { name: /Ranked/ })).not.toBeChecked()
	await page.getByText('Private', { exact: true }).click()
	await page.getByRole('button', { name: 'Remove tag short' }).click()
	await expect(tags).toBeFocused()
	await page.getByRole('button', { name: 'Update List' }).click()
	await expect(page.getByText('Private')).toBeVisible()
	await expect(page.getByRole('button', { name: /^Share/ })).toHaveCount(0)

	// The owner sees it among their lists, others do not
	await visit(page, `/${owner.username}/lists`)
	await expect(page.getByRole('article')).toContainText('Private')
	await page.evaluate(() => localStorage.clear())
	await visit(page, `/${owner.username}/lists`)
	await expect(page.getByText('No lists yet.')).toBeVisible()
})

test('a reader likes a list, sees how far they are, and copies it to a private one', {
	tag: '@ci',
}, async ({ page, site }) => {
	const owner = await registerPerson(site)
	const id = await owner.createList({ title: 'Four to play', description: 'In this order.', games: FOUR_GAMES })
	await visit(page, `/list/${id}`)
	await page.getByRole('link', { name: 'Like this list' }).click()
	await expect(page.getByText('Please log in to like lists')).toBeVisible()
	// Somebody else comes, who has pressed nothing
	await page.evaluate(() => sessionStorage.clear())

	const reader = await registerAndLogIn(page, site)
	const [first] = FOUR_GAMES
	await reader.send('PUT', `/library/${first?.gameId}`, { status: 'finished' })
	await visit(page, `/list/${id}`)
	await expect(page.getByText('You have played 1 of 4')).toBeVisible()
	await expect(page.getByRole('progressbar')).toHaveAttribute('value', '1')
	await page.getByRole('button', { name: 'Like this list' }).click()
	await expect(page.getByRole('button', { name: 'Liked this list 1' })).toBeVisible()
	await page.reload()
	await page.getByRole('button', { name: 'Liked this list 1' }).click()
	await expect(page.getByRole('button', { name: 'Like this list' })).toHaveText('Like this list')
	await page.getByRole('button', { name: 'Like this list' }).click()
	await expect(page.getByRole('button', { name: 'Liked this list 1' })).toBeVisible()
	expect(await findAxeViolations(page)).toEqual([])

	await page.getByRole('button', { name: 'Copy this list' }).click()
	await expect(page.getByText('Copied. Only you can see this list.')).toBeVisible()
	await expect(page).not.toHaveURL(`/list/${id}`)
	await expect(page.getByText(`copied from Four to play by ${owner.username}`)).toBeVisible()
	await expect(page.getByText('Private')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Delete' })).toBeVisible()
})

test('who edits a copy gets its hidden words whole, and they stay hidden while unchanged', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const owner = await registerPerson(site)
	const copier = await registerAndLogIn(page, site)
	const description = 'The butler ||did it||.'
	const original = await owner.send<{ id: string }>('POST', '/lists', {
		title: 'Crime',
		description,
		games: FOUR_GAMES,
	})
	const { id } = await copier.send<{ id: string }>('POST', `/lists/${original.id}/copy`)
	await visit(page, `/list/${id}`)
	await expect(page.getByText('The butler')).not.toContainText('did it')
	await page.getByRole('link', { name: 'Edit' }).click()
	await expect(page.getByLabel('Description')).toHaveValue(description)
	await page.getByLabel('Title').fill('My crimes')
	await page.getByRole('button', { name: 'Update List' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'My crimes' })).toBeVisible()
	await expect(page.getByText('The butler')).not.toContainText('did it')
})

test('lists are ranked by period, listed newest first, and filtered by a tag in the address', {}, async ({
	page,
	site,
}) => {
	const owner = await registerPerson(site)
	const tag = `tag ${owner.username}`.slice(0, 30)
	const create = async (title: string, games = FOUR_GAMES) => {
		const { id } = await owner.send<{ id: string }>('POST', '/lists', { title, games, tags: [tag] })
		return id
	}
	const liked = await create('Much liked')
	await create('Hardly seen', FOUR_GAMES.slice(0, 2))
	await owner.send('POST', `/lists/${liked}/like`)
	await visit(page, `/list/${liked}`)
	await page.getByRole('list', { name: 'Tags' }).getByRole('link', { name: tag }).click()
	await expect(page).toHaveURL(/\/lists\?tag=/)
	await expect(page.getByRole('heading', { level: 1, name: 'Lists' })).toBeVisible()
	await expect(page.getByRole('article').getByRole('heading')).toHaveText([/^Much liked/])
	await expect(page.getByRole('article')).toContainText('1 like')
	await page.getByRole('link', { name: 'New', exact: true }).click()
	await expect(page.getByRole('article').getByRole('heading')).toHaveText([/^Hardly seen/, /^Much liked/])
	expect(await findAxeViolations(page)).toEqual([])
	await page.reload()
	await expect(page.getByRole('article').getByRole('heading')).toHaveText([/^Hardly seen/, /^Much liked/])
	await page.getByRole('link', { name: `Remove filter: ${tag}` }).click()
	await expect(page).toHaveURL('/lists?sort=new')
	await page.getByRole('link', { name: 'Popular', exact: true }).click()
	await page.getByRole('link', { name: 'All Time' }).click()
	await expect(page).toHaveURL('/lists?period=all')
	await expect(page.getByRole('link', { name: /^Much liked/ }).first()).toBeVisible()
	await visit(page, '/lists?tag=nobody%20has%20this')
	await expect(page.getByText('No list with this tag has been liked this week.')).toBeVisible()
	await visit(page, '/lists?sort=new&tag=nobody%20has%20this')
	await expect(page.getByText('No lists have this tag.')).toBeVisible()
})
