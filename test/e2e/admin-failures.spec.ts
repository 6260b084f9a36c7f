import type { Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { EXPECTED_NOISE, failCalls } from '#kit/browser/call-failures.ts'
import { registerWithRole } from '#kit/browser/moderators.ts'
import { logIn, registerPerson } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

test.use({ expectedNoise: EXPECTED_NOISE })

const dialog = (page: Page) => page.getByRole('dialog')
const NOW = '2026-11-21T12:00:00.000Z'

/** An import that runs, and a pair of games that may be the same, as the site would answer them. */
const RUN = {
	id: '019aa2f4-7c10-7c3e-9a51-2f6d8e0b4c17',
	source: 'wikidata',
	isRefresh: false,
	state: 'running',
	isCancelling: false,
	createdAt: NOW,
	startedAt: NOW,
	endedAt: null,
	fraction: 0.42,
	added: 1_200,
	joined: 3,
	changed: 4,
	unchanged: 5,
	unsure: 1,
	refused: 1,
	withdrawn: 0,
	refusals: [{ position: 'Q7', reason: 'The name is empty' }],
	error: null,
}
const IMPORTS = {
	sources: [{ source: 'wikidata', isConfigured: true, lastReadAt: NOW, isUnfinished: false }],
	imports: [RUN, { ...RUN, id: '019aa2f4-7c10-7c3e-9a51-2f6d8e0b4c18', state: 'failed', error: 'Wikidata is away.' }],
}
const game = (id: number) => ({
	id,
	name: 'Lamp',
	cover: `/art/${id}/cover-0.webp`,
	releaseDate: '1999',
	developers: ['Mossgate'],
	publishers: [],
	platforms: ['Linux'],
	sources: ['igdb'],
	reviewCount: id,
})
const PAIRS = {
	pairs: [{ id: '1-2', one: game(1), other: game(2), reason: 'Name and year are alike, no company is the same' }],
	totalCount: 1,
	nextCursor: null,
}
const WORK = {
	jobs: [
		{
			name: 'purges',
			isRunning: false,
			isRequested: false,
			process: 'process 7',
			startedAt: NOW,
			finishedAt: NOW,
			durationMs: 12,
			nextAt: NOW,
			hasFailed: true,
			failedAt: NOW,
			error: 'ECONNREFUSED',
		},
	],
	mails: { count: 3, oldestAt: NOW, failing: 2, errors: [{ code: 'ECONNREFUSED', count: 2 }] },
	pushes: { count: 4, oldestAt: NOW },
	purges: { count: 5, oldestAt: NOW },
	migrations: ['074_drop_index_of_all_lists.contract'],
}

test('each section of admins says that it did not load, and loads again', { tag: '@ci' }, async ({ page, site }) => {
	await logIn(page, site, await registerWithRole(site, 'admin'))
	for (const [path, call, says] of [
		['people', '**/api/admin/people*', 'Failed to load the accounts'],
		['numbers', '**/api/admin/numbers*', 'Failed to load the numbers'],
		['work', '**/api/admin/work', 'Failed to load the background work'],
		['catalog', '**/api/admin/catalog', 'Failed to load the imports'],
		['catalog', '**/api/admin/catalog/pairs', 'Failed to load the pairs'],
	] as const) {
		const recover = await failCalls(page, call, 'wordless')
		await visit(page, `/admin/${path}`)
		await expect(page.getByRole('alert').filter({ hasText: says })).toBeVisible()
		expect(await findAxeViolations(page)).toEqual([])
		await recover()
		// Without waiting for it: some sections load again by themselves in the meantime
		await page.getByRole('button', { name: 'Try Again' }).evaluateAll((buttons) => {
			for (const button of buttons) (button as HTMLButtonElement).click()
		})
		await expect(page.getByText(says)).toHaveCount(0)
	}
})

test('a role that is not changed stays, and the log of admins can be asked for again', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const [admin, person] = await Promise.all([registerWithRole(site, 'admin'), registerPerson(site)])
	await logIn(page, site, admin)
	await visit(page, `/admin/people?search=${person.username}`)
	await page.getByRole('button', { name: `Open ${person.username}` }).click()
	const recover = await failCalls(page, '**/api/admin/people/*/role', 'lost')
	await dialog(page).getByText('Admin', { exact: true }).click()
	await dialog(page).getByRole('button', { name: 'Change Role' }).click()
	await expect(dialog(page).getByRole('alert')).toContainText('Failed to change the role')
	await recover()
	await dialog(page).getByRole('button', { name: 'Change Role' }).click()
	await expect(page.getByText(`${person.username} is now an admin.`)).toBeVisible()
	const recoverLog = await failCalls(page, '**/api/admin/accesses', 'wordless')
	await page.getByText('Admin access log').click()
	await expect(page.getByRole('alert').filter({ hasText: 'Failed to load the access log' })).toBeVisible()
	await recoverLog()
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expect(page.getByText(`${admin.username} made ${person.username} an admin`)).toBeVisible()
})

test('background work shows what failed, and what cannot be started for a while', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	await logIn(page, site, await registerWithRole(site, 'admin'))
	await failCalls(page, '**/api/admin/work', { json: WORK })
	await visit(page, '/admin/work')
	await expect(page.getByText('The last run failed: ECONNREFUSED')).toBeVisible()
	await expect(page.getByText('2 mails could not be sent: ECONNREFUSED (2)')).toBeVisible()
	expect(await findAxeViolations(page)).toEqual([])
	await failCalls(page, '**/api/admin/work/jobs/purges', 'lost')
	await page.getByRole('button', { name: 'Run Now: Deletions' }).click()
	await expect(page.getByText('Failed to start the job')).toBeVisible()
	await failCalls(page, '**/api/admin/work/mails', 'lost')
	await page.getByRole('button', { name: 'Retry Now' }).click()
	await expect(page.getByText('Failed to send the mails')).toBeVisible()
})

test('imports and pairs that fail say so', { tag: '@ci' }, async ({ page, site }) => {
	await logIn(page, site, await registerWithRole(site, 'admin'))
	await failCalls(page, '**/api/admin/catalog', { json: { ...IMPORTS, imports: [] } })
	await failCalls(page, '**/api/admin/catalog/pairs', { json: PAIRS })
	await visit(page, '/admin/catalog')
	await failCalls(page, '**/api/admin/catalog/imports', 'lost')
	await page.getByRole('button', { name: 'Import Wikidata' }).click()
	await expect(page.getByText('Failed to start the import')).toBeVisible()
	await failCalls(page, '**/api/admin/catalog/pairs/keep-apart', 'lost')
	await page.getByRole('button', { name: 'Keep Apart: the games called Lamp' }).click()
	await expect(page.getByText('Failed to keep the games apart')).toBeVisible()
	await failCalls(page, '**/api/admin/catalog/pairs/merge', 'lost')
	await page.getByRole('button', { name: 'Merge the games called Lamp' }).click()
	expect(await findAxeViolations(page)).toEqual([])
	await dialog(page).getByRole('button', { name: 'Merge' }).click()
	await expect(dialog(page).getByText('Failed to merge the games')).toBeVisible()
	await page.keyboard.press('Escape')

	await failCalls(page, '**/api/admin/catalog', { json: IMPORTS })
	await visit(page, '/admin/catalog')
	await expect(page.getByRole('progressbar', { name: 'Progress of Wikidata' })).toBeVisible()
	await expect(page.getByText('Wikidata is away.')).toBeVisible()
	expect(await findAxeViolations(page)).toEqual([])
	await failCalls(page, '**/api/admin/catalog/imports/*/cancel', 'lost')
	await page.getByRole('button', { name: 'Cancel the import of Wikidata' }).click()
	await expect(page.getByText('Failed to cancel the import')).toBeVisible()
})
