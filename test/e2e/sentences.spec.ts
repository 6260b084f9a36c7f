import type { Page } from '@playwright/test'
import type { SiteProcess } from '../process.ts'
import { NOISE } from './failing.ts'
import { COMING_IN, NAMELESS } from './sentences/account.ts'
import { LISTS, OWN, REVIEWING } from './sentences/member.ts'
import { BROKEN, RANKINGS, THINGS } from './sentences/reading.ts'
import { type Row, type Scene, walk } from './sentences/walk.ts'
import { expect, test } from './site.ts'
import { type Someone, someone } from './someone.ts'

// The specification's sentences (its section 8, and the empty states of the others), each looked for on its screen.
test.describe.configure({ mode: 'parallel' })
test.use({ expectedNoise: NOISE })

let scenes = 0

/** Somebody who has written, somebody who sits at the browser, and the names of what is there. */
async function staged(page: Page, site: SiteProcess): Promise<Scene> {
	const mark = ++scenes
	const [writer, member, other] = await Promise.all(
		// names that are like no game's
		['writer', 'member', 'other'].map((role) => someone(site, `${role}zq${'x'.repeat(mark)}`)),
	)
	if (!writer || !member || !other) throw new Error('Nobody came')
	const lists = async (of: Someone, title: string, games: object[]) =>
		((await of.does('POST', '/lists', { title, games })) as { id: string }).id
	const review = await writer.reviews(3)
	await writer.does('POST', '/comments', { reviewId: review, content: 'Said before.' })
	return {
		page,
		member,
		writer,
		words: {
			writer: writer.username,
			other: other.username,
			review,
			another: await writer.reviews(5),
			own: await member.reviews(8),
			list: await lists(writer, 'Of two', [{ gameId: 3 }, { gameId: 4 }]),
			empty: await lists(writer, 'Of none', []),
			mine: await lists(member, 'Of one', [{ gameId: 3 }]),
			none: '00000000-0000-7000-8000-000000000000',
			said: 'Ten+words',
		},
	}
}

/** Puts the member's session into the browser, as the client keeps it. */
async function enter({ page, member }: Scene): Promise<void> {
	await page.goto('/about')
	await page.evaluate(
		([user, tokens]) => {
			for (const [key, value] of Object.entries({ user, ...tokens })) localStorage.setItem(key, value)
		},
		[member.account, member.tokens] as const,
	)
}

const VISITOR: [name: string, rows: readonly Row[]][] = [
	['the rankings and the searches', RANKINGS],
	['a game, a review, a profile and a list', THINGS],
	['the way in', COMING_IN],
]
const MEMBER: [name: string, rows: readonly Row[]][] = [
	['what is written and said', REVIEWING],
	['the bell and the settings', OWN],
	['lists that are made, edited and deleted', LISTS],
]

for (const [name, rows] of VISITOR)
	test(`a visitor finds every sentence of ${name}`, async ({ page, site }) => {
		await walk(await staged(page, site), rows)
	})

for (const [name, rows] of MEMBER)
	test(`a member finds every sentence of ${name}`, async ({ page, site }) => {
		const scene = await staged(page, site)
		await enter(scene)
		await walk(scene, rows)
	})

test('who has no username yet finds every sentence about choosing one', async ({ page, site }) => {
	const scene = await staged(page, site)
	const user = { ...(JSON.parse(scene.member.account) as object), needsUsernameSelection: true }
	await page.route('**/api/auth/me', (route) => route.fulfill({ json: { success: true, user } }))
	await page.route('**/api/auth/username-required', (route) =>
		route.fulfill({ json: { success: true, needsUsernameSelection: true } }),
	)
	await enter(scene)
	await walk(scene, NAMELESS)
})

test.describe('a screen that breaks', () => {
	// the browser and React tell it to whoever looks for the reason
	test.use({ expectedNoise: /Cannot read properties of null|React Router caught/ })

	test('says so, and the site around it lives', async ({ page, site }) => {
		await walk(await staged(page, site), BROKEN)
		await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
		await expect(page.getByRole('heading', { level: 1, name: 'About Savepoint' })).toBeVisible()
	})
})
