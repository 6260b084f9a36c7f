import { type Session, send, sessionState } from '#kit/browser/people.ts'
import { MEMBER, PASSWORD } from './content.ts'

/** Logs in the demo member, or somebody else of the demo, and returns the storage state of a browser at `origin`. */
export async function logInMember(siteUrl: string, origin = siteUrl, identifier = MEMBER) {
	const body = { identifier, password: PASSWORD }
	const { user, tokens } = await send<{ user: object; tokens: Session['tokens'] }>(
		{ url: siteUrl },
		'POST',
		'/auth/login',
		body,
	)
	return sessionState(origin, { tokens, account: JSON.stringify(user) })
}
