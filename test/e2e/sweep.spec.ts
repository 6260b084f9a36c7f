import type { Page } from '@playwright/test'
import { findAxeViolations, findRuleViolations } from '#kit/browser/axe.ts'
import { findColumnFaults } from '#kit/browser/columns.ts'
import { ADMIN_SECTIONS, STATIC, VISITORS, write } from '#kit/browser/every-page.ts'
import { registerWithRole } from '#kit/browser/moderators.ts'
import { logIn, type Person, registerAndLogIn } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { findMisfits } from '#kit/browser/type-table.ts'
import { findTooWide } from '#kit/browser/width.ts'

// Every page is loaded once for each kind of viewer, and looked at in four widths: what holds on all pages has its test here.
// It costs one to two CPU-seconds a page, in place of some two hundred loads in 49 tests.

// With another width, Chromium preloads images again that the page has by then
test.use({ expectedNoise: /was preloaded using link preload but not used/ })

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
	await logIn(page, site, writer)
	await sweep(page, own)
})

test('every page of a newcomer fits, is accessible and keeps to the type table', async ({ page, site }) => {
	const { username } = await registerAndLogIn(page, site)
	const library = ['games', 'diary', 'stats', 'year/2026'].map((what) => `/${username}/${what}`)
	await sweep(page, [`/profile/${username}`, ...library])
})

test('every page of an admin fits, is accessible and keeps to the type table', async ({ page, site }) => {
	test.slow()
	const admin: Person = await registerWithRole(site, 'admin')
	await logIn(page, site, admin)
	await sweep(
		page,
		ADMIN_SECTIONS.map((section) => `/admin/${section}`),
	)
})
