import { MEMBER, PASSWORD } from './content.ts'

/** Signs the member in to a running site and returns what a browser keeps of it. */
export async function signInAsMember(siteUrl: string): Promise<[key: string, value: string][]> {
	const answer = await fetch(`${siteUrl}/api/auth/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ identifier: MEMBER, password: PASSWORD }),
	})
	const { user, tokens } = (await answer.json()) as {
		user: object
		tokens: { accessToken: string; refreshToken: string }
	}
	return [
		['accessToken', tokens.accessToken],
		['refreshToken', tokens.refreshToken],
		['user', JSON.stringify(user)],
	]
}
