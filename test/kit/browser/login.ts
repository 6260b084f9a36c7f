import type { Page } from '@playwright/test'
import { PASSWORD } from '#kit/password.ts'

/** Fills in and submits the login form. */
export async function logIn(page: Page, username: string, password = PASSWORD): Promise<void> {
	await page.getByLabel('Username or email').fill(username)
	await page.getByLabel('Password', { exact: true }).fill(password)
	await page.getByRole('button', { name: 'Log In' }).click()
}

/** Replaces the session's tokens with invalid ones, as if it had ended elsewhere. */
export async function expireSession(page: Page): Promise<void> {
	await page.evaluate(() => {
		localStorage.setItem('accessToken', 'spent')
		localStorage.setItem('refreshToken', 'spent')
	})
}
