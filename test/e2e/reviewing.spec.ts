import type { Page } from '@playwright/test'
import type { SiteProcess } from '../process.ts'
import { axeFinds } from './axe.ts'
import { celeste } from './built-in-games.ts'
import { goInside } from './inside.ts'
import { signedIn } from './signed-in.ts'
import { expect, test } from './site.ts'

// In these the network fails on purpose, which the browser notes in its console.
const loud = test.extend({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
	quietConsole: async ({}, use) => use(undefined),
})

interface Member {
	username: string
	token: string
}

let names = 0

async function asked<T>(site: SiteProcess, method: string, path: string, body?: object, member?: Member): Promise<T> {
	const answer = await fetch(site.url + path, {
		method,
		headers: {
			...(body ? { 'content-type': 'application/json' } : {}),
			...(member ? { authorization: `Bearer ${member.token}` } : {}),
		},
		...(body ? { body: JSON.stringify(body) } : {}),
	})
	return (await answer.json()) as T
}

async function registered(site: SiteProcess): Promise<Member> {
	const username = `writer_${++names}`
	const account = { username, email: `${username}@example.org`, password: 'Correct1Horse' }
	const { tokens } = await asked<{ tokens: { accessToken: string } }>(site, 'POST', '/api/auth/register', account)
	return { username, token: tokens.accessToken }
}

async function reviewed(site: SiteProcess, author: Member, gameId: number, rating = 4): Promise<string> {
	const { data } = await asked<{ data: { platforms: string[] } }>(site, 'GET', `/api/games/${gameId}`)
	const body = {
		gameId,
		rating,
		platform: data.platforms[0],
		description: `What ${author.username} made of it, at length.`,
	}
	return (await asked<{ id: string }>(site, 'POST', '/api/reviews', body, author)).id
}

async function commented(site: SiteProcess, member: Member, reviewId: string, content: string): Promise<string> {
	return (await asked<{ id: string }>(site, 'POST', '/api/comments', { reviewId, content }, member)).id
}

interface Counts {
	likes: number
	views: number
	impressions: number
	commentCount: number
}

const counts = (site: SiteProcess, id: string) => asked<Counts>(site, 'GET', `/api/reviews/${id}`)

/** Signs the page's browser in as someone new and opens a path. */
async function opened(page: Page, site: SiteProcess, path: string): Promise<Member> {
	const username = `reader_${++names}`
	const { accessToken } = await signedIn(page, site, username)
	await page.goto(path)
	return { username, token: accessToken }
}

const stat = (page: Page, name: RegExp) =>
	page.locator('dl > div', { has: page.locator('dt', { hasText: name }) }).locator('dd')
const heart = (page: Page) => page.getByRole('button', { name: /^Liked? this review$/ })

test('a visitor who likes a review is asked to log in, comes back and likes it', async ({ page, site }) => {
	const reader = await registered(site)
	const id = await reviewed(site, await registered(site), 1)
	await page.goto(`/reviews/${id}`)
	await page.getByRole('link', { name: 'Like this review' }).click()
	await expect(page.getByText('Please log in to like reviews')).toBeVisible()
	await page.getByLabel('Username or email').fill(reader.username)
	await page.getByLabel('Password', { exact: true }).fill('Correct1Horse')
	await page.getByRole('button', { name: 'Log In' }).click()
	await expect(page).toHaveURL(`/reviews/${id}`)
	await page.getByRole('button', { name: 'Like this review' }).click()
	await expect(page.getByRole('button', { name: 'Liked this review' })).toBeDisabled()
	await expect(stat(page, /^Like/)).toHaveText('1')
	expect((await counts(site, id)).likes).toBe(1)
})

test('two clicks at once are one like, and a reload still knows it', async ({ page, site }) => {
	const id = await reviewed(site, await registered(site), 1)
	await opened(page, site, `/reviews/${id}`)
	let likes = 0
	page.on('request', (request) => {
		if (request.url().endsWith('/like')) likes++
	})
	await page.getByRole('button', { name: 'Like this review' }).dblclick()
	await expect(heart(page)).toHaveText(/Liked/)
	await expect(stat(page, /^Like/)).toHaveText('1')
	await expect(heart(page)).toBeFocused()
	await page.reload()
	await expect(page.getByRole('button', { name: 'Liked this review' })).toBeDisabled()
	await expect(page.getByText('You have already liked this review')).toHaveCount(0)
	expect([likes, (await counts(site, id)).likes]).toEqual([1, 1])
})

test('a review liked in another tab is marked, and the sentence about it leaves after four seconds', async ({
	page,
	site,
}) => {
	const id = await reviewed(site, await registered(site), 1)
	const reader = await opened(page, site, `/reviews/${id}`)
	await expect(page.getByRole('button', { name: 'Like this review' })).toBeVisible()
	await asked(site, 'POST', `/api/reviews/${id}/like`, undefined, reader)
	await page.getByRole('button', { name: 'Like this review' }).click()
	const sentence = page.getByText('You have already liked this review')
	await expect(sentence).toBeVisible()
	await expect(page.getByRole('button', { name: 'Liked this review' })).toBeDisabled()
	await expect(stat(page, /^Like/)).toHaveText('1')
	await page.waitForTimeout(3000)
	await expect(sentence).toBeVisible()
	await expect(sentence).toHaveCount(0, { timeout: 3000 })
})

loud('a like that does not arrive is taken back and can be given again', async ({ page, site }) => {
	const id = await reviewed(site, await registered(site), 1)
	await opened(page, site, `/reviews/${id}`)
	await page.route('**/like', (route) => route.abort())
	await page.getByRole('button', { name: 'Like this review' }).click()
	await expect(page.getByText('Failed to like review')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Like this review' })).toBeEnabled()
	await page.unroute('**/like')
	await page.getByRole('button', { name: 'Like this review' }).click()
	await expect(stat(page, /^Like/)).toHaveText('1')
})

test('a member comments, likes a comment, and deletes their own', async ({ page, site }) => {
	const [author, other] = [await registered(site), await registered(site)]
	const id = await reviewed(site, author, 1)
	await commented(site, other, id, 'The first thing said.')
	const reader = await opened(page, site, `/reviews/${id}`)
	const box = page.getByLabel('Write a comment')
	const post = page.getByRole('button', { name: 'Post Comment' })
	await expect(post).toBeDisabled()
	await box.fill('   ')
	await expect(post).toBeDisabled()
	await box.fill('Seen from here,\nit is a comedy.')
	await post.click()
	const comments = page.getByRole('article', { name: /^Comment by/ })
	await expect(comments).toHaveCount(2)
	await expect(comments.first()).toContainText('Seen from here,\nit is a comedy.')
	await expect(comments.first()).toContainText(reader.username)
	await expect(box).toHaveValue('')
	await expect(stat(page, /^Comment/)).toHaveText('2')
	await expect(page.getByRole('heading', { name: 'Comments 2' })).toBeVisible()

	await page.getByRole('button', { name: `Like the comment by ${other.username}, 0 likes` }).dblclick()
	await expect(page.getByRole('button', { name: `Liked the comment by ${other.username}, 1 like` })).toBeDisabled()
	await expect(page.getByRole('button', { name: `Delete the comment by ${other.username}` })).toHaveCount(0)

	await page.getByRole('button', { name: `Delete the comment by ${reader.username}` }).click()
	const dialog = page.getByRole('dialog')
	await expect(dialog).toContainText('Are you sure you want to delete this comment?')
	await dialog.getByRole('button', { name: 'Cancel' }).click()
	await expect(comments).toHaveCount(2)
	await page.getByRole('button', { name: `Delete the comment by ${reader.username}` }).click()
	await dialog.getByRole('button', { name: 'Delete' }).click()
	await expect(comments).toHaveCount(1)
	await expect(page.getByRole('heading', { name: 'Comments 1' })).toBeFocused()
	expect((await counts(site, id)).commentCount).toBe(1)
})

test("a review's author deletes what others said under it", async ({ page, site }) => {
	const author = await opened(page, site, '/about')
	const id = await reviewed(site, author, 1)
	const other = await registered(site)
	await commented(site, other, id, 'Not very kind.')
	await page.goto(`/reviews/${id}`)
	await page.getByRole('button', { name: `Delete the comment by ${other.username}` }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
	await expect(page.getByText('No comments yet. Be the first to say something.')).toBeVisible()
	expect((await counts(site, id)).commentCount).toBe(0)
})

test('a comment that was liked or deleted elsewhere meanwhile says so', async ({ page, site }) => {
	const id = await reviewed(site, await registered(site), 1)
	const reader = await opened(page, site, '/about')
	const liked = await commented(site, reader, id, 'To be liked.')
	await page.goto(`/reviews/${id}`)
	const like = page.getByRole('button', { name: `Like the comment by ${reader.username}, 0 likes` })
	await expect(like).toBeVisible()
	await asked(site, 'POST', `/api/comments/${liked}/like`, undefined, reader)
	await like.click()
	await expect(page.getByText('You have already liked this comment')).toBeVisible()
	await expect(page.getByRole('button', { name: `Liked the comment by ${reader.username}, 1 like` })).toBeDisabled()
	await expect(page.getByText('You have already liked this comment')).toHaveCount(0, { timeout: 6000 })
	await asked(site, 'DELETE', `/api/comments/${liked}`, undefined, reader)
	await page.getByRole('button', { name: `Delete the comment by ${reader.username}` }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
	await expect(page.getByRole('article', { name: /^Comment by/ })).toHaveCount(0)
})

test('more than twenty comments can all be read, with and without JavaScript', async ({ page, site, browser }) => {
	const author = await registered(site)
	const id = await reviewed(site, author, 1)
	for (let n = 1; n <= 45; n++) await commented(site, author, id, `Thought number ${n}.`)
	await page.goto(`/reviews/${id}`)
	const comments = page.getByRole('article', { name: /^Comment by/ })
	await expect(comments.first()).toContainText('Thought number 45.')
	await expect(async () => {
		await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
		await expect(comments).toHaveCount(45, { timeout: 500 })
	}).toPass()
	await expect(comments.last()).toContainText('Thought number 1.')

	const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
	const plain = await context.newPage()
	await plain.goto(`/reviews/${id}`)
	await expect(plain.getByText('Thought number 26.')).toBeVisible()
	await expect(plain.getByRole('link', { name: 'Log in to comment' })).toHaveAttribute(
		'href',
		`/login?redirect=${encodeURIComponent(`/reviews/${id}`)}`,
	)
	await plain.getByRole('link', { name: 'Show more' }).click()
	await expect(plain.getByText('Thought number 25.')).toBeVisible()
	await context.close()
})

test('a comment that is being written outlives a reload and an expired sign-in', async ({ page, site }) => {
	const id = await reviewed(site, await registered(site), 1)
	const reader = await opened(page, site, `/reviews/${id}`)
	const box = page.getByLabel('Write a comment')
	await box.fill('A thought that took a while')
	await page.reload()
	await expect(box).toHaveValue('A thought that took a while')
	await page.evaluate(() => {
		localStorage.setItem('accessToken', 'spent')
		localStorage.setItem('refreshToken', 'spent')
	})
	await page.getByRole('button', { name: 'Post Comment' }).click()
	await expect(page.getByText('Your sign-in has ended; what you wrote is kept.')).toBeVisible()
	await page.getByRole('link', { name: 'Log in to comment' }).click()
	await page.getByLabel('Username or email').fill(reader.username)
	await page.getByLabel('Password', { exact: true }).fill('Correct1Horse')
	await page.getByRole('button', { name: 'Log In' }).click()
	await expect(page).toHaveURL(`/reviews/${id}`)
	await expect(box).toHaveValue('A thought that took a while')
	await page.getByRole('button', { name: 'Post Comment' }).click()
	await expect(page.getByRole('article', { name: /^Comment by/ })).toContainText('A thought that took a while')
})

test('a like with an expired sign-in leads to the sign-in and back', async ({ page, site }) => {
	const id = await reviewed(site, await registered(site), 1)
	await opened(page, site, `/reviews/${id}`)
	await expect(page.getByRole('button', { name: 'Like this review' })).toBeVisible()
	await page.evaluate(() => {
		localStorage.setItem('accessToken', 'spent')
		localStorage.setItem('refreshToken', 'spent')
	})
	await page.getByRole('button', { name: 'Like this review' }).click()
	await expect(page).toHaveURL(/\/login\?redirect=%2Freviews%2F.*message=like-review/)
	await expect(page.getByText('Please log in to like reviews')).toBeVisible()
})

test('near the end the form says how much room is left, and past it what is wrong', async ({ page, site }) => {
	const id = await reviewed(site, await registered(site), 1)
	await opened(page, site, `/reviews/${id}`)
	const box = page.getByLabel('Write a comment')
	await box.fill('a'.repeat(1800))
	await expect(page.getByText('of 2,000 characters')).toHaveCount(0)
	await box.fill('a'.repeat(1801))
	await expect(page.getByText('1,801 of 2,000 characters')).toBeVisible()
	await box.fill('a'.repeat(2001))
	await expect(page.getByText('Comment must be 2,000 characters or less')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Post Comment' })).toBeDisabled()
})

loud('a comment that does not arrive says so and keeps its text', async ({ page, site }) => {
	const other = await registered(site)
	const id = await reviewed(site, other, 1)
	await commented(site, other, id, 'Here before.')
	await opened(page, site, `/reviews/${id}`)
	const box = page.getByLabel('Write a comment')
	const post = page.getByRole('button', { name: 'Post Comment' })
	await box.fill('Into the void')
	await page.route('**/api/comments', (route) => route.abort())
	await post.click()
	await expect(page.getByText('An error occurred while submitting your comment')).toBeVisible()
	await page.unroute('**/api/comments')
	await page.route('**/api/comments', (route) => route.fulfill({ status: 502, body: '' }))
	await post.click()
	await expect(page.getByText('Failed to submit comment')).toBeVisible()
	await expect(box).toHaveValue('Into the void')
	await page.unroute('**/api/comments')
	await post.click()
	await expect(page.getByRole('article', { name: /^Comment by/ }).first()).toContainText('Into the void')
	await page.route('**/like', (route) => route.abort())
	await page.getByRole('button', { name: `Like the comment by ${other.username}` }).click()
	await expect(page.getByText('Failed to like comment')).toBeVisible()
	await expect(page.getByText('Failed to like comment')).toHaveCount(0, { timeout: 6000 })
})

test('an opened review counts one view and one impression, after a reload too', async ({ page, site }) => {
	const id = await reviewed(site, await registered(site), 2)
	await page.goto(`/reviews/${id}`)
	await expect.poll(() => counts(site, id), { timeout: 15_000 }).toMatchObject({ views: 1, impressions: 1 })
	const reported = page.waitForResponse('**/api/reviews/seen')
	await page.reload()
	await reported
	await page.waitForTimeout(1500)
	expect(await counts(site, id)).toMatchObject({ views: 1, impressions: 1 })
	await opened(page, site, `/reviews/${id}`)
	await expect.poll(() => counts(site, id), { timeout: 15_000 }).toMatchObject({ views: 2, impressions: 2 })
})

test('a card in sight for a second counts one impression, and leaving the page does not lose it', async ({
	page,
	site,
}) => {
	const id = await reviewed(site, await registered(site), 61)
	await page.goto('/reviews?gameId=61')
	await expect(page.getByRole('article')).toHaveCount(1)
	// in sight long enough to count, gone before the report's own time
	await page.waitForTimeout(1700)
	await page.goto('about:blank')
	await expect.poll(() => counts(site, id), { timeout: 15_000 }).toMatchObject({ views: 0, impressions: 1 })
	await page.goto('/games/61')
	await page.getByRole('article', { name: '' }).last().scrollIntoViewIfNeeded()
	await page.waitForTimeout(4500)
	expect(await counts(site, id)).toMatchObject({ views: 0, impressions: 1 })
})

test('offline, what is seen waits quietly for the network', async ({ page, site, context }) => {
	const [first, second] = [
		await reviewed(site, await registered(site), 4),
		await reviewed(site, await registered(site), 4),
	]
	await page.goto(`/reviews/${first}`)
	await expect.poll(() => counts(site, first), { timeout: 15_000 }).toMatchObject({ views: 1 })
	await page.goto('/reviews?gameId=4')
	await context.setOffline(true)
	await page.waitForTimeout(4000)
	expect(await counts(site, second)).toMatchObject({ impressions: 0 })
	await context.setOffline(false)
	await expect.poll(() => counts(site, second), { timeout: 15_000 }).toMatchObject({ impressions: 1 })
})

test("a game's page shows how its ratings are spread", async ({ page, site }) => {
	for (const rating of [3.5, 3.5, 5, 0.5]) await reviewed(site, await registered(site), 5, rating)
	await page.goto('/games/5')
	const steps = page.getByRole('list', { name: 'Ratings by stars' }).getByRole('listitem')
	await expect(steps).toHaveCount(10)
	await expect(steps).toHaveText([
		'Half a star: 1 rating (25%)',
		'1 star: 0 ratings (0%)',
		'1.5 stars: 0 ratings (0%)',
		'2 stars: 0 ratings (0%)',
		'2.5 stars: 0 ratings (0%)',
		'3 stars: 0 ratings (0%)',
		'3.5 stars: 2 ratings (50%)',
		'4 stars: 0 ratings (0%)',
		'4.5 stars: 0 ratings (0%)',
		'5 stars: 1 rating (25%)',
	])
})

test.describe('the carousel', () => {
	const place = (page: Page, n: number) => page.getByText(new RegExp(`^${n} of \\d+$`))

	test('moves on by itself', async ({ page }) => {
		await page.goto('/games/1')
		await page.mouse.move(2, 2)
		const shown = page.getByText(/^\d of \d+$/)
		const first = await shown.innerText()
		await expect(shown).not.toHaveText(first)
	})

	test('follows the arrow keys, wraps around and locks for half a second', async ({ page }) => {
		await page.goto('/games/1')
		await page.getByRole('button', { name: 'Pause pictures' }).click()
		const [shown, count] = (await page.getByText(/^\d+ of \d+$/).innerText()).split(' of ').map(Number)
		// back to the first, whatever was shown when it was paused
		for (let at = shown ?? 1; at > 1; at--) {
			await page.keyboard.press('ArrowLeft')
			await page.waitForTimeout(600)
		}
		await expect(place(page, 1)).toBeVisible()
		await page.keyboard.press('ArrowLeft')
		await expect(place(page, count ?? 0)).toBeVisible()
		await page.waitForTimeout(600)
		await page.keyboard.press('ArrowRight')
		await expect(place(page, 1)).toBeVisible()
		await page.waitForTimeout(600)
		// nothing has the focus, and the second key comes within the lock
		await page.evaluate(() => {
			if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
			for (let turn = 0; turn < 2; turn++)
				document.body.dispatchEvent(
					new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }),
				)
		})
		await expect(place(page, 2)).toBeVisible()
		await page.waitForTimeout(800)
		await expect(place(page, 2)).toBeVisible()
	})

	test('rests while it has the focus and when it is paused, and goes on when it is played', async ({ page }) => {
		await page.goto('/games/1')
		const pause = page.getByRole('button', { name: 'Pause pictures' })
		await pause.focus()
		const shown = page.getByText(/^\d of \d+$/)
		const rested = await shown.innerText()
		await page.waitForTimeout(6000)
		await expect(shown).toHaveText(rested)
		await page.keyboard.press('Enter')
		await page.getByRole('heading', { level: 1 }).click()
		await page.waitForTimeout(6000)
		await expect(shown).toHaveText(rested)
		await page.getByRole('button', { name: 'Play pictures' }).press('Enter')
		await expect(shown).not.toHaveText(rested)
	})

	test('stands still where motion is not wanted, and still goes by hand', async ({ page }) => {
		await page.emulateMedia({ reducedMotion: 'reduce' })
		await page.goto('/games/1')
		await expect(place(page, 1)).toBeVisible()
		await expect(page.getByRole('button', { name: 'Pause pictures' })).toHaveCount(0)
		await page.waitForTimeout(6000)
		await expect(place(page, 1)).toBeVisible()
		await page.getByRole('button', { name: 'Next picture' }).click()
		await expect(place(page, 2)).toBeVisible()
	})
})

test('a review with three and a half stars is written with the keyboard alone', async ({ page, site }) => {
	await opened(page, site, '/games/6')
	await page.getByRole('link', { name: 'Write a Review' }).first().focus()
	await page.keyboard.press('Enter')
	const stars = page.getByRole('slider', { name: 'Your rating' })
	await expect(stars).toBeVisible()
	for (let turn = 0; turn < 20 && !(await stars.evaluate((it) => it === document.activeElement)); turn++)
		await page.keyboard.press('Tab')
	await expect(stars).toBeFocused()
	for (let step = 0; step < 7; step++) await page.keyboard.press('ArrowRight')
	await expect(stars).toHaveAttribute('aria-valuetext', '3.5 stars')
	await page.keyboard.press('Tab')
	await page.keyboard.press(' ')
	await page.keyboard.press('Tab')
	await page.keyboard.type('12')
	await page.keyboard.press('Tab')
	await page.keyboard.type('Typed from first to last.')
	await page.keyboard.press('Tab')
	await page.keyboard.press('Enter')
	await expect(page.getByText('Review submitted successfully!')).toBeVisible()
	await expect(page.getByRole('link', { name: 'My Review' })).toBeVisible()
})

test('who has reviewed a game already is led to their review, with what they typed', async ({ page, site }) => {
	const reader = await opened(page, site, `/games/${celeste}/review`)
	await page.getByRole('slider', { name: 'Your rating' }).press('End')
	await page.getByLabel('Your review').fill('A second opinion of mine, typed late.')
	const id = await reviewed(site, reader, celeste, 2)
	await page.getByText('Nintendo Switch', { exact: true }).click()
	await page.getByRole('button', { name: 'Submit Review' }).click()
	await expect(page).toHaveURL(`/games/${celeste}/review?edit=${id}`)
	await expect(page.getByText('You have already reviewed this game')).toBeVisible()
	await expect(page.getByText('Your unsaved draft is back.')).toBeVisible()
	await expect(page.getByLabel('Your review')).toHaveValue('A second opinion of mine, typed late.')
	await page.getByRole('button', { name: 'Update Review' }).click()
	await expect(page.getByText('Review updated successfully!')).toBeVisible()
	await page.goto(`/games/${celeste}/review`)
	await expect(page).toHaveURL(`/games/${celeste}/review?edit=${id}`)
})

test('an author deletes a review on its own page', async ({ page, site }) => {
	const author = await opened(page, site, '/about')
	const id = await reviewed(site, author, 8)
	await page.goto(`/reviews/${id}`)
	await page.getByRole('button', { name: 'Delete your review' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
	await expect(page).toHaveURL('/games/8')
	await expect(page.getByText('Review deleted successfully!')).toBeVisible()
	await page.goto(`/reviews/${id}`)
	await expect(page.getByRole('heading', { name: 'Review Not Found' })).toBeVisible()
})

test('deleting in the list of reviews asks first, says so for five seconds and keeps the place', async ({
	page,
	site,
}) => {
	const author = await opened(page, site, '/about')
	await reviewed(site, author, 11)
	await page.goto('/reviews?gameId=11')
	await expect(page.getByRole('button', { name: 'Filters (1)' })).toHaveAttribute('aria-expanded', 'true')
	await expect(page.getByText("You've reached the end!")).toBeVisible()
	await page.getByRole('button', { name: /^Delete your review of/ }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
	await expect(page.getByText('Review deleted successfully!')).toBeVisible()
	await expect(page.getByRole('heading', { name: /^0 reviews/ })).toBeFocused()
	await expect(page.getByText('No reviews found')).toBeVisible()
	await expect(page.getByText('Review deleted successfully!')).toHaveCount(0, { timeout: 6500 })
	await page.getByRole('link', { name: 'Clear All Filters' }).click()
	await expect(page).toHaveURL('/reviews')
	await expect(page.getByRole('combobox', { name: 'Sort by' }).getByRole('option')).toHaveText([
		'Newest First',
		'Most Popular',
		'Highest Rated',
		'Most Viewed',
	])
})

loud('what cannot be fetched says so in its own sentence and comes with another try', async ({ page, site }) => {
	const id = await reviewed(site, await registered(site), 9)
	const tryAgain = page.getByRole('button', { name: 'Try Again' })
	const fails = (pattern: string) => page.route(pattern, (route) => route.abort())
	const leave = async () => {
		await page.unrouteAll()
		await page.goto('/about')
	}

	await page.goto('/about')
	await fails('**/api/games/9')
	await goInside(page, '/games/9')
	await expect(page.getByText('Failed to fetch game details')).toBeVisible()
	await page.unrouteAll()
	await tryAgain.click()
	await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Game')

	await leave()
	await fails('**/api/reviews?*')
	await goInside(page, '/games/9')
	await expect(page.getByText('Failed to load reviews. Please try again later.')).toBeVisible()
	await page.unrouteAll()
	await tryAgain.click()
	await expect(page.getByText(/at length\./)).toBeVisible()

	await leave()
	await fails(`**/api/reviews/${id}`)
	await goInside(page, `/reviews/${id}`)
	await expect(page.getByText('Failed to fetch review details')).toBeVisible()
	await expect(page.getByRole('main').getByRole('link', { name: 'Back to Home' })).toBeVisible()
	await page.unrouteAll()
	await tryAgain.click()
	await expect(page.getByText(/at length\./)).toBeVisible()

	await leave()
	await fails('**/api/comments/**')
	await goInside(page, `/reviews/${id}`)
	await expect(page.getByText('Failed to fetch comments')).toBeVisible()
	await page.unrouteAll()
	await tryAgain.click()
	await expect(page.getByText('No comments yet.')).toBeVisible()

	await leave()
	await fails('**/api/reviews?*')
	await goInside(page, '/reviews')
	await expect(page.getByText('Failed to fetch reviews')).toBeVisible()
	await page.unrouteAll()
	await tryAgain.click()
	await expect(page.getByRole('article').first()).toBeVisible()

	await leave()
	await fails('**/api/**')
	await goInside(page, '/')
	await expect(page.getByText('Failed to fetch popular games')).toBeVisible()
	await expect(page.getByText('Failed to load popular reviews. Please try again later.')).toBeVisible()
	await expect(page.getByText('Failed to fetch popular profiles')).toBeVisible()
	await expect(tryAgain).toHaveCount(3)
	await page.unrouteAll()
	await tryAgain.first().click()
	await expect(tryAgain).toHaveCount(2)
	await expect(page.getByText('Failed to fetch popular games')).toHaveCount(0)
})

test('an answer that is no JSON is a failure like any other', async ({ page }) => {
	await page.goto('/about')
	await page.route('**/api/games/popular?*', (route) =>
		route.fulfill({ contentType: 'text/html', body: '<p>Welcome to our network</p>' }),
	)
	await page.getByRole('link', { name: 'Savepoint' }).first().click()
	await expect(page.getByText('Invalid data structure returned from API')).toBeVisible()
})

test('a review with comments and its game are accessible in both themes and fit narrow screens', async ({
	page,
	site,
}) => {
	const author = await opened(page, site, '/about')
	const id = await reviewed(site, author, 10, 3.5)
	await commented(site, await registered(site), id, 'x'.repeat(300))
	for (const path of [`/reviews/${id}`, '/games/10']) {
		await page.goto(path)
		await page.waitForLoadState('networkidle')
		expect(await axeFinds(page)).toEqual([])
	}
	await page.setViewportSize({ width: 320, height: 640 })
	for (const path of [`/reviews/${id}`, '/games/10']) {
		await page.goto(path)
		expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 320])
	}
})
