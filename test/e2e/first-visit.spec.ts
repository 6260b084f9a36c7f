import { signedIn } from './signed-in.ts'
import { expect, test } from './site.ts'

test('a newcomer finds a real game, registers, writes a review and sees it everywhere', async ({ page }, {
	project,
}) => {
	const username = `newcomer_${project.name}`
	await page.goto('/')
	await expect(page.getByRole('heading', { level: 1, name: 'Discover Your Next Favorite Game' })).toBeVisible()
	await page.getByRole('link', { name: 'View All Games' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Popular Games' })).toBeVisible()
	await page.goto('/search?query=Celeste')
	await page.getByRole('link', { name: 'Celeste' }).first().click()
	await expect(page.getByRole('heading', { level: 1, name: 'Celeste' })).toBeVisible()
	await expect(page).toHaveURL(/\/games\/\d+$/)
	const gamePath = new URL(page.url()).pathname

	await page.getByRole('link', { name: 'Write a Review' }).first().click()
	await expect(page).toHaveURL(/\/login\?/)
	await expect(page.getByText('Please log in to write a review')).toBeVisible()
	await page.getByRole('link', { name: 'Create an account' }).click()
	await page.getByLabel('Username').fill(username)
	await page.getByLabel('Email').fill(`${username}@example.org`)
	await page.getByLabel('Password', { exact: true }).fill('Correct1Horse')
	await page.getByLabel('Confirm password').fill('Correct1Horse')
	await page.getByRole('button', { name: 'Sign Up' }).click()

	await expect(page).toHaveURL(`${gamePath}/review`)
	const stars = page.getByRole('slider', { name: 'Your rating' })
	await stars.focus()
	for (let step = 0; step < 7; step++) await page.keyboard.press('ArrowRight')
	await expect(stars).toHaveValue('3.5')
	await page.getByText('Nintendo Switch', { exact: true }).click()
	await page.getByLabel('Time played').fill('12')
	await page.getByLabel('Your review').fill('Short.')
	await page.getByRole('button', { name: 'Submit Review' }).click()
	await expect(page.getByText('Review must be at least 10 characters')).toBeVisible()
	await page.getByLabel('Your review').fill('Every screen is a small promise that you can do it.\nAnd you can.')
	await page.getByRole('button', { name: 'Submit Review' }).click()

	await expect(page).toHaveURL(gamePath)
	await expect(page.getByText('Review submitted successfully!')).toBeVisible()
	await expect(page.getByText('Every screen is a small promise').first()).toBeVisible()
	await expect(page.getByText('3.5').first()).toBeVisible()

	await page.getByRole('link', { name: 'My Review' }).click()
	await expect(page).toHaveURL(/\/reviews\/[0-9a-f-]{36}$/)
	const reviewUrl = page.url()
	await expect(page.getByText('And you can.')).toBeVisible()
	await expect(page.getByText('Nintendo Switch · 12 hours')).toBeVisible()
	await expect(page.getByRole('main').getByText(username).first()).toBeVisible()

	await page.goto('/reviews')
	await expect(page.getByRole('link', { name: new RegExp(`Celeste.*reviewed by ${username}`) })).toBeVisible()
	await page.goto(reviewUrl)
	await page.getByRole('link', { name: 'Edit' }).click()
	await expect(page.getByLabel('Your review')).toHaveValue(/Every screen/)
	await page.getByRole('slider', { name: 'Your rating' }).press('End')
	await page.getByRole('button', { name: 'Update Review' }).click()
	await expect(page.getByText('Review updated successfully!')).toBeVisible()
})

test('a draft survives a reload, and a review is deleted after a question', async ({ page, site }, { project }) => {
	await signedIn(page, site, `drafter_${project.name}`)
	await page.goto('/search?query=Balatro')
	await page.getByRole('link', { name: 'Balatro' }).first().click()
	await page.getByRole('link', { name: 'Write a Review' }).first().click()
	await page.getByLabel('Your review').fill('Half a thought about poker that I')
	await page.reload()
	await expect(page.getByText('Your unsaved draft is back.')).toBeVisible()
	await expect(page.getByLabel('Your review')).toHaveValue('Half a thought about poker that I')
	await page.getByRole('slider', { name: 'Your rating' }).press('End')
	await page.getByLabel('Platform').selectOption({ index: 1 })
	await page.getByRole('button', { name: 'Submit Review' }).click()
	await expect(page.getByText('Review submitted successfully!')).toBeVisible()
	await page.goto('/reviews')
	await page.getByRole('button', { name: 'Delete your review of Balatro' }).click()
	const dialog = page.getByRole('dialog')
	await expect(dialog).toBeVisible()
	await dialog.getByRole('button', { name: /^Delete/ }).click()
	await expect(page.getByRole('status').filter({ hasText: /deleted/i })).toBeVisible()
	await expect(page.getByRole('button', { name: 'Delete your review of Balatro' })).toHaveCount(0)
})

test('signing in leads back, wrong words are refused kindly, and logging out ends it', async ({ page, site }, {
	project,
}) => {
	const username = `returner_${project.name}`
	await signedIn(page, site, username)
	await page.goto('/reviews')
	await page.getByRole('button', { name: 'Profile menu' }).click()
	await page.getByRole('button', { name: 'Logout' }).click()
	await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
	await page.goto('/login?redirect=/reviews')
	await page.getByLabel('Username or email').fill(username)
	await page.getByLabel('Password', { exact: true }).fill('Wrong1Horse')
	await page.getByRole('button', { name: 'Log In' }).click()
	await expect(page.getByText('Invalid credentials')).toBeVisible()
	await page.getByLabel('Password', { exact: true }).fill('Correct1Horse')
	await page.getByRole('button', { name: 'Log In' }).click()
	await expect(page).toHaveURL('/reviews')
	await expect(page.getByRole('link', { name: 'Login' })).toBeHidden()
})
