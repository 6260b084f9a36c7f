// The way of a newcomer: what most people do first.

import { celeste } from '#kit/browser/built-in-games.ts'
import { logIn } from '#kit/browser/login.ts'
import { newUsername, registerAndLogIn } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { PASSWORD } from '#kit/password.ts'

test('a newcomer finds a real game, registers, writes a review and sees it everywhere', { tag: '@phone' }, async ({
	page,
}) => {
	const username = newUsername('newcomer')
	await visit(page, '/')
	await expect(page.getByRole('heading', { level: 1, name: 'Discover Your Next Favorite Game' })).toBeVisible()
	await page.getByRole('link', { name: 'View All Games' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Popular Games' })).toBeVisible()
	await visit(page, '/search?query=Celeste')
	await page.getByRole('link', { name: 'Celeste' }).first().click()
	await expect(page.getByRole('heading', { level: 1, name: 'Celeste' })).toBeVisible()
	await expect(page).toHaveURL(`/games/${celeste}`)

	await page.getByRole('link', { name: 'Write a Review' }).first().click()
	await expect(page).toHaveURL(/\/login\?/)
	await expect(page.getByText('Please log in to write a review')).toBeVisible()
	await page.getByLabel('Username', { exact: true }).fill(username)
	await page.getByLabel('Email', { exact: true }).fill(`${username}@example.org`)
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await page.getByLabel('Confirm password').fill(PASSWORD)
	await page.getByRole('button', { name: 'Sign Up' }).click()

	await expect(page).toHaveURL(`/games/${celeste}/review`)
	const stars = page.getByRole('slider', { name: 'Your rating' })
	await stars.focus()
	for (let step = 0; step < 7; step++) await page.keyboard.press('ArrowRight')
	await expect(stars).toHaveValue('3.5')
	await page.getByLabel('Platform').selectOption('Nintendo Switch')
	await page.getByLabel('Hours played').fill('12')
	await page.getByRole('textbox', { name: 'Your review' }).fill('Short.')
	await page.getByRole('button', { name: 'Submit Review' }).click()
	await expect(page.getByText('Review must be at least 10 characters')).toBeVisible()
	await page
		.getByRole('textbox', { name: 'Your review' })
		.fill('One more room, and then one more.\nThe top is worth it.')
	await page.getByRole('button', { name: 'Submit Review' }).click()

	await expect(page).toHaveURL(`/games/${celeste}`)
	await expect(page.getByText('Review submitted successfully!')).toBeVisible()
	const card = page.getByRole('region', { name: 'Reviews' }).getByRole('article').filter({ hasText: username })
	await expect(card).toContainText('One more room, and then one more')
	await expect(card.getByRole('img', { name: '3.5 out of 5' })).toBeVisible()

	await page.getByRole('link', { name: 'My Review' }).click()
	await expect(page).toHaveURL(/\/reviews\/[0-9a-f-]{36}$/)
	await expect(page.getByText('The top is worth it.')).toBeVisible()
	await expect(page.getByText('Switch · 12 hours')).toBeVisible()
	await expect(page.getByRole('main').getByText(username).first()).toBeVisible()

	await visit(page, `/reviews?gameId=${celeste}`)
	await page.getByRole('link', { name: new RegExp(`Celeste.*reviewed by ${username}`) }).click()
	await page.getByRole('link', { name: 'Edit' }).click()
	await expect(page.getByRole('textbox', { name: 'Your review' })).toHaveValue(/One more room/)
	await page.getByRole('slider', { name: 'Your rating' }).press('End')
	await page.getByRole('button', { name: 'Update Review' }).click()
	await expect(page.getByText('Review updated successfully!')).toBeVisible()
})

test('logging in returns to the previous page, wrong credentials show an error, and logging out ends the session', async ({
	page,
	site,
}) => {
	const { username } = await registerAndLogIn(page, site)
	await visit(page, '/reviews')
	await page.getByRole('button', { name: 'Profile menu' }).click()
	await page.getByRole('button', { name: 'Logout' }).click()
	await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
	await visit(page, '/login?redirect=/reviews')
	await logIn(page, username, 'Wrong1Horse')
	await expect(page.getByText('Invalid credentials')).toBeVisible()
	await logIn(page, username)
	await expect(page).toHaveURL('/reviews')
	await expect(page.getByRole('link', { name: 'Login' })).toBeHidden()
})

test('a visitor who is asked to log in signs up where nobody has had an account, else logs in', async ({
	page,
	site,
}) => {
	const asked = page.getByText('Please log in to write a review')
	await visit(page, `/games/${celeste}`)
	await page.getByRole('link', { name: 'Write a Review' }).first().click()
	await expect(page.getByRole('heading', { level: 1, name: 'Join Savepoint' })).toBeVisible()
	await expect(asked).toBeVisible()
	await expect(page.getByText('Rate the games you play')).toBeHidden()

	await visit(page, '/login?message=write-review')
	await expect(page.getByRole('heading', { level: 1, name: 'Join Savepoint' })).toBeVisible()
	await page.getByRole('link', { name: 'Log In' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
	await expect(asked).toBeVisible()
	await page.reload()
	await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()

	await registerAndLogIn(page, site)
	await visit(page, '/')
	await page.getByRole('button', { name: 'Profile menu' }).click()
	await page.getByRole('button', { name: 'Logout' }).click()
	await expect(page.getByRole('link', { name: 'Join Savepoint' })).toBeVisible()
	await visit(page, '/login?message=write-review')
	await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
	await expect(page.getByText('Welcome back.')).toBeHidden()
})
