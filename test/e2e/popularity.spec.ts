import type { Page } from '@playwright/test'
import pg from 'pg'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { failCalls } from '#kit/browser/call-failures.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { expectFitsWidth } from '#kit/browser/width.ts'
import type { SiteProcess } from '#kit/site-process.ts'

const DAYS = ['2026-03-01', '2026-03-02'] as const

/** Records two past days, with three games each, as the job would have. */
async function recordDays(site: SiteProcess): Promise<void> {
	const client = new pg.Client(site.env.DATABASE_URL)
	await client.connect()
	try {
		await client.query('insert into past_days select unnest($1::date[]) on conflict do nothing', [DAYS])
		await client.query(
			`insert into past_game_rankings (day, period, place, game_id, count)
			select day, 'week', n, 10 * i + n, 40 - n from unnest($1::date[]) with ordinality d (day, i), generate_series(1, 3) n
			on conflict do nothing`,
			[DAYS],
		)
	} finally {
		await client.end()
	}
}

const day = (page: Page) => page.getByLabel('Day', { exact: true })
const ranking = (page: Page) => page.getByRole('region', { name: /Popular games/ })

test('a reader checks the rules of a ranking, picks a day and sees the games of then', { tag: '@phone' }, async ({
	page,
	site,
}) => {
	await recordDays(site)
	await visit(page, '/about')
	await page.getByRole('link', { name: 'Check how, and any past day' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Popularity' })).toBeVisible()
	await expect(ranking(page).getByRole('listitem')).toHaveCount(12)
	await expect(page.getByText('This Week means the last 7 days')).toBeVisible()
	await expect(day(page)).toHaveAttribute('min', DAYS[0])
	expect(await findAxeViolations(page)).toEqual([])

	await day(page).fill(DAYS[0])
	await expect(page).toHaveURL(`/popularity?asOf=${DAYS[0]}`)
	await expect(ranking(page)).toContainText('Popular games in the 7 days to March 1, 2026')
	await expect(ranking(page).getByRole('listitem')).toHaveCount(3)
	await expect(ranking(page).getByRole('listitem').first()).toContainText('1 39 reviews')
	await day(page).fill(DAYS[1])
	await expect(page).toHaveURL(`/popularity?asOf=${DAYS[1]}`)
	await expect(ranking(page).locator('a[href="/games/21"]')).toBeVisible()
	await page.reload()
	await expect(day(page)).toHaveValue(DAYS[1])
	await expect(ranking(page).getByRole('listitem')).toHaveCount(3)
	await page.getByRole('link', { name: 'This Month' }).click()
	await expect(page).toHaveURL(`/popularity?asOf=${DAYS[1]}&period=month`)
	await expect(ranking(page)).toContainText('No games found')
	await page.setViewportSize({ width: 320, height: 700 })
	await expectFitsWidth(page)
})

test.describe('what fails', () => {
	test.use({ expectedNoise: /status of 500/ })

	test('a day that is not kept is a mistake in the field, and what fails can be tried again', async ({
		page,
		site,
	}) => {
		await recordDays(site)
		await visit(page, '/popularity?asOf=2001-01-01')
		await expect(page.getByText('The rankings of this day weren’t kept')).toBeVisible()
		await expect(page.getByText('The first day is March 1, 2026.')).toBeVisible()
		await expect(day(page)).toHaveAttribute('aria-invalid', 'true')
		expect(await findAxeViolations(page)).toEqual([])
		await day(page).fill(DAYS[0])
		await expect(ranking(page).getByRole('listitem')).toHaveCount(3)

		await visit(page, '/about')
		const recover = await failCalls(page, '**/api/popularity', 'wordless')
		await page.getByRole('link', { name: 'Check how, and any past day' }).click()
		await expect(page.getByRole('alert')).toContainText('Failed to load the days of rankings')
		await recover()
		await page.getByRole('button', { name: 'Try Again' }).click()
		await expect(page.getByText('Failed to load the days of rankings')).toBeHidden()
		await expect(day(page)).toHaveAttribute('min', DAYS[0])
	})
})

test('the day is picked without JavaScript, too', { tag: '@ci' }, async ({ browser, site }) => {
	await recordDays(site)
	const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
	const page = await context.newPage()
	await page.goto('/popularity')
	await day(page).fill(DAYS[0])
	await page.getByRole('button', { name: 'Apply' }).click()
	await expect(page).toHaveURL(`/popularity?asOf=${DAYS[0]}`)
	await expect(ranking(page).getByRole('listitem')).toHaveCount(3)
	await context.close()
})
