import type { Page } from '@playwright/test'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

const view = (page: Page, name: string) => page.getByRole('navigation', { name: 'View' }).getByRole('link', { name })
const summaries = (page: Page) => page.getByRole('article').locator('p', { hasText: /\w{3}.*\w{3}.*…$/ })

/** Counts the cards that stand in the first row. */
const firstRow = (page: Page) =>
	page.getByRole('article').evaluateAll((cards) => {
		const tops = cards.map((card) => Math.round(card.getBoundingClientRect().top))
		return tops.filter((top) => top === tops[0]).length
	})

test('games are cards until somebody chooses the wall, which then stays', { tag: ['@ci', '@phone'] }, async ({
	page,
	isPhone,
}) => {
	await visit(page, '/games?period=year')
	await expect(view(page, 'Cards')).toHaveAttribute('aria-current', 'true')
	await expect(summaries(page).first()).toBeVisible()
	await view(page, 'Wall').click()
	await expect(page).toHaveURL('/games?period=year&view=wall')
	await expect(summaries(page).first()).toBeHidden()
	await expect.poll(() => firstRow(page)).toBe(isPhone ? 3 : 5)
	// The other periods keep it in the URL, the browser without the URL
	await page.getByRole('link', { name: 'All Time' }).click()
	await expect(page).toHaveURL('/games?period=all&view=wall')
	await visit(page, '/games')
	await expect(view(page, 'Wall')).toHaveAttribute('aria-current', 'true')
	await expect.poll(() => firstRow(page)).toBe(isPhone ? 3 : 5)
	await view(page, 'Cards').click()
	await expect(page).toHaveURL('/games')
	await expect(summaries(page).first()).toBeVisible()
	await visit(page, '/games')
	await expect(view(page, 'Cards')).toHaveAttribute('aria-current', 'true')
})

test.describe('without JavaScript', () => {
	test.use({ javaScriptEnabled: false })

	test('a wall from the URL is rendered by the server', { tag: '@ci' }, async ({ page }) => {
		await page.goto('/games?view=wall')
		await expect(view(page, 'Wall')).toHaveAttribute('aria-current', 'true')
		await expect.poll(() => firstRow(page)).toBe(5)
		await view(page, 'Cards').click()
		await expect(summaries(page).first()).toBeVisible()
	})
})

test("a wall shows a game's summary on hover and focus, until Escape", { tag: '@ci' }, async ({ page }) => {
	await visit(page, '/games?view=wall')
	const summary = summaries(page).first()
	await page.getByRole('article').first().hover()
	await expect(summary).toBeVisible()
	await page.keyboard.press('Escape')
	await expect(summary).toBeHidden()
	await page.getByRole('article').nth(1).hover()
	await expect(summaries(page).nth(1)).toBeVisible()
	await view(page, 'Wall').hover()
	await page.getByRole('article').first().getByRole('link').focus()
	await page.keyboard.press('Tab')
	await page.keyboard.press('Shift+Tab')
	await expect(summary).toBeVisible()
})
