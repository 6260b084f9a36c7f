import { type Session, send, sessionState } from '#kit/browser/people.ts'
import { MEMBER, PASSWORD } from './content.ts'

/** Signs the member in to a running site and returns what a browser at `origin` stores of it. */
export async function signInMember(siteUrl: string, origin = siteUrl) {
	const body = { identifier: MEMBER, password: PASSWORD }
	const { user, tokens } = await send<{ user: object; tokens: Session['tokens'] }>(
		{ url: siteUrl },
		'POST',
		'/auth/login',
		body,
	)
	return sessionState(origin, { tokens, account: JSON.stringify(user) })
}
