import type { Page } from '@playwright/test'
import { failCalls } from '#kit/browser/call-failures.ts'
import { logIn } from '#kit/browser/login.ts'
import { type Person, registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

const follow = (page: Page, { username }: Person) => page.getByRole('button', { name: `Follow ${username}` })
const following = (page: Page, { username }: Person) => page.getByRole('button', { name: `Following ${username}` })

test('a double click follows once, the follow persists, and can be undone', async ({ page, site }) => {
	const star = await registerPerson(site)
	const fan = await registerAndLogIn(page, site)
	await visit(page, `/profile/${star.username}`)
	const followers = page.getByRole('button', { name: /^\d+ Followers?$/ })
	await expect(followers).toHaveText('0 Followers')
	await follow(page, star).dblclick()
	await expect(following(page, star)).toHaveAttribute('aria-pressed', 'true')
	await expect(followers).toHaveText('1 Follower')
	await page.reload()
	await expect(following(page, star)).toBeVisible()
	await expect(followers).toHaveText('1 Follower')

	await followers.click()
	const dialog = page.getByRole('dialog', { name: 'Followers' })
	await expect(dialog.getByRole('link', { name: fan.username })).toBeVisible()
	await expect(dialog.getByRole('button', { name: /^Follow/ })).toHaveCount(0)
	await page.keyboard.press('Escape')
	await expect(dialog).toBeHidden()
	await expect(followers).toBeFocused()

	await following(page, star).click()
	await expect(follow(page, star)).toHaveAttribute('aria-pressed', 'false')
	await expect(followers).toHaveText('0 Followers')
	await followers.click()
	await expect(dialog).toContainText(`${star.username} has no followers yet.`)
})

test('the users that somebody follows are listed, can be followed there, and link to their profiles', async ({
	page,
	site,
}) => {
	const [star, friend] = [await registerPerson(site), await registerPerson(site)]
	await star.send('POST', '/follows', { followedId: friend.id })
	await registerAndLogIn(page, site)
	await visit(page, `/profile/${star.username}`)
	await page.getByRole('button', { name: '1 Following' }).click()
	const dialog = page.getByRole('dialog', { name: 'Following' })
	await dialog.getByRole('button', { name: `Follow ${friend.username}` }).click()
	await expect(dialog.getByRole('button', { name: `Following ${friend.username}` })).toBeVisible()
	await dialog.getByRole('link', { name: friend.username }).click()
	await expect(page).toHaveURL(`/profile/${friend.username}`)
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await expect(page.getByRole('button', { name: '2 Followers' })).toBeVisible()
	await expect(following(page, friend)).toBeVisible()
})

test('a follow after the session has ended redirects to the login and back', { tag: '@ci' }, async ({ page, site }) => {
	const star = await registerPerson(site)
	await registerAndLogIn(page, site)
	await visit(page, `/profile/${star.username}`)
	await expect(follow(page, star)).toBeVisible()
	const refusal = { status: 401, json: { success: false, error: 'This session has ended', code: 'session_revoked' } }
	await failCalls(page, '**/api/follows', refusal)
	await failCalls(page, '**/api/auth/refresh-token', refusal)
	await follow(page, star).click()
	const alert = page.getByRole('alert').filter({ hasText: 'You need to be logged in to follow users' })
	await expect(alert).toBeVisible()
	await expect(follow(page, star)).toHaveCount(0)
	await alert.getByRole('link', { name: 'Login' }).click()
	await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(`/profile/${star.username}`)}`)
})

test('a visitor sees no follow button, and is redirected from /profile to the login and back', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const user = await registerPerson(site)
	await visit(page, `/profile/${user.username}`)
	await waitForIdle(page)
	await expect(page.getByRole('heading', { level: 1, name: user.username })).toBeVisible()
	await expect(page.getByRole('button', { name: /^(Follow|Loading)/ })).toHaveCount(0)
	await expect(page.getByRole('link', { name: 'Edit Profile' })).toHaveCount(0)

	await visit(page, '/profile')
	await expect(page).toHaveURL('/login?redirect=%2Fprofile')
	await expect(page.getByText('Please log in to see your profile')).toBeVisible()
	await logIn(page, user.username)
	await expect(page).toHaveURL(`/profile/${user.username}`)
	await expect(page.getByRole('link', { name: 'Edit Profile' })).toHaveAttribute('href', '/settings')
	await expect(page.getByRole('button', { name: /^(Follow |Loading)/ })).toHaveCount(0)
})
