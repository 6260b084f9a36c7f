import type { Locator, Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { EXPECTED_NOISE, REASON } from '#kit/browser/call-failures.ts'
import { toast } from '#kit/browser/log-control.ts'
import { registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { expectFitsWidth } from '#kit/browser/width.ts'
import { PASSWORD } from '#kit/password.ts'

/** Fills in and sends the form that is open, and returns the new username. */
async function signUp(page: Page): Promise<string> {
	const username = `new_${crypto.randomUUID().slice(0, 8)}`
	await page.getByLabel('Username').fill(username)
	await page.getByLabel('Email').fill(`${username}@example.org`)
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await page.getByLabel('Confirm Password').fill(PASSWORD)
	await page.getByRole('button', { name: 'Sign Up' }).click()
	return username
}

test('a new account begins with games to rate, and goes on to reviews and people', async ({ page, site }) => {
	await registerPerson(site)
	await visit(page, '/login?mode=signup')
	const username = await signUp(page)
	await expect(page).toHaveURL('/welcome')
	await expect(page.getByRole('heading', { level: 1, name: `Welcome, ${username}` })).toBeVisible()
	await expect(page.getByText('0 rated')).toBeVisible()
	const tiles = page.getByRole('button', { name: /^Rate / })
	await expect(tiles).toHaveCount(12)
	await tiles.nth(1).click()
	const stars = page.getByRole('slider', { name: /^Your rating of / })
	await expect(stars).toBeFocused()
	const box = await stars.boundingBox()
	await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) * 0.78, (box?.y ?? 0) + 20)
	await expect(page.getByText('1 rated')).toBeVisible()
	await page.getByLabel('Search for another game').fill('gorogo')
	await page.getByRole('option', { name: /^Gorogoa/ }).click()
	await expect(tiles).toHaveCount(13)
	await expect(page.getByRole('slider', { name: 'Your rating of Gorogoa' })).toBeFocused()
	await page.keyboard.press('End')
	await expect(page.getByText('2 rated')).toBeVisible()
	await page.reload()
	await expect(page.getByText('2 rated')).toBeVisible()
	await page.getByRole('link', { name: 'Go On' }).click()
	await expect(page.getByRole('heading', { name: 'Say Something About One' })).toBeVisible()
	await expect(page.getByRole('link', { name: /^Review / })).toHaveCount(2)
	await page.getByRole('link', { name: 'Review Gorogoa' }).click()
	await expect(page).toHaveURL(/\/games\/\d+\/review$/)
	await page.goBack()
	await page.getByRole('link', { name: 'Go to Home' }).click()
	await expect(page).toHaveURL('/')
})

test('the welcome can be skipped, fits any width and is accessible in both steps', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	await registerAndLogIn(page, site)
	for (const path of ['/welcome', '/welcome?step=next']) {
		await visit(page, path)
		for (const width of [1280, 390, 320]) {
			await page.setViewportSize({ width, height: 800 })
			await waitForIdle(page)
			await expectFitsWidth(page)
			expect(await findAxeViolations(page)).toEqual([])
		}
	}
	await visit(page, '/welcome')
	await page.getByRole('link', { name: 'Skip', exact: true }).click()
	await expect(page).toHaveURL('/')
})

test('a sign-up on the way to a page leads there', { tag: '@ci' }, async ({ page }) => {
	await visit(page, '/login?mode=signup&redirect=%2Fgames%2F7')
	await signUp(page)
	await expect(page).toHaveURL('/games/7')
})

const tiles = (page: Page) => page.getByRole('button', { name: /^Rate / })
const sliders = (page: Page) => page.getByRole('slider', { name: /^Your rating of / })
const undo = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Undo' })

/** Presses in the row of stars, at a part of its width. */
async function press(page: Page, stars: Locator, at: number): Promise<void> {
	const box = await stars.boundingBox()
	if (!box) throw new Error('The stars have no place on the screen')
	await page.mouse.click(box.x + box.width * at, box.y + box.height / 2)
}

test('the bar says how many are rated and offers Undo for eight seconds, and no message covers it', {
	tag: ['@ci', '@phone'],
}, async ({ page, site }) => {
	const member = await registerAndLogIn(page, site)
	const rated = async () => (await member.send<{ rated: number }>('GET', '/library/summary')).rated
	await page.clock.install()
	await visit(page, '/welcome')
	await tiles(page).first().click()
	await press(page, sliders(page), 0.75)
	await expect(page.getByText('1 rated')).toBeVisible()
	await expect(undo(page)).toBeVisible()
	await expect(toast(page)).toBeHidden()
	expect(await findAxeViolations(page)).toEqual([])
	await undo(page).click()
	await expect(page.getByText('0 rated')).toBeVisible()
	await expect(undo(page)).toHaveCount(0)
	await expect(page.getByRole('link', { name: 'Skip', exact: true })).toBeFocused()
	await expect.poll(rated).toBe(0)

	await tiles(page).nth(1).click()
	await press(page, sliders(page).last(), 0.75)
	await expect(page.getByText('1 rated')).toBeVisible()
	await page.clock.runFor(6000)
	await expect(undo(page)).toBeVisible()
	await page.clock.runFor(2000)
	await expect(undo(page)).toHaveCount(0)
	expect(await rated()).toBe(1)
})

test('by thumb, the stars take the place of the name, a tap is a whole star and another one half of it', {
	tag: '@touch',
}, async ({ page, site }) => {
	const member = await registerAndLogIn(page, site)
	await page.clock.install()
	await visit(page, '/welcome')
	const tile = page.getByRole('main').getByRole('listitem').first()
	const cover = tile.getByRole('button')
	const name = tile.getByRole('paragraph', { includeHidden: true })
	await expect(name).toBeVisible()
	const next = page.getByRole('main').getByRole('listitem').nth(3)
	const before = (await next.boundingBox())?.y
	await cover.tap()
	const stars = tile.getByRole('slider')
	await expect(stars).toBeVisible()
	await expect(name).toHaveCount(0)
	const [box, art] = [await stars.boundingBox(), await cover.boundingBox()]
	expect(box?.width).toBeGreaterThanOrEqual(110)
	expect(box?.height).toBeGreaterThanOrEqual(44)
	expect(box?.y).toBeGreaterThanOrEqual((art?.y ?? 0) + (art?.height ?? 0))
	expect((await next.boundingBox())?.y).toBe(before)
	// In the left half of the fourth star
	const tap = () => page.touchscreen.tap((box?.x ?? 0) + (box?.width ?? 0) * 0.64, (box?.y ?? 0) + 22)
	await tap()
	await expect(stars).toHaveValue('4')
	await tap()
	await expect(stars).toHaveValue('3.5')
	await tap()
	await expect(stars).toHaveValue('4')
	await tap()
	await expect(stars).toHaveValue('3.5')
	await page.clock.runFor(1000)
	await expect(name).toBeVisible()
	await expect(stars).toHaveCount(0)
	await expect(tile.getByRole('img', { name: '3.5 out of 5' })).toBeVisible()
	expect((await next.boundingBox())?.y).toBe(before)
	await expect
		.poll(async () => (await member.send<{ entries: { rating: number }[] }>('GET', '/library')).entries)
		.toMatchObject([{ rating: 3.5, status: 'played' }])
})

test.describe('on a failing network', () => {
	test.use({ expectedNoise: EXPECTED_NOISE })

	test('a rating that fails offers no Undo, and its message stands above the bar', { tag: ['@ci', '@phone'] }, async ({
		page,
		site,
	}) => {
		await registerAndLogIn(page, site)
		await visit(page, '/welcome')
		await page.route('**/api/library/*', (route) =>
			route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: { error: REASON } }) : route.fallback(),
		)
		await tiles(page).first().click()
		await press(page, sliders(page), 0.75)
		await expect(toast(page).getByRole('alert')).toHaveText(REASON)
		await expect(undo(page)).toHaveCount(0)
		await expect
			.poll(async () => {
				const [message, way] = [
					await toast(page).locator('div').boundingBox(),
					await page.getByRole('link', { name: 'Skip', exact: true }).boundingBox(),
				]
				return message && way && message.y + message.height <= way.y
			})
			.toBe(true)
	})
})
