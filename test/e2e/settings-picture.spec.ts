import type { Page } from '@playwright/test'
import { registerAndLogIn } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { noisyPicture, plainPicture } from '#kit/pictures.ts'

const SAVED = 'Settings updated successfully!'
/** Longer than the notice of it stays. */
const NOTICE_MS = 6_000

const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' })
const choose = (page: Page) => page.getByLabel(/^(Choose|Replace) Picture$/)
const inHeader = (page: Page) => page.getByRole('button', { name: 'Profile menu' }).locator('img')

async function png(background: string) {
	return { name: 'me.png', mimeType: 'image/png', buffer: await plainPicture('png', 500, 300, background) }
}

/** The path of the header's picture once it has loaded. */
const shownFrom = (page: Page) =>
	inHeader(page).evaluate((image) => {
		const { naturalWidth, currentSrc } = image as HTMLImageElement
		return naturalWidth > 0 ? new URL(currentSrc).pathname : null
	})

test('a picture is chosen, shown everywhere, replaced and removed', async ({ page, site }) => {
	await page.clock.install()
	const { username } = await registerAndLogIn(page, site)
	await visit(page, '/settings')
	await expect(page.getByText('Recommended: a square image of at least 200x200 pixels.')).toBeVisible()
	await expect(inHeader(page)).toHaveCount(0)
	await choose(page).setInputFiles(await png('#c03020'))
	await expect(page.getByRole('img', { name: 'New picture' })).toBeVisible()
	await expect(page.getByText('Save to use this picture.')).toBeVisible()
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
	await page.clock.runFor(NOTICE_MS)
	await expect(page.getByText(SAVED)).toBeHidden()

	await visit(page, `/profile/${username}`)
	await expect(page.locator('main header img')).toHaveAttribute('src', /^\/pictures\/[\w-]{22}-400\.webp$/)
	await page.getByRole('link', { name: 'Edit Profile' }).click()
	await expect(page).toHaveURL('/settings')

	await choose(page).setInputFiles(await png('#2040c0'))
	await save(page).click()
	await expect(page.getByText(SAVED)).toBeVisible()
	await expect.poll(() => shownFrom(page)).not.toBe(first)
	await expect.poll(async () => (await page.request.get(first ?? '')).status()).toBe(404)

	await page.getByRole('button', { name: 'Remove' }).click()
	await expect(page.getByText('Save to remove your picture.')).toBeVisible()
	await expect(choose(page)).toBeFocused()
	await save(page).click()
	await expect(page.getByText(SAVED)).toBeVisible()
	await expect(inHeader(page)).toHaveCount(0)
	await visit(page, `/profile/${username}`)
	await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible()
	await expect(page.locator('main header img')).toHaveCount(0)
})

test('files that are not pictures are rejected immediately, and the selection does not change', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	await registerAndLogIn(page, site)
	await visit(page, '/settings')
	const refusals: [string, string, Buffer, string][] = [
		['notes.txt', 'text/plain', Buffer.from('notes'), 'Please choose an image file: JPEG, PNG, WebP, GIF or AVIF'],
		['page.png', 'image/png', Buffer.from('<!doctype html>'), 'This picture is damaged and cannot be read.'],
		['big.png', 'image/png', Buffer.alloc(5 * 1024 * 1024 + 1), 'Pictures can be up to 5 MB'],
	]
	for (const [name, mimeType, buffer, sentence] of refusals) {
		await choose(page).setInputFiles({ name, mimeType, buffer })
		await expect(page.getByText(sentence)).toBeVisible()
		await expect(page.getByRole('img', { name: 'New picture' })).toHaveCount(0)
	}
	await expect(save(page)).toHaveAttribute('aria-disabled', 'true')
	await choose(page).setInputFiles(await png('#c03020'))
	await expect(page.getByRole('img', { name: 'New picture' })).toBeVisible()
	await expect(page.getByText('Pictures can be up to 5 MB')).toHaveCount(0)
})

test('text typed while a picture is decoded is kept, and so is the picture', { tag: '@ci' }, async ({ page, site }) => {
	await page.addInitScript(() => {
		const decode = window.createImageBitmap.bind(window)
		const decodeLater = async (file: ImageBitmapSource) => {
			await new Promise((resolve) => window.addEventListener('decode', resolve, { once: true }))
			return decode(file)
		}
		Object.assign(window, { createImageBitmap: decodeLater })
	})
	await registerAndLogIn(page, site)
	await visit(page, '/settings')
	await choose(page).setInputFiles(await png('#c03020'))
	await page.getByLabel('Bio').fill('Typed meanwhile.')
	await expect(page.getByRole('img', { name: 'New picture' })).toHaveCount(0)
	await expect
		.poll(async () => {
			await page.evaluate(() => window.dispatchEvent(new Event('decode')))
			return page.getByRole('img', { name: 'New picture' }).isVisible()
		})
		.toBe(true)
	await expect(page.getByLabel('Bio')).toHaveValue('Typed meanwhile.')
	await page.getByLabel('Name').fill('Wren')
	await expect(page.getByRole('img', { name: 'New picture' })).toBeVisible()
})

test('a large picture is compressed before upload', { tag: '@ci' }, async ({ page, site }) => {
	await registerAndLogIn(page, site)
	await visit(page, '/settings')
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

test('a picture that the server rejects shows an error next to it', { tag: '@ci' }, async ({ page, site }) => {
	await registerAndLogIn(page, site)
	await visit(page, '/settings')
	await page.route('**/api/auth/profile', (route) =>
		route.fulfill({
			status: 413,
			json: {
				success: false,
				error: 'Pictures can be up to 50 megapixels',
				code: 'picture_too_large',
				details: [{ path: 'profilePicture', message: 'Pictures can be up to 50 megapixels' }],
			},
		}),
	)
	await choose(page).setInputFiles(await png('#c03020'))
	await save(page).click()
	await expect(page.getByText('Pictures can be up to 50 megapixels')).toHaveCount(1)
	await expect(page.getByRole('img', { name: 'New picture' })).toBeVisible()
})

test('an avatar that does not load falls back to the initial', { tag: '@ci' }, async ({ page, site }) => {
	const { username } = await registerAndLogIn(page, site)
	await visit(page, '/settings')
	await choose(page).setInputFiles(await png('#c03020'))
	await page.route('**/pictures/**', (route) => route.abort())
	await save(page).click()
	await expect(page.getByText(SAVED)).toBeVisible()
	await expect(inHeader(page)).toHaveCount(0)
	await expect(page.getByRole('button', { name: 'Profile menu' })).toHaveText(username.charAt(0).toUpperCase())
})
