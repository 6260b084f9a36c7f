import type { Page } from '@playwright/test'
import type { SiteProcess } from '../process.ts'

/** Registers someone over the API and puts their session into the page's browser, as the client keeps it. */
export async function signedIn(page: Page, site: SiteProcess, username: string): Promise<{ accessToken: string }> {
	const answer = await fetch(`${site.url}/api/auth/register`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ username, email: `${username}@example.org`, password: 'Correct1Horse' }),
	})
	const { user, tokens } = (await answer.json()) as {
		user: object
		tokens: { accessToken: string; refreshToken: string }
	}
	await page.goto('/about')
	await page.evaluate(
		([account, { accessToken, refreshToken }]) => {
			localStorage.setItem('accessToken', accessToken)
			localStorage.setItem('refreshToken', refreshToken)
			localStorage.setItem('user', JSON.stringify(account))
		},
		[user, tokens] as const,
	)
	return tokens
}
