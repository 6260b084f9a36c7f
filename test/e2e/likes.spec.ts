import type { Page } from '@playwright/test'
import { failCalls } from '#kit/browser/call-failures.ts'
import { runClockUntil, visitWithStoppedClock } from '#kit/browser/clock.ts'
import { expireSession, logIn } from '#kit/browser/login.ts'
import { goOffline, goOnline } from '#kit/browser/offline.ts'
import { type Person, registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { stallRequests } from '#kit/browser/stalled-requests.ts'
import { expect, test } from '#kit/browser/test.ts'
import type { SiteProcess } from '#kit/site-process.ts'

const like = (page: Page) => page.getByRole('button', { name: 'Like this review' })
const liked = (page: Page) => page.getByRole('button', { name: 'Liked this review' })
const likes = (page: Page) => page.locator('dl > div', { has: page.locator('dt', { hasText: /^Like/ }) }).locator('dd')

async function newReview(site: SiteProcess): Promise<string> {
	return (await registerPerson(site)).review(1)
}

const heart = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Liked? this review, / })
const visitorsHeart = (page: Page) => page.getByRole('link', { name: /^Like this review, / })

/** Answers the login page, which may open on the sign-up. */
async function answerLogin(page: Page, { username }: Person): Promise<void> {
	await expect(page.getByText('Please log in to like reviews')).toBeVisible()
	await page.getByRole('link', { name: 'Log In' }).click()
	await logIn(page, username)
}

test('a visitor who likes a review is asked to log in, returns and has liked it', async ({ page, site }) => {
	const reader = await registerPerson(site)
	const id = await newReview(site)
	await visit(page, `/reviews/${id}`)
	await page.getByRole('link', { name: 'Like this review' }).click()
	await answerLogin(page, reader)
	await expect(page).toHaveURL(`/reviews/${id}`)
	await expect(page.getByRole('status').filter({ hasText: 'You liked the review' })).toBeVisible()
	await expect(liked(page)).toBeVisible()
	await expect(likes(page)).toHaveText('1')
	await expect.poll(() => reader.send('GET', `/reviews/${id}`)).toMatchObject({ likes: 1, hasLiked: true })
	// Once
	await liked(page).click()
	await expect(like(page)).toBeVisible()
	await page.reload()
	await expect(like(page)).toBeVisible()
})

test('a visitor who presses the heart of a card returns to the cards after the login and has liked it', {
	tag: '@phone',
}, async ({ page, site, isPhone }) => {
	const [reader, writer] = [await registerPerson(site), await registerPerson(site)]
	const id = await writer.review(2)
	const list = `/${writer.username}/reviews`
	await visit(page, list)
	await (isPhone ? visitorsHeart(page).tap() : visitorsHeart(page).click())
	await answerLogin(page, reader)
	await expect(page).toHaveURL(list)
	await expect(heart(page)).toHaveAccessibleName(/^Liked .+, 1 like$/)
	await expect.poll(() => reader.send('GET', `/reviews/${id}`)).toMatchObject({ likes: 1, hasLiked: true })
})

test('neither a link to the login nor a press that was given up likes anything after the login', async ({
	page,
	site,
}) => {
	const [reader, writer] = [await registerPerson(site), await registerPerson(site)]
	const id = await writer.review(3)
	const list = `/${writer.username}/reviews`
	await visit(page, list)
	await visitorsHeart(page).click()
	await expect(page.getByText('Please log in to like reviews')).toBeVisible()
	await page.goBack()
	await expect(visitorsHeart(page)).toBeVisible()
	await visit(page, `/login?redirect=${encodeURIComponent(list)}&message=like-review&mode=login`)
	await logIn(page, reader.username)
	await expect(page).toHaveURL(list)
	await expect(heart(page)).toHaveAccessibleName(/^Like .+, 0 likes$/)
	await waitForIdle(page)
	expect(await reader.send('GET', `/reviews/${id}`)).toMatchObject({ likes: 0, hasLiked: false })
})

test('the heart of a card likes and takes back, and all pages agree', { tag: '@phone' }, async ({
	page,
	site,
	isPhone,
}) => {
	const writer = await registerPerson(site)
	const id = await writer.review(4)
	const reader = await registerAndLogIn(page, site)
	const press = () => (isPhone ? heart(page).tap() : heart(page).click())
	await visit(page, `/profile/${writer.username}`)
	await expect(heart(page)).toHaveAccessibleName(/^Like .+, 0 likes$/)
	const answer = await stallRequests(page, '**/like')
	await press()
	// Before the server has answered
	await expect(heart(page)).toHaveAccessibleName(/^Liked .+, 1 like$/)
	await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
	answer()
	await expect(heart(page)).not.toHaveAttribute('aria-disabled')
	await expect.poll(() => reader.send('GET', `/reviews/${id}`)).toMatchObject({ likes: 1, hasLiked: true })

	await page.getByRole('link', { name: /, reviewed by/ }).click()
	await expect(liked(page)).toBeVisible()
	await expect(likes(page)).toHaveText('1')
	await liked(page).click()
	await expect(like(page)).not.toHaveAttribute('aria-disabled')
	await page.goBack()
	await expect(heart(page)).toHaveAccessibleName(/^Like .+, 0 likes$/)
	await expect.poll(() => reader.send('GET', `/reviews/${id}`)).toMatchObject({ likes: 0, hasLiked: false })
})

test('the heart and the number of comments of a card are reached by keyboard, and lead where they say', async ({
	page,
	site,
}) => {
	const writer = await registerPerson(site)
	const id = await writer.review(5)
	for (let n = 1; n <= 3; n++) await writer.comment(id, `Thought number ${n}.`)
	await registerAndLogIn(page, site)
	await visit(page, `/${writer.username}/reviews`)
	await heart(page).focus()
	await page.keyboard.press('Enter')
	await expect(heart(page)).toHaveAccessibleName(/^Liked .+, 1 like$/)
	await page.keyboard.press('Tab')
	const comments = page.getByRole('link', { name: '3 comments', exact: true })
	await expect(comments).toBeFocused()
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(`/reviews/${id}#comments`)
	const heading = page.getByRole('heading', { name: 'Comments 3' })
	await expect(heading).toBeInViewport()
	// Not below the header
	await expect
		.poll(() =>
			heading.evaluate(
				(it) => document.elementFromPoint(it.getBoundingClientRect().x + 4, it.getBoundingClientRect().y + 4) === it,
			),
		)
		.toBe(true)
})

test('the heart of a review that is gone says so', { tag: '@ci' }, async ({ page, site }) => {
	const writer = await registerPerson(site)
	const id = await writer.review(6)
	await registerAndLogIn(page, site)
	await visit(page, `/${writer.username}/reviews`)
	await expect(heart(page)).toBeVisible()
	await writer.send('DELETE', `/reviews/${id}`)
	await heart(page).click()
	await expect(page.getByRole('alert').filter({ hasText: 'Review Not Found' })).toBeVisible()
	await expect(heart(page)).toHaveAccessibleName(/^Like .+, 0 likes$/)
})

test('the heart of a list likes it from its card', { tag: '@ci' }, async ({ page, site }) => {
	const writer = await registerPerson(site)
	const id = await writer.createList({ title: 'Ten to hum along to', games: [{ gameId: 1 }] })
	const reader = await registerAndLogIn(page, site)
	await visit(page, `/${writer.username}/lists`)
	await page.getByRole('button', { name: 'Like this list, 0 likes' }).click()
	await expect(page.getByRole('button', { name: 'Liked this list, 1 like' })).toBeVisible()
	await expect.poll(() => reader.send('GET', `/lists/${id}`)).toMatchObject({ likes: 1, hasLiked: true })
})

test.describe('without JavaScript', () => {
	test.use({ javaScriptEnabled: false })

	test('the heart of a card is a link to the login', { tag: '@ci' }, async ({ page, site }) => {
		const writer = await registerPerson(site)
		await writer.review(7)
		const list = `/${writer.username}/reviews`
		await page.goto(list)
		await expect(visitorsHeart(page)).toHaveAttribute(
			'href',
			`/login?redirect=${encodeURIComponent(list)}&message=like-review`,
		)
	})
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

	test('offline, the heart of a card says that nothing has changed', async ({ page, site }) => {
		const writer = await registerPerson(site)
		await writer.review(8)
		await registerAndLogIn(page, site)
		await visit(page, `/${writer.username}/reviews`)
		await expect(heart(page)).toBeVisible()
		await waitForIdle(page)
		await goOffline(page)
		await heart(page).click()
		await expect(page.getByRole('alert').filter({ hasText: 'You are offline, so nothing has changed' })).toBeVisible()
		await expect(heart(page)).toHaveAccessibleName(/^Like .+, 0 likes$/)
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
