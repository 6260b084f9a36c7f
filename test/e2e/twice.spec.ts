import type { Locator, Page } from '@playwright/test'
import { celeste, takeGame } from '#kit/browser/built-in-games.ts'
import { newUsername, registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { PASSWORD } from '#kit/password.ts'

/** Presses a button twice before the page can render between the two. */
const pressTwice = (button: Locator) =>
	button.evaluate((element: HTMLElement) => {
		element.click()
		element.click()
	})

/** The addresses of the calls that the page makes with POST from now on. */
function posted(page: Page): string[] {
	const paths: string[] = []
	page.on('request', (request) => {
		if (request.method() === 'POST') paths.push(new URL(request.url()).pathname)
	})
	return paths
}

test('a comment that is submitted twice at once is stored once', { tag: ['@trust-54'] }, async ({ page, site }) => {
	const author = await registerPerson(site)
	const review = await author.review(takeGame())
	await registerAndLogIn(page, site)
	await visit(page, `/reviews/${review}`)
	await page.getByLabel('Write a comment').fill('Said once.')
	await pressTwice(page.getByRole('button', { name: 'Post Comment' }))
	await expect(page.getByLabel('Write a comment')).toHaveValue('')
	await waitForIdle(page)
	await expect.poll(() => author.send('GET', `/reviews/${review}`)).toMatchObject({ commentCount: 1 })
})

test('a review that is submitted twice at once is stored once and shown as new', { tag: ['@ci', '@trust-54'] }, async ({
	page,
	site,
}) => {
	const author = await registerAndLogIn(page, site)
	await visit(page, `/games/${celeste}/review`)
	await page.getByRole('slider', { name: 'Your rating' }).press('End')
	await page.getByLabel('Platform').selectOption('Nintendo Switch')
	await page.getByRole('textbox', { name: 'Your review' }).fill('Written once, whoever presses how often.')
	const calls = posted(page)
	await pressTwice(page.getByRole('button', { name: 'Submit Review' }))
	await expect(page.getByText('Review submitted successfully!')).toBeVisible()
	await expect(page).toHaveURL(`/games/${celeste}`)
	await waitForIdle(page)
	expect(calls.filter((path) => path === '/api/reviews')).toHaveLength(1)
	await expect.poll(() => author.send('GET', `/users/by-username/${author.username}`)).toMatchObject({ reviewCount: 1 })
})

test('a double click on sign-up creates one account and logs in', { tag: ['@ci', '@trust-54'] }, async ({ page }) => {
	const username = newUsername('twice')
	await visit(page, '/login?mode=signup')
	await page.getByLabel('Username').fill(username)
	await page.getByLabel('Email').fill(`${username}@example.org`)
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await page.getByLabel('Confirm password').fill(PASSWORD)
	const calls = posted(page)
	await pressTwice(page.getByRole('button', { name: 'Sign Up' }))
	await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible()
	await waitForIdle(page)
	expect(calls.filter((path) => path === '/api/auth/register')).toHaveLength(1)
})

test('a double click on login creates one session', { tag: ['@ci', '@trust-54'] }, async ({ page, site }) => {
	const { username, send } = await registerPerson(site)
	await visit(page, '/login')
	await page.getByLabel('Username or email').fill(username)
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	const calls = posted(page)
	await pressTwice(page.getByRole('button', { name: 'Log In' }))
	await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible()
	await waitForIdle(page)
	expect(calls.filter((path) => path === '/api/auth/login')).toHaveLength(1)
	// That of the registration and this one
	const { sessions } = await send<{ sessions: unknown[] }>('GET', '/auth/sessions')
	expect(sessions).toHaveLength(2)
})

/** Loses the answer to the page's next POST to this address; the call itself arrives. */
async function loseAnswer(page: Page, path: string): Promise<void> {
	await page.route(
		(url) => url.pathname === path,
		async (route) => {
			await route.fetch()
			await route.abort()
		},
		{ times: 1 },
	)
}

test('a comment that is resent after a lost response is stored once', { tag: '@ci' }, async ({ page, site }) => {
	const author = await registerPerson(site)
	const review = await author.review(takeGame())
	await registerAndLogIn(page, site)
	await visit(page, `/reviews/${review}`)
	await loseAnswer(page, '/api/comments')
	const comment = page.getByLabel('Write a comment')
	const post = page.getByRole('button', { name: 'Post Comment' })
	await comment.fill('Heard once.')
	await post.click()
	await expect(page.getByText('An error occurred while submitting your comment')).toBeVisible()
	await post.click()
	await expect(comment).toHaveValue('')
	await expect.poll(() => author.send('GET', `/reviews/${review}`)).toMatchObject({ commentCount: 1 })
	// The same words said anew are another comment
	await comment.fill('Heard once.')
	await post.click()
	await expect(comment).toHaveValue('')
	await expect.poll(() => author.send('GET', `/reviews/${review}`)).toMatchObject({ commentCount: 2 })
})

test('a sign-up that is resent after a lost response logs in to the created account', { tag: '@ci' }, async ({
	page,
}) => {
	const username = newUsername('again')
	await visit(page, '/login?mode=signup')
	await loseAnswer(page, '/api/auth/register')
	await page.getByLabel('Username').fill(username)
	await page.getByLabel('Email').fill(`${username}@example.org`)
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await page.getByLabel('Confirm password').fill(PASSWORD)
	await page.getByRole('button', { name: 'Sign Up' }).click()
	await expect(page.getByText('Authentication failed. Please try again.')).toBeVisible()
	await page.getByRole('button', { name: 'Sign Up' }).click()
	await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible()
})
