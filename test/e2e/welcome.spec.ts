import type { Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { registerAndSignIn, registerPerson } from '#kit/browser/people.ts'
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
	await expect(page.getByRole('heading', { name: 'Write About One of Them' })).toBeVisible()
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
	await registerAndSignIn(page, site)
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
