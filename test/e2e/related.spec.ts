// What a game's page has below the reviews: the games that are like it.

import { findAxeViolations } from '#kit/browser/axe.ts'
import { EXPECTED_NOISE, failCalls } from '#kit/browser/call-failures.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { expectFitsWidth } from '#kit/browser/width.ts'

test.use({ expectedNoise: EXPECTED_NOISE })

const RELATED = '**/api/games/*/related'
const toEnd = 'window.scrollTo(0, document.documentElement.scrollHeight)'

test('a game leads to those like it, each with its reason, and nothing moves when they come', {
	tag: '@phone',
}, async ({ page }) => {
	await visit(page, '/series/dead-space')
	await page.getByRole('link', { name: 'Dead Space', exact: true }).first().click()
	await expect(page.getByRole('complementary', { name: 'Facts' })).toBeVisible()
	const strip = page.getByRole('region', { name: 'More Like This' })
	const history = page.getByRole('link', { name: 'History', exact: true })
	await history.scrollIntoViewIfNeeded()
	const before = await history.boundingBox()
	await expect(strip.getByRole('article')).toHaveCount(8)
	await expect.poll(() => history.boundingBox()).toEqual(before)
	await expect(strip.getByRole('article').filter({ hasText: 'Remake of Dead Space' })).toHaveCount(1)
	await expect(strip.getByRole('article').filter({ hasText: 'Same series: Dead Space' })).toHaveCount(1)
	for (const game of await strip.getByRole('article').all())
		await expect(game.getByRole('paragraph')).toHaveText(/^(Remake of|Same series:|[A-Z].*(,| and )) ?\S/)
	await strip.scrollIntoViewIfNeeded()
	await waitForIdle(page)
	await expectFitsWidth(page)
	// Where the header covers no half of a link
	await page.evaluate('window.scrollTo(0, 0)')
	expect(await findAxeViolations(page)).toEqual([])

	// Another game has its own
	await strip.getByRole('link', { name: 'Dead Space 2', exact: true }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Dead Space 2' })).toBeVisible()
	await history.scrollIntoViewIfNeeded()
	await expect(strip.getByRole('link', { name: 'Dead Space 2', exact: true })).toHaveCount(0)
	await expect(strip.getByRole('article')).toHaveCount(8)
})

test('a strip that fails can be tried again, and without such games it leaves no room', { tag: '@ci' }, async ({
	page,
}) => {
	const mend = await failCalls(page, RELATED, 'lost')
	await visit(page, '/games/1')
	await page.evaluate(toEnd)
	const strip = page.getByRole('region', { name: 'More Like This' })
	await expect(strip.getByText('Couldn’t load similar games')).toBeVisible()
	expect(await findAxeViolations(page)).toEqual([])
	await mend()
	await strip.getByRole('button', { name: 'Try Again' }).click()
	await expect(strip.getByRole('article')).toHaveCount(8)

	await failCalls(page, RELATED, { json: { sameSeries: [], alsoLiked: [], similar: [] } })
	await visit(page, '/games/2')
	const height = await page.evaluate(() => document.documentElement.scrollHeight)
	await page.evaluate(toEnd)
	await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(height - 300)
	await expect(strip).toHaveCount(0)
})
