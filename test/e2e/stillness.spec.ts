import type { Page } from '@playwright/test'
import { ADMIN_SECTIONS, fillLibrary, fillQueues, STATIC, VISITORS, write } from '#kit/browser/every-page.ts'
import { registerWithRole } from '#kit/browser/moderators.ts'
import { logIn, registerAndLogIn } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { findShifts, recordShifts } from '#kit/browser/stillness.ts'
import { expect, test } from '#kit/browser/test.ts'
import { findSmallTargets } from '#kit/browser/touch-targets.ts'

// Every page is loaded on a slow network for each kind of viewer, on a desktop and on a phone. It costs a third of a CPU-second a
// page.

const tag = ['@ci', '@phone']

/** Loads each page and expects that nothing moves meanwhile, and that a finger then hits what can be pressed. */
async function expectStill(page: Page, isPhone: boolean, paths: readonly string[]): Promise<void> {
	test.slow()
	await recordShifts(page)
	for (const path of paths)
		await test.step(path, async () => {
			await visit(page, path)
			await waitForIdle(page)
			expect.soft(await findShifts(page), `${path} moves`).toEqual([])
			if (isPhone) expect.soft(await findSmallTargets(page), `${path} has small targets`).toEqual([])
		})
}

test('no page of a visitor moves while it loads, and a finger hits its targets', { tag }, async ({
	page,
	site,
	isPhone,
}) => {
	const { writer, written } = await write(site)
	await fillLibrary(site, writer)
	await expectStill(page, isPhone, [...STATIC, ...VISITORS, ...written])
})

test('no page of a member moves while it loads, and a finger hits its targets', { tag }, async ({
	page,
	site,
	isPhone,
}) => {
	const { writer, own, written } = await write(site)
	await fillLibrary(site, writer)
	await logIn(page, site, writer)
	await expectStill(page, isPhone, [...own, ...written, ...STATIC, `/${writer.username}/year/2026`])
})

test('no page of a newcomer moves while it loads, and a finger hits its targets', { tag }, async ({
	page,
	site,
	isPhone,
}) => {
	const { written } = await write(site)
	const { username } = await registerAndLogIn(page, site)
	const library = ['games', 'diary', 'stats', 'year/2026', 'reviews', 'lists'].map((what) => `/${username}/${what}`)
	const own = ['/feed', '/welcome', '/settings', '/list', `/profile/${username}`, ...library]
	await expectStill(page, isPhone, [...own, ...written, ...STATIC])
})

test('no page of an admin moves while it loads, and a finger hits its targets', { tag }, async ({
	page,
	site,
	isPhone,
}) => {
	const admin = await registerWithRole(site, 'admin')
	await fillQueues(site, admin)
	await logIn(page, site, admin)
	await expectStill(
		page,
		isPhone,
		ADMIN_SECTIONS.map((section) => `/admin/${section}`),
	)
})

test('the tabs of the admin stay where they are from section to section', { tag }, async ({ page, site }) => {
	await logIn(page, site, await registerWithRole(site, 'admin'))
	const tabs = page.getByRole('navigation', { name: 'Sections' })
	const places = new Set<number | undefined>()
	for (const section of ADMIN_SECTIONS) {
		await visit(page, `/admin/${section}`)
		await waitForIdle(page)
		await expect(tabs).toBeVisible()
		places.add((await tabs.boundingBox())?.y)
	}
	expect(places.size).toBe(1)
})
