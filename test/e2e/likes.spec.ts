import type { Page } from '@playwright/test'
import { failCalls } from '#kit/browser/call-failures.ts'
import { runClockUntil, visitWithStoppedClock } from '#kit/browser/clock.ts'
import { expireSession, logIn } from '#kit/browser/login.ts'
import { goOffline, goOnline } from '#kit/browser/offline.ts'
import { registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { stallRequests } from '#kit/browser/stalled-requests.ts'
import { expect, test } from '#kit/browser/test.ts'
import type { SiteProcess } from '#kit/site-process.ts'

const like = (page: Page) => page.getByRole('button', { name: 'Like this review' })
const liked = (page: Page) => page.getByRole('button', { name: 'Liked this review' })
const likes = (page: Page) => page.locator('dl > div', { has: page.locator('dt', { hasText: /^Like/ }) }).locator('dd')

async function newReview(site: SiteProcess): Promise<string> {
	return (await registerPerson(site)).review(1)
}

test('a visitor who likes a review is asked to log in, returns and likes it', async ({ page, site }) => {
	const reader = await registerPerson(site)
	const id = await newReview(site)
	await visit(page, `/reviews/${id}`)
	await page.getByRole('link', { name: 'Like this review' }).click()
	await expect(page.getByText('Please log in to like reviews')).toBeVisible()
	await page.getByRole('link', { name: 'Log In' }).click()
	await logIn(page, reader.username)
	await expect(page).toHaveURL(`/reviews/${id}`)
	await like(page).click()
	await expect(liked(page)).toBeVisible()
	await expect(likes(page)).toHaveText('1')
	await expect.poll(() => reader.send('GET', `/reviews/${id}`)).toMatchObject({ likes: 1 })
})

test.describe('without a network', () => {
	test.use({ expectedNoise: /ERR_INTERNET_DISCONNECTED/ })

	test('offline, a like and its end say that nothing has changed', { tag: '@ci' }, async ({ page, site }) => {
		const id = await newReview(site)
		const reader = await registerAndLogIn(page, site)
		await visit(page, `/reviews/${id}`)
		const sentence = page.getByRole('alert').filter({ hasText: 'You are offline, so nothing has changed' })
		await goOffline(page)
		await like(page).click()
		await expect(sentence).toBeVisible()
		await expect(like(page)).toBeVisible()
		await goOnline(page)
		await like(page).click()
		await expect.poll(() => reader.send('GET', `/reviews/${id}`)).toMatchObject({ hasLiked: true })
		await expect(liked(page)).not.toHaveAttribute('aria-disabled')
		await goOffline(page)
		await liked(page).click()
		await expect(sentence).toBeVisible()
		await expect(liked(page)).toBeVisible()
		await goOnline(page)
	})
})

test('a double click is one like, which persists after a reload', async ({ page, site }) => {
	const id = await newReview(site)
	const reader = await registerAndLogIn(page, site)
	await visit(page, `/reviews/${id}`)
	const sent: string[] = []
	page.on('request', (request) => request.url().endsWith('/like') && sent.push(request.url()))
	const answer = await stallRequests(page, '**/like')
	await like(page).dblclick()
	await expect(liked(page)).toBeFocused()
	await expect(liked(page)).toHaveAttribute('aria-disabled', 'true')
	answer()
	await expect(liked(page)).not.toHaveAttribute('aria-disabled')
	await expect(liked(page)).toBeFocused()
	await expect(likes(page)).toHaveText('1')
	await page.reload()
	await expect(liked(page)).toBeVisible()
	await expect(page.getByText('You have already liked this review')).toHaveCount(0)
	expect(sent).toHaveLength(1)
	await expect.poll(() => reader.send('GET', `/reviews/${id}`)).toMatchObject({ likes: 1 })
})

test('a review liked in another tab is marked, and the message about it disappears after four seconds', {
	tag: '@ci',
}, async ({ page, site }) => {
	const id = await newReview(site)
	const reader = await registerAndLogIn(page, site)
	await visitWithStoppedClock(page, `/reviews/${id}`)
	await runClockUntil(page, () => like(page).isVisible())
	await reader.send('POST', `/reviews/${id}/like`)
	await like(page).click()
	const sentence = page.getByText('You have already liked this review')
	await runClockUntil(page, () => sentence.isVisible())
	await page.clock.runFor(3900)
	await expect(sentence).toBeVisible()
	await page.clock.runFor(100)
	await expect(sentence).toHaveCount(0)
	await expect(liked(page)).toBeVisible()
	await expect(likes(page)).toHaveText('1')
})

test('a like that fails to send is rolled back and can be retried', { tag: '@ci' }, async ({ page, site }) => {
	const id = await newReview(site)
	await registerAndLogIn(page, site)
	await visit(page, `/reviews/${id}`)
	const mend = await failCalls(page, '**/like', 'lost')
	await like(page).click()
	await expect(page.getByText('Failed to like review')).toBeVisible()
	await expect(like(page)).toBeEnabled()
	await mend()
	await like(page).click()
	await expect(likes(page)).toHaveText('1')
})

test('a like with an expired session redirects to the login', { tag: '@ci' }, async ({ page, site }) => {
	const id = await newReview(site)
	await registerAndLogIn(page, site)
	await visit(page, `/reviews/${id}`)
	await expect(like(page)).toBeVisible()
	await expireSession(page)
	await like(page).click()
	await expect(page).toHaveURL(/\/login\?redirect=%2Freviews%2F.*message=like-review/)
	await expect(page.getByText('Please log in to like reviews')).toBeVisible()
})
