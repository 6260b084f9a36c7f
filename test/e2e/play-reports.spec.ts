import type { ReportResult } from '#contract/play-reports.ts'
import { registerAndLogIn } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

test('play time of a game that is not known is matched once, and of another ignored @phone', async ({ page, site }) => {
	const member = await registerAndLogIn(page, site)
	await visit(page, '/settings/sessions')
	await expect(page.getByText('No program has reported play time yet.')).toBeVisible()
	const report = (key: string, name: string, day: string) => ({ key, game: { name }, day, seconds: 3_600 })
	const reports = [
		report('1', 'Celest', '2026-10-01'),
		report('2', 'Celest', '2026-10-02'),
		report('3', 'Some Benchmark', '2026-10-02'),
	]
	await member.send('POST', '/play-sessions/report', { client: 'Launcher', reports })
	await member.send('POST', '/play-sessions/playing', { client: 'Launcher', game: { name: 'Celeste' } })
	await visit(page, '/settings/sessions')
	await page.getByRole('button', { name: 'Choose a game for Celest', exact: true }).click()
	const dialog = page.getByRole('dialog', { name: 'Which game is Celest?' })
	await dialog.getByRole('option', { name: /Celeste/ }).click()
	await expect(page.getByText('2 sessions of Celeste added.')).toBeVisible()
	await page.getByRole('button', { name: 'Ignore Some Benchmark' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Ignore', exact: true }).click()
	await expect(page.getByText('Some Benchmark is ignored.')).toBeVisible()
	await expect(page.getByText('Every reported game is matched.')).toBeVisible()
	// The next report counts by itself
	const { results } = await member.send<{ results: ReportResult[] }>('POST', '/play-sessions/report', {
		client: 'Launcher',
		reports: [report('4', 'Celest', '2026-10-03')],
	})
	expect(results.map(({ status }) => status)).toEqual(['created'])
	await visit(page, `/profile/${member.username}`)
	await page.getByRole('main').getByText('playing Celeste').getByRole('link', { name: 'Celeste' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Celeste' })).toBeVisible()
})
