import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { registerAndLogIn } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { expectFitsWidth } from '#kit/browser/width.ts'
import { unzip } from '#kit/unzip.ts'

test(
	'the downloaded archive opens without a connection, with the reviews and a page per year',
	{
		tag: '@ci',
	},
	async ({ page, site, browser }, { outputDir }) => {
		const member = await registerAndLogIn(page, site)
		const description = 'The lamp is <b>warm</b>. ||The lamp is alive.||'
		await member.review(1, { description })
		await visit(page, '/settings')
		const data = page.getByRole('region', { name: 'Download everything', exact: true })
		await page.route('**/api/auth/export?*', (route) => route.abort(), { times: 1 })
		await data.getByRole('button', { name: 'Download ZIP' }).click()
		await expect(data.getByRole('alert')).toHaveText('Failed to get your data. Please try again.')
		const downloading = page.waitForEvent('download')
		await data.getByRole('button', { name: 'Download ZIP' }).click()
		const download = await downloading
		expect(download.suggestedFilename()).toMatch(/^savepoint-\w+-\d{4}-\d\d-\d\d\.zip$/)
		await expect(data.getByText('Your data is in your downloads.')).toBeVisible()

		const folder = path.join(outputDir, 'archive')
		for (const [name, { bytes }] of await unzip(await readFile(await download.path()))) {
			await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
			await writeFile(path.join(folder, name), bytes)
		}
		await using offline = await browser.newContext({ offline: true })
		const reader = await offline.newPage()
		const complaints: string[] = []
		reader.on('console', (message) => complaints.push(message.text()))
		reader.on('pageerror', (error) => complaints.push(error.message))
		reader.on('requestfailed', (request) => complaints.push(request.url()))
		await reader.goto(pathToFileURL(path.join(folder, 'index.html')).href)
		await expect(reader.getByRole('heading', { level: 1, name: member.username })).toBeVisible()
		const review = reader.getByRole('article').filter({ hasText: 'The lamp is <b>warm</b>.' })
		await expect(review.getByRole('img', { name: '4 out of 5' })).toBeVisible()
		await expect(review.getByText('The lamp is alive.')).toBeHidden()
		await review.getByText('Spoiler', { exact: true }).click()
		await expect(review.getByText('The lamp is alive.')).toBeVisible()
		expect(await findAxeViolations(reader)).toEqual([])
		await expectFitsWidth(reader)

		await reader.getByRole('link', { name: /^\d{4} *1 game · 1 entry$/ }).click()
		await expect(reader.getByRole('heading', { level: 1, name: /^\d{4}$/ })).toBeVisible()
		await expect(reader.getByText('Reviewed', { exact: false })).toBeVisible()
		expect(await findAxeViolations(reader)).toEqual([])
		await reader.getByRole('main').getByRole('listitem').getByRole('link').last().click()
		await expect(review).toBeInViewport()
		expect(complaints).toEqual([])
	},
)
