// Registering and reviewing with the keyboard alone.

import { celeste } from '#kit/browser/built-in-games.ts'
import { pressKey, tabTo } from '#kit/browser/keyboard.ts'
import { newUsername, registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import { PASSWORD } from '#kit/password.ts'

test('with the keyboard alone, a visitor registers and writes a review with three and a half stars', async ({
	page,
}) => {
	const username = newUsername('only_keys')
	await visit(page, '/')
	await pressKey(page, page.getByRole('link', { name: 'Join Savepoint' }))
	await expect(page).toHaveURL('/login?mode=signup')
	await tabTo(page, page.getByLabel('Username', { exact: true }))
	await page.keyboard.type(username)
	await tabTo(page, page.getByLabel('Email'))
	await page.keyboard.type(`${username}@example.org`)
	await tabTo(page, page.getByLabel('Password', { exact: true }))
	await page.keyboard.type(PASSWORD)
	await tabTo(page, page.getByLabel('Confirm password'))
	await page.keyboard.type(PASSWORD)
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL('/welcome')
	await pressKey(page, page.getByRole('link', { name: 'Skip', exact: true }))
	await expect(page).toHaveURL('/')
	// A menu that opens before the new page stands is closed by it
	await expect(page.getByLabel('Confirm password')).toBeHidden()

	await pressKey(page, page.getByRole('button', { name: 'Create' }))
	await pressKey(page, page.getByRole('button', { name: 'Review', exact: true }))
	const dialog = page.getByRole('dialog', { name: 'What game do you want to review?' })
	await expect(dialog.getByRole('combobox')).toBeFocused()
	await page.keyboard.type('celeste')
	await expect(dialog.getByRole('option', { name: /^Celeste \d/ })).toBeVisible()
	await page.keyboard.press('ArrowDown')
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(`/games/${celeste}/review`)
	const stars = page.getByRole('slider', { name: 'Your rating' })
	await tabTo(page, stars)
	for (let step = 0; step < 7; step++) await page.keyboard.press('ArrowRight')
	await expect(stars).toHaveAttribute('aria-valuetext', '3.5 stars')
	await tabTo(page, page.getByLabel('Platform'))
	await page.keyboard.type('Switch')
	await tabTo(page, page.getByLabel('Hours played'))
	await page.keyboard.type('12')
	await tabTo(page, page.getByRole('textbox', { name: 'Your review' }))
	await page.keyboard.type('Every ledge within reach of a key.')
	await pressKey(page, page.getByRole('button', { name: 'Submit Review' }))
	await expect(page.getByText('Review submitted successfully!')).toBeVisible()
	await expect(page.getByRole('link', { name: 'My Review' })).toBeVisible()
})

test('with the keyboard alone, a review is liked and commented on', async ({ page, site }) => {
	const review = await (await registerPerson(site)).review(7)
	await registerAndLogIn(page, site)
	await visit(page, `/reviews/${review}`)
	await pressKey(page, page.getByRole('button', { name: 'Like this review' }), 'Space')
	await expect(page.getByRole('button', { name: 'Liked this review' })).toBeFocused()
	await tabTo(page, page.getByLabel('Write a comment'))
	await page.keyboard.type('Said without a mouse.')
	await pressKey(page, page.getByRole('button', { name: 'Post Comment' }))
	await expect(page.getByRole('listitem').filter({ hasText: 'Said without a mouse.' })).toBeVisible()
	await expect(page.getByLabel('Write a comment')).toHaveValue('')
})

test('with the keyboard alone, the bell is opened, everything is marked as read, and the bell is closed', {
	tag: '@ci',
}, async ({ page, site }) => {
	const friend = await registerPerson(site)
	const reader = await registerAndLogIn(page, site)
	await reader.send('POST', '/follows', { followedId: friend.id })
	await friend.review(7)
	await visit(page, '/games')
	const bell = page.getByRole('button', { name: /^Notifications/ })
	await expect(bell).toContainText('1')
	await pressKey(page, bell)
	await pressKey(page, page.getByRole('button', { name: 'Mark All as Read' }))
	await expect(bell).not.toContainText('1')
	await page.keyboard.press('Escape')
	await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeHidden()
	await expect(bell).toBeFocused()
})
