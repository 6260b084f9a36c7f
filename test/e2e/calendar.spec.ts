import { EXPECTED_NOISE, failCalls } from '#kit/browser/call-failures.ts'
import { registerAndLogIn } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

test('a month is walked through and narrowed, and a game goes on the wishlist @phone', async ({ page, site }) => {
	await registerAndLogIn(page, site)
	await visit(page, '/games/upcoming?month=2017-12')
	const main = page.getByRole('main')
	await expect(main.getByRole('heading', { level: 1, name: 'December 2017' })).toBeVisible()
	await main.getByRole('link', { name: 'January 2018' }).click()
	await expect(page).toHaveURL(/\/games\/upcoming\?month=2018-01$/)
	const day = main.getByRole('region', { name: 'Thursday, January 25' })
	await expect(day.getByRole('link', { name: 'Celeste' })).toBeVisible()

	await main.getByRole('combobox', { name: 'Platform' }).selectOption('Linux')
	await expect(page).toHaveURL(/month=2018-01&platform=Linux$/)
	await main.getByRole('combobox', { name: 'Genre' }).selectOption('Platform')
	await expect(main.getByRole('list', { name: 'Active filters' }).getByRole('link')).toHaveCount(2)
	await day.getByRole('button', { name: 'Wishlist: Celeste' }).click()
	await expect(day.getByRole('button', { name: 'On your wishlist: Celeste' })).toBeVisible()
	await expect(page.getByText('Added to your wishlist')).toBeVisible()
	await page.reload()
	await expect(day.getByRole('button', { name: 'On your wishlist: Celeste' })).toBeVisible()
	await main.getByRole('link', { name: 'Remove filter: Linux' }).click()
	await expect(page).toHaveURL(/month=2018-01&genre=Platform$/)

	await visit(page, '/games/upcoming?month=2018-01&genre=None')
	await expect(main.getByText('No games in January 2018 with these filters.')).toBeVisible()
	await visit(page, '/games/upcoming?month=2040-05')
	await expect(main.getByText('No games in May 2040 yet.')).toBeVisible()
})

test('a visitor reads the calendar, and logs in to wish for a game', async ({ page }) => {
	await visit(page, '/games')
	await page.getByRole('main').getByRole('link', { name: 'Upcoming' }).click()
	await expect(page).toHaveURL(/\/games\/upcoming$/)
	await visit(page, '/games/upcoming?month=2018-01')
	await page.getByRole('button', { name: 'Wishlist: Celeste' }).click()
	await expect(page).toHaveURL(/\/login\?redirect=%2Fgames%2Fupcoming%3Fmonth%3D2018-01&message=keep-track$/)
})

test('the address of a wishlist calendar is made, read by a calendar app, and ended', async ({
	page,
	site,
	request,
}) => {
	await registerAndLogIn(page, site)
	await visit(page, '/settings')
	const section = page.getByRole('region', { name: 'Wishlist calendar' })
	await section.getByRole('button', { name: 'Make an Address' }).click()
	const address = section.getByLabel('Address')
	await expect(address).toHaveValue(/\/feeds\/users\/\w+\/wishlist\.ics\?token=[\w-]{43}$/)
	const url = await address.inputValue()
	expect(await (await request.get(url)).text()).toMatch(/^BEGIN:VCALENDAR\r\n/)
	await section.getByRole('button', { name: 'End It' }).click()
	await expect(section.getByText('The address has ended.')).toBeVisible()
	expect((await request.get(url)).status()).toBe(404)
	await expect(section.getByRole('button', { name: 'Make an Address' })).toBeVisible()
})

test.describe('without an answer', () => {
	test.use({ expectedNoise: EXPECTED_NOISE })

	test('the calendar and the settings of the wishlist calendar say what failed', { tag: '@ci' }, async ({
		page,
		site,
	}) => {
		await registerAndLogIn(page, site)
		await visit(page, '/games')
		let restore = await failCalls(page, '**/api/games/upcoming*', 'wordless')
		await page.getByRole('main').getByRole('link', { name: 'Upcoming' }).click()
		await expect(page.getByRole('alert').getByText('Failed to load the calendar')).toBeVisible()
		await restore()
		await page.getByRole('button', { name: 'Try Again' }).click()
		await expect(page.getByRole('heading', { level: 1, name: /^\w+ \d{4}$/ })).toBeVisible()

		restore = await failCalls(page, '**/api/feeds/wishlist-address', 'wordless')
		await visit(page, '/settings')
		const section = page.getByRole('region', { name: 'Wishlist calendar' })
		await expect(section.getByText('Failed to load your wishlist calendar')).toBeVisible()
		await restore()
		await section.getByRole('button', { name: 'Try Again' }).click()
		await expect(section.getByRole('button', { name: 'Make an Address' })).toBeVisible()
		restore = await failCalls(page, '**/api/feeds/wishlist-address', 'wordless')
		await section.getByRole('button', { name: 'Make an Address' }).click()
		await expect(section.getByText('Failed to make the address. Please try again.')).toBeVisible()
		await restore()
		await section.getByRole('button', { name: 'Make an Address' }).click()
		await expect(section.getByLabel('Address')).toBeVisible()
		await expect(section.getByRole('button', { name: 'End It' })).toBeVisible()
		restore = await failCalls(page, '**/api/feeds/wishlist-address', 'wordless')
		await section.getByRole('button', { name: 'End It' }).click()
		await expect(section.getByText('Failed to end the address. Please try again.')).toBeVisible()
		await restore()
	})
})
