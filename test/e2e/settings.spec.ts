import type { Page } from '@playwright/test'
import { noisyPicture, plainPicture } from '../pictures.ts'
import { axeFinds } from './axe.ts'
import { signedIn } from './signed-in.ts'
import { expect, test } from './site.ts'

const SAVED = 'Settings updated successfully!'
const FAILED = 'Failed to update settings. Please try again.'

const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' })
const choose = (page: Page) => page.getByLabel(/^(Choose|Replace) Picture$/)
const inHeader = (page: Page) => page.getByRole('button', { name: 'Profile menu' }).locator('img')

async function png(background: string) {
	return { name: 'me.png', mimeType: 'image/png', buffer: await plainPicture('png', 500, 300, background) }
}

/** Whether a picture of the page has come, and from where. */
const shownFrom = (page: Page) =>
	inHeader(page).evaluate((image) => {
		const { naturalWidth, currentSrc } = image as HTMLImageElement
		return naturalWidth > 0 ? new URL(currentSrc).pathname : null
	})

test('a picture is chosen, shown everywhere, replaced and removed', async ({ page, site }, { project }) => {
	const name = `set_pictured_${project.name}`
	await signedIn(page, site, name)
	await page.goto('/settings')
	await expect(page.getByText('Recommended: a square image of at least 200x200 pixels.')).toBeVisible()
	await expect(inHeader(page)).toHaveCount(0)
	await choose(page).setInputFiles(await png('#c03020'))
	await expect(page.getByRole('img', { name: 'New picture' })).toBeVisible()
	await expect(page.getByText('This picture is shown once you save.')).toBeVisible()
	const middle = () =>
		page.getByRole('img', { name: 'New picture' }).evaluate((canvas) => {
			const data = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(128, 128, 1, 1).data
			return [...(data ?? [])].slice(0, 3)
		})
	await expect.poll(middle).toEqual([0xc0, 0x30, 0x20])
	await save(page).click()
	await expect(page.getByText(SAVED)).toBeVisible()
	await expect.poll(() => shownFrom(page)).toMatch(/^\/pictures\/[\w-]{22}-(96|400)\.webp$/)
	const first = await shownFrom(page)
	await expect(page.getByText(SAVED)).toBeHidden({ timeout: 8_000 })

	await page.goto(`/profile/${name}`)
	await expect(page.locator('main header img')).toHaveAttribute('src', /^\/pictures\/[\w-]{22}-400\.webp$/)
	await page.getByRole('link', { name: 'Edit Profile' }).click()
	await expect(page).toHaveURL('/settings')

	await choose(page).setInputFiles(await png('#2040c0'))
	await save(page).click()
	await expect(page.getByText(SAVED)).toBeVisible()
	await expect.poll(() => shownFrom(page)).not.toBe(first)
	expect((await page.request.get(first ?? '')).status()).toBe(404)

	await page.getByRole('button', { name: 'Remove' }).click()
	await expect(page.getByText('The picture goes once you save.')).toBeVisible()
	await expect(choose(page)).toBeFocused()
	await save(page).click()
	await expect(page.getByText(SAVED)).toBeVisible()
	await expect(inHeader(page)).toHaveCount(0)
	await page.goto(`/profile/${name}`)
	await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
	await expect(page.locator('main header img')).toHaveCount(0)
})

test('files that are no pictures are refused at once, and the choice stays as it was', async ({ page, site }, {
	project,
}) => {
	await signedIn(page, site, `set_filed_${project.name}`)
	await page.goto('/settings')
	const refusals: [string, string, Buffer, string][] = [
		['notes.txt', 'text/plain', Buffer.from('notes'), 'Please choose an image file: JPEG, PNG, WebP, GIF or AVIF'],
		['page.png', 'image/png', Buffer.from('<!doctype html>'), 'This picture is damaged and cannot be read.'],
		['big.png', 'image/png', Buffer.alloc(5 * 1024 * 1024 + 1), 'The picture may have 5 MB at most'],
	]
	for (const [name, mimeType, buffer, sentence] of refusals) {
		await choose(page).setInputFiles({ name, mimeType, buffer })
		await expect(page.getByText(sentence)).toBeVisible()
		await expect(page.getByRole('img', { name: 'New picture' })).toHaveCount(0)
	}
	await expect(save(page)).toHaveAttribute('aria-disabled', 'true')
	await choose(page).setInputFiles(await png('#c03020'))
	await expect(page.getByRole('img', { name: 'New picture' })).toBeVisible()
	await expect(page.getByText('The picture may have 5 MB at most')).toHaveCount(0)
})

test('what is typed while a picture is looked at stays, and so does the picture', async ({ page, site }, {
	project,
}) => {
	await page.addInitScript(() => {
		const decode = window.createImageBitmap.bind(window)
		const slowly = async (file: ImageBitmapSource) => {
			await new Promise((resolve) => setTimeout(resolve, 1_500))
			return decode(file)
		}
		Object.assign(window, { createImageBitmap: slowly })
	})
	await signedIn(page, site, `set_slow_${project.name}`)
	await page.goto('/settings')
	await choose(page).setInputFiles(await png('#c03020'))
	await page.getByLabel('Bio').fill('Typed meanwhile.')
	await expect(page.getByRole('img', { name: 'New picture' })).toHaveCount(0)
	await expect(page.getByRole('img', { name: 'New picture' })).toBeVisible()
	await expect(page.getByLabel('Bio')).toHaveValue('Typed meanwhile.')
	await page.getByLabel('Name').fill('Wren')
	await expect(page.getByRole('img', { name: 'New picture' })).toBeVisible()
})

test('a heavy picture is made lighter before it is sent', async ({ page, site }, { project }) => {
	await signedIn(page, site, `set_heavy_${project.name}`)
	await page.goto('/settings')
	const buffer = await noisyPicture(1200, 900)
	expect(buffer.length).toBeGreaterThan(1024 * 1024)
	await choose(page).setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
	await expect(page.getByRole('img', { name: 'New picture' })).toBeVisible()
	const sending = page.waitForRequest('**/api/auth/profile')
	await save(page).click()
	await expect(page.getByText(SAVED)).toBeVisible()
	const sentBytes = Number(await (await sending).headerValue('content-length'))
	expect(sentBytes).toBeGreaterThan(10_000)
	expect(sentBytes).toBeLessThan(512 * 1024)
	await expect.poll(() => shownFrom(page)).toMatch(/^\/pictures\//)
})

test('a picture that the server refuses is said beside it', async ({ page, site }, { project }) => {
	await signedIn(page, site, `set_bombed_${project.name}`)
	await page.goto('/settings')
	await page.route('**/api/auth/profile', (route) =>
		route.fulfill({
			status: 413,
			json: {
				success: false,
				error: 'The picture may have 50 megapixels at most',
				code: 'picture_too_large',
				details: [{ path: 'profilePicture', message: 'The picture may have 50 megapixels at most' }],
			},
		}),
	)
	await choose(page).setInputFiles(await png('#c03020'))
	await save(page).click()
	await expect(page.getByText('The picture may have 50 megapixels at most')).toHaveCount(1)
	await expect(page.getByRole('img', { name: 'New picture' })).toBeVisible()
})

test('name and bio are saved, shown on the profile with their line breaks, and stay', async ({ page, site }, {
	project,
}) => {
	const name = `set_typed_${project.name}`
	await signedIn(page, site, name)
	await page.goto('/settings')
	await page.getByLabel('Name').fill('Wren')
	await page.getByLabel('Bio').fill(`One.\n\n${'x'.repeat(500)}`)
	await expect(page.getByText('506 of 500 characters')).toBeVisible()
	await save(page).click()
	await expect(page.getByText('Bio must be 500 characters or less')).toBeVisible()
	await expect(page.getByLabel('Bio')).toBeFocused()
	await page.getByLabel('Bio').fill('One.\n\nTwo <b>bold</b>.')
	await save(page).click()
	await expect(page.getByText(SAVED)).toBeVisible()
	await expect(save(page)).toHaveAttribute('aria-disabled', 'true')
	await page.reload()
	await expect(page.getByLabel('Name')).toHaveValue('Wren')
	await expect(page.getByText('Your unsaved draft is back.')).toHaveCount(0)
	await page.goto(`/profile/${name}`)
	await expect(page.getByText('Two <b>bold</b>.')).toHaveText('One.\n\nTwo <b>bold</b>.', { useInnerText: true })
})

test('what is typed survives a failure, a reload and an expired sign-in', async ({ page, site }, { project }) => {
	await signedIn(page, site, `set_failing_${project.name}`)
	await page.goto('/settings')
	await page.route('**/api/auth/profile', (route) => route.abort())
	await page.getByLabel('Bio').fill('Not lost.')
	await save(page).click()
	await expect(page.getByRole('alert').getByText(FAILED)).toBeVisible()
	await expect(page.getByLabel('Bio')).toHaveValue('Not lost.')
	page.once('dialog', (dialog) => dialog.accept())
	await page.reload()
	await expect(page.getByText('Your unsaved draft is back.')).toBeVisible()
	await expect(page.getByLabel('Bio')).toHaveValue('Not lost.')

	await page.unroute('**/api/auth/profile')
	await page.route('**/api/auth/refresh-token', (route) =>
		route.fulfill({ status: 401, json: { success: false, error: 'Over', code: 'session_revoked' } }),
	)
	// what the reload still asks for would meet the ended session first
	await page.waitForLoadState('networkidle')
	await page.evaluate(() => localStorage.setItem('accessToken', 'spent'))
	await save(page).click()
	await expect(page.getByText('Please log in to access your settings.')).toBeVisible()
	await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
	await expect(page).toHaveURL('/login?redirect=%2Fsettings')
	await page.getByLabel('Username or email').fill(`set_failing_${project.name}`)
	await page.getByLabel('Password', { exact: true }).fill('Correct1Horse')
	await page.getByRole('button', { name: /^(Log|Sign) ?in$/i }).click()
	await expect(page).toHaveURL('/settings')
	await expect(page.getByLabel('Bio')).toHaveValue('Not lost.')
	await save(page).click()
	await expect(page.getByText(SAVED)).toBeVisible()
})

test('leaving with unsaved changes asks, and what is discarded is gone', async ({ page, site }, { project }) => {
	await signedIn(page, site, `set_leaver_${project.name}`)
	await page.goto('/settings')
	await page.getByLabel('Bio').fill('Half a thought')
	await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
	const question = page.getByRole('dialog', { name: 'Leave without saving?' })
	await question.getByRole('button', { name: 'Keep editing' }).click()
	await expect(page.getByLabel('Bio')).toHaveValue('Half a thought')
	await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
	await question.getByRole('button', { name: 'Discard changes' }).click()
	await expect(page).toHaveURL('/about')
	await page.goto('/settings')
	await expect(page.getByLabel('Bio')).toHaveValue('')

	await page.getByLabel('Bio').fill('Another')
	await page.getByRole('button', { name: 'Discard Changes' }).click()
	await expect(page.getByLabel('Bio')).toHaveValue('')
	await expect(save(page)).toBeFocused()
})

test('two clicks at once save once', async ({ page, site }, { project }) => {
	await signedIn(page, site, `set_twice_${project.name}`)
	await page.goto('/settings')
	let sent = 0
	await page.route('**/api/auth/profile', async (route) => {
		sent++
		await route.continue()
	})
	await page.getByLabel('Bio').fill('Once.')
	await save(page).evaluate((button) => {
		if (!(button instanceof HTMLButtonElement)) return
		button.click()
		button.click()
	})
	await expect(page.getByText(SAVED)).toBeVisible()
	expect(sent).toBe(1)
})

test('the theme is chosen by keyboard, stays, and follows the header and the system', async ({ page, site }, {
	project,
}) => {
	await page.emulateMedia({ colorScheme: 'light' })
	await signedIn(page, site, `set_themed_${project.name}`)
	await page.goto('/settings')
	const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
	const themes = page.getByRole('group', { name: 'Theme' })
	await expect(themes.getByLabel('System')).toBeChecked()
	const day = await ground()
	await themes.getByLabel('System').focus()
	await page.keyboard.press('ArrowRight')
	await expect(themes.getByLabel('Dark')).toBeChecked()
	const night = await ground()
	expect(night).not.toBe(day)
	await page.reload()
	await expect(themes.getByLabel('Dark')).toBeChecked()
	expect(await ground()).toBe(night)
	if (project.name === 'phone') await page.getByRole('button', { name: 'Menu', exact: true }).click()
	await page.getByRole('button', { name: 'Switch between light and dark' }).click()
	await expect(themes.getByLabel('Light')).toBeChecked()
	if (project.name === 'phone') await page.keyboard.press('Escape')
	await themes.getByLabel('System').check()
	await page.emulateMedia({ colorScheme: 'dark' })
	await expect.poll(ground).toBe(night)
})

test('a visitor is asked to sign in, and comes back', async ({ page }) => {
	const answer = await page.goto('/settings')
	expect(await answer?.text()).toContain('Please log in to access your settings.')
	await expect(page.getByText('Please log in to access your settings.')).toBeVisible()
	await expect(page.getByLabel('Bio')).toHaveCount(0)
	await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
	await expect(page).toHaveURL('/login?redirect=%2Fsettings')
})

test('an account that cannot be read can be asked for again', async ({ page, site }, { project }) => {
	await signedIn(page, site, `set_unread_${project.name}`)
	// at the start of the next page: until then this one may still be keeping the account
	await page.addInitScript(() => localStorage.removeItem('user'))
	await page.route('**/api/auth/me', (route) => route.abort())
	await page.goto('/settings')
	await expect(page.getByText('Failed to find user')).toBeVisible()
	await page.unroute('**/api/auth/me')
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expect(page.getByLabel('Bio')).toBeVisible()
})

test('an avatar that does not load falls back to the initial', async ({ page, site }, { project }) => {
	await signedIn(page, site, `set_broken_${project.name}`)
	await page.goto('/settings')
	await choose(page).setInputFiles(await png('#c03020'))
	await page.route('**/pictures/**', (route) => route.abort())
	await save(page).click()
	await expect(page.getByText(SAVED)).toBeVisible()
	await expect(inHeader(page)).toHaveCount(0)
	await expect(page.getByRole('button', { name: 'Profile menu' })).toHaveText('S')
})

test('the settings of a member are accessible in both themes, and fit 320 px', async ({ page, site }, { project }) => {
	await signedIn(page, site, `set_axe_${project.name}`)
	for (const width of [page.viewportSize()?.width ?? 1280, 320]) {
		await page.setViewportSize({ width, height: 1600 })
		await page.goto('/settings')
		await choose(page).setInputFiles(await png('#c03020'))
		await page.getByLabel('Bio').fill('x'.repeat(501))
		await save(page).click()
		await expect(page.getByText('Bio must be 500 characters or less')).toBeVisible()
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
		expect(await axeFinds(page)).toEqual([])
		page.once('dialog', (dialog) => dialog.accept())
	}
})
