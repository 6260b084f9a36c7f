import type { Page } from '@playwright/test'
import { unreviewedGame } from '#kit/browser/built-in-games.ts'
import { EXPECTED_NOISE } from '#kit/browser/call-failures.ts'
import { simulateMissingUsername } from '#kit/browser/missing-username.ts'
import { logIn, newUsername, registerPerson } from '#kit/browser/people.ts'
import { expect, test } from '#kit/browser/test.ts'
import type { SiteProcess } from '#kit/site-process.ts'
import { COMING_IN, NAMELESS } from './sentences/account.ts'
import { IMPORTING } from './sentences/imports.ts'
import { LISTS, OWN, REVIEWING, TRACKING } from './sentences/member.ts'
import { BROKEN, RANKINGS, SEARCHES, THINGS } from './sentences/reading.ts'
import { RESPONDING } from './sentences/responding.ts'
import { type Row, type Scene, walk } from './sentences/walk.ts'

// The specification's sentences (its section 8, and the empty states of the others), each looked for on its screen.
test.use({ expectedNoise: EXPECTED_NOISE })

/** Registers a writer with works, a member for the browser and another user, and names what there is. */
async function staged(page: Page, site: SiteProcess): Promise<Scene> {
	// Names that are like no game's
	const register = (role: string) => registerPerson(site, newUsername(`${role}zqx`))
	const [writer, member, other] = await Promise.all([register('writer'), register('member'), register('other')])
	const review = await writer.review(3, { description: `Written by ${writer.username} after a long weekend.` })
	await writer.comment(review, 'Said before.')
	const games = [{ gameId: 3 }]
	return {
		page,
		member,
		writer,
		words: {
			writer: writer.username,
			member: member.username,
			other: other.username,
			review,
			another: await writer.review(5),
			own: await member.review(8),
			list: await writer.createList({ title: 'Of two', games: [...games, { gameId: 4 }] }),
			empty: await writer.createList({ title: 'Of none' }),
			mine: await member.createList({ title: 'Of one', games }),
			none: '00000000-0000-7000-8000-000000000000',
			free: newUsername('free'),
			unreviewed: String(unreviewedGame),
		},
	}
}

const VISITOR: [name: string, rows: readonly Row[]][] = [
	['the rankings', RANKINGS],
	['the searches', SEARCHES],
	['a game, a review, a profile and a list', THINGS],
	['the way in', COMING_IN],
]
const MEMBER: [name: string, rows: readonly Row[]][] = [
	['a review that is written, edited and deleted', REVIEWING],
	['likes, comments and follows', RESPONDING],
	['the bell and the settings', OWN],
	['lists that are made, edited and deleted', LISTS],
	['libraries, and a game that is kept track of', TRACKING],
	['imports', IMPORTING],
]

for (const [name, rows] of VISITOR)
	test(`a visitor finds every sentence of ${name}`, { tag: '@ci' }, async ({ page, site }) => {
		await walk(await staged(page, site), rows)
	})

for (const [name, rows] of MEMBER)
	test(`a member finds every sentence of ${name}`, { tag: '@ci' }, async ({ page, site }) => {
		const scene = await staged(page, site)
		await logIn(page, site, scene.member)
		await walk(scene, rows)
	})

test('a user without a username finds every sentence about choosing one', { tag: '@ci' }, async ({ page, site }) => {
	const scene = await staged(page, site)
	await simulateMissingUsername(page)
	await logIn(page, site, scene.member)
	await walk(scene, NAMELESS)
})

test.describe('a screen that crashes', () => {
	// The browser and React tell it to whoever looks for the reason
	test.use({ expectedNoise: /Cannot read properties of null|React Router caught/ })

	test('shows an error, and the rest of the site works', { tag: '@ci' }, async ({ page, site }) => {
		await walk(await staged(page, site), BROKEN)
		await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
		await expect(page.getByRole('heading', { level: 1, name: 'About Savepoint' })).toBeVisible()
	})
})
