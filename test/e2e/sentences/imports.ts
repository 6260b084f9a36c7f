import type { Import } from '#contract/imports.ts'
import type { Row, Scene } from './walk.ts'

async function choose({ page }: Scene): Promise<void> {
	// The field is another one for each source
	await page.getByRole('heading', { name: 'From Any CSV' }).waitFor()
	await page
		.getByLabel('File with your games')
		.setInputFiles({ name: 'games.csv', mimeType: 'text/csv', buffer: Buffer.from('Title\nCeleste') })
}

async function ignore({ page }: Scene): Promise<void> {
	await page.getByRole('button', { name: 'Ignore Unheard of' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Ignore', exact: true }).click()
}

/** Bringing games from elsewhere, and play time from programs. */
export const IMPORTING: readonly Row[] = [
	{ at: '/imports', anew: true, calls: { '**/api/imports': 'lost' }, says: { alert: 'Failed to load your imports' } },
	{
		at: '/imports?from=csv',
		calls: { '**/api/imports': 'lost' },
		act: choose,
		says: { alert: 'Failed to import. Please try again.' },
	},
	{
		at: '/imports/:none',
		calls: { '**/api/imports/:none': 'lost' },
		says: { alert: 'Failed to load the import' },
	},
	{
		at: '/imports/:another',
		calls: {
			'**/api/imports/:another': { json: createPreview() },
			'**/api/imports/*/rows*': 'lost',
		},
		says: { alert: 'Failed to load the rows' },
	},
	{
		at: '/imports/:review',
		calls: {
			'**/api/imports/:review': { json: createPreview({ sure: 0, none: 2, missing: 2, findable: 2, added: 0 }) },
			'**/api/imports/*/rows*': { json: { rows: [], nextCursor: null } },
			'**/api/imports/*/missing-games': 'lost',
		},
		act: ({ page }) => page.getByRole('button', { name: 'Look Up 2 Games' }).click(),
		says: { alert: 'Failed to look up the games. Please try again.' },
	},
	{
		at: '/imports?from=steam',
		calls: { '**/api/imports/steam': 'lost' },
		act: ({ page }) => page.getByRole('button', { name: 'Sign In at Steam' }).click(),
		says: { alert: 'Failed to sign in at Steam. Please try again.' },
	},
	{
		at: '/settings/sessions',
		calls: { '**/api/play-sessions/unmatched': 'lost' },
		says: { alert: 'Failed to load your play time' },
	},
	{
		at: '/settings/sessions',
		anew: true,
		calls: {
			'**/api/play-sessions/unmatched': { json: createUnmatched() },
			'**/api/play-sessions/unmatched/*': 'lost',
		},
		act: ignore,
		says: { alert: 'Failed to match the game' },
	},
]

/** An import as the server gives it while its preview is shown. */
function createPreview(counts: Partial<Import['counts']> = {}) {
	return {
		...{ id: '00000000-0000-7000-8000-000000000001', source: 'grouvee', fileName: null, state: 'preview' },
		...{ fraction: null, statuses: [], notCarried: [], csv: null, error: null },
		...{ createdAt: '2026-11-01T00:00:00.000Z', appliedAt: null, undoUntil: null },
		counts: {
			...{ rows: 1, sure: 1, unsure: 0, none: 0, undecided: 0, missing: 0, skipped: 0, reviews: 0 },
			...{ findable: 0, wanted: 0, fetched: 0 },
			...{ added: 1, changed: 0, left: 0, failed: 0 },
			...counts,
		},
	}
}

/** What the server gives of a program that named a game it does not know. */
function createUnmatched() {
	const [id, at] = ['00000000-0000-7000-8000-000000000001', '2026-11-01T00:00:00.000Z']
	return {
		games: [{ id, client: 'Script', game: { name: 'Unheard of' }, reportCount: 1, reportedAt: at }],
		totalCount: 1,
		clients: [{ client: 'Script', lastReportAt: at }],
	}
}
