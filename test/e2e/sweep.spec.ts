import type { Page } from '@playwright/test'
import { findAxeViolations, findRuleViolations } from '#kit/browser/axe.ts'
import { celeste } from '#kit/browser/built-in-games.ts'
import { findColumnFaults } from '#kit/browser/columns.ts'
import { registerWithRole } from '#kit/browser/moderators.ts'
import { newUsername, type Person, registerAndSignIn, registerPerson, signIn } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { findMisfits } from '#kit/browser/type-table.ts'
import { findTooWide } from '#kit/browser/width.ts'
import type { SiteProcess } from '#kit/site-process.ts'

// Every page is loaded once for each kind of viewer, and looked at in four widths: what holds on all pages has its test here.
// It costs one to two CPU-seconds a page, in place of some two hundred loads in 49 tests.

// With another width, Chromium preloads images again that the page has by then
test.use({ expectedNoise: /was preloaded using link preload but not used/ })

const WORD = 'W'.repeat(120)
const RIGHT_TO_LEFT = 'لعبة طويلة جدا عن مكان هادئ في آخر العالم، ومراجعة تملأ سطرين على الأقل من هذه الصفحة.'
const PARAGRAPH =
	'Every screen is a small promise that you can do it, and after the fortieth try you can. The mountain does not care how often you fell. '

/** The same for everybody. */
const STATIC = [
	'/search',
	`/search?query=${WORD}`,
	'/search?query=zelda',
	'/search?query=qqqqqqqq',
	'/about',
	'/rules',
	'/join/none',
	'/privacy-policy',
	'/transparency',
	'/appeal/00000000-0000-7000-8000-000000000000',
	'/verify-email?token=forged',
	'/confirm-request',
	'/confirm-request?token=forged',
	'/confirm-report',
	'/confirm-report?token=forged',
	'/unsubscribe',
	'/unsubscribe?token=forged',
	'/oauth/callback?token=forged',
	'/nowhere/at/all',
	'/games/999999',
	'/profile/nobody_here',
	'/nobody_here/games',
	'/nobody_here/diary',
	'/nobody_here/stats',
	'/nobody_here/year/2026',
	'/nobody_here/year/26',
	'/reviews/00000000-0000-7000-8000-000000000000',
	'/list/none',
	'/data-deletion-status/AAAA-BBBB-CCCC-DDDD',
	'/data-deletion-status',
]
const VISITORS = [
	'/login',
	'/login?mode=signup',
	'/forgot-password',
	'/reset-password?token=any',
	'/reset-password',
	'/admin',
	'/list',
	'/feed',
	'/welcome',
	'/settings',
]
const ADMIN_SECTIONS = [
	'reports',
	'appeals',
	'log',
	'words',
	'people',
	'registrations',
	'invites',
	'domains',
	'numbers',
	'work',
	'catalog',
	'settings',
]

/** What somebody wrote, some of it as wide as it can be, and the paths that show it. */
async function write(site: SiteProcess) {
	// The longest username there can be
	const writer = await registerPerson(site, newUsername('wide').padEnd(30, 'W'))
	const wide = await writer.review(7, { description: `${WORD.repeat(4)} ${RIGHT_TO_LEFT}` })
	await writer.comment(wide, WORD.repeat(3))
	const review = await writer.review(celeste, { rating: 4.5, description: PARAGRAPH.repeat(4).trim() })
	await writer.comment(review, 'Sit down somewhere with a view.')
	await writer.review(12, { description: RIGHT_TO_LEFT })
	const games = [{ gameId: 7, notes: WORD }, { gameId: 12, notes: RIGHT_TO_LEFT }, { gameId: 21 }]
	const list = await writer.createList({ title: WORD, description: WORD.repeat(3), games })
	const wall = await writer.createList({ title: RIGHT_TO_LEFT, games: [{ gameId: 7 }, { gameId: 12 }] })
	const { username } = writer
	return {
		writer,
		written: [
			'/',
			'/?period=week',
			'/games',
			'/games?period=all',
			'/games?view=wall',
			`/games/${celeste}`,
			'/games/7',
			'/games/12',
			'/reviews',
			`/reviews?gameId=7&search=${WORD.slice(0, 50)}`,
			`/reviews/${wide}`,
			`/reviews/${review}`,
			'/users',
			'/lists',
			`/profile/${username}`,
			`/${username}/reviews`,
			`/${username}/lists`,
			`/${username}/lists?search=${WORD.slice(0, 40)}`,
			`/${username}/games`,
			`/${username}/diary`,
			`/${username}/stats`,
			`/list/${list}`,
			`/list/${wall}`,
			`/search?query=${username}&tab=users`,
		],
		/** For the writer: somebody else is led away from the form of a list. */
		own: [
			'/',
			'/feed',
			'/welcome',
			'/settings',
			'/games/21',
			`/games/${celeste}`,
			'/games/21/review',
			`/games/${celeste}/review?edit=${review}`,
			'/list',
			`/list/edit/${list}`,
			`/reviews/${review}`,
			`/profile/${username}`,
			`/${username}/games`,
		],
	}
}

/** Returns the texts of links and buttons that look like the page's main action. */
async function findMainActions(page: Page): Promise<(string | null)[]> {
	return page.evaluate(() => {
		const probe = document.createElement('i')
		probe.className = 'visually-hidden'
		document.body.append(probe)
		probe.style.setProperty('background-color', 'var(--act)')
		const act = getComputedStyle(probe).backgroundColor
		probe.remove()
		return [...document.querySelectorAll('a, button')]
			.filter((element) => element.checkVisibility({ visibilityProperty: true }))
			.filter((element) => getComputedStyle(element).backgroundColor === act)
			.map(({ textContent }) => textContent)
	})
}

/** Returns what stays in sight while a slow navigation shows the skeleton of the next page. */
async function findLeftBehind(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const main = document.querySelector('main')
		main?.setAttribute('data-replaced', '')
		const left = [...(main?.children ?? [])]
			.filter((child) => child.checkVisibility())
			.map(({ className }) => className)
		main?.removeAttribute('data-replaced')
		return left
	})
}

/** Loads each page once and expects of it what holds on every page. */
async function sweep(page: Page, paths: readonly string[]): Promise<void> {
	for (const path of paths)
		await test.step(path, async () => {
			const resize = async (width: number, height: number) => {
				await page.setViewportSize({ width, height })
				await waitForIdle(page)
				expect.soft(await findTooWide(page), `${path} at ${width}`).toEqual([])
				expect.soft(await findMisfits(page), `${path} at ${width}`).toEqual([])
			}
			await page.setViewportSize({ width: 1280, height: 900 })
			await visit(page, path)
			await resize(1280, 900)
			expect.soft(await findColumnFaults(page, path), `${path} at 1280`).toEqual([])
			expect.soft((await findMainActions(page)).length, `${path} has one main action`).toBeLessThanOrEqual(1)
			expect.soft(await findLeftBehind(page), `${path} is hidden by the skeleton of the next page`).toEqual([])
			expect.soft(await findAxeViolations(page), path).toEqual([])
			await resize(390, 844)
			expect.soft(await findRuleViolations(page, ['color-contrast', 'target-size']), `${path} at 390`).toEqual([])
			await resize(320, 1600)
			await resize(1920, 900)
			expect.soft(await findColumnFaults(page, path), `${path} at 1920`).toEqual([])
		})
}

test('every page that is the same for everybody fits, is accessible and keeps to the type table', async ({ page }) => {
	test.slow()
	await sweep(page, STATIC)
})

test('every page of a visitor fits, is accessible and keeps to the type table', async ({ page, site }) => {
	test.slow()
	const { written } = await write(site)
	await sweep(page, [...VISITORS, ...written])
	await page.goto('/')
	expect(await findMainActions(page)).toEqual(['Join Savepoint'])
})

test('every page of a member fits, is accessible and keeps to the type table', async ({ page, site }) => {
	test.slow()
	const { writer, own } = await write(site)
	await signIn(page, site, writer)
	await sweep(page, own)
})

test('every page of a newcomer fits, is accessible and keeps to the type table', async ({ page, site }) => {
	const { username } = await registerAndSignIn(page, site)
	const library = ['games', 'diary', 'stats', 'year/2026'].map((what) => `/${username}/${what}`)
	await sweep(page, [`/profile/${username}`, ...library])
})

test('every page of an admin fits, is accessible and keeps to the type table', async ({ page, site }) => {
	test.slow()
	const admin: Person = await registerWithRole(site, 'admin')
	await signIn(page, site, admin)
	await sweep(
		page,
		ADMIN_SECTIONS.map((section) => `/admin/${section}`),
	)
})
