import { createHash } from 'node:crypto'
import { LIFETIMES } from '#contract/limits.ts'
import { createToken, hashToken } from '#server/db/secret-tokens.ts'
import type { Db } from '#server/db/tables.ts'
import type { BrowserCookie } from './browser-cookies.ts'
import { lockAccount } from './queries-accounts.ts'
import { addLoginTicket, findLoginTicket, type ProviderIdentity, takeLoginTicket } from './queries-login-tickets.ts'

/** The cookie in which a browser brings its ticket from the provider's callback to the landing. */
export const TICKET_COOKIE: BrowserCookie = { name: 'login_ticket', path: '/api/auth/oauth', sameSite: 'strict' }
/** The same for a sign-in that is repeated to prove who one is. */
export const PROOF_COOKIE: BrowserCookie = {
	name: 'proof_ticket',
	path: '/api/auth/reauthenticate',
	sameSite: 'strict',
}

/** A finished way to a provider, and what it is good for: a session, a connection for one session, or a proof of identity. */
export type Ticket = { userId: string; challenge: string | null } & (
	| { purpose: 'sign-in' | 'reauthenticate' }
	| { purpose: 'connect'; person: ProviderIdentity; sessionId: string }
)

/** What came with a request: a ticket in the body, the browser's own, and the verifier of an app. */
export interface GivenTicket {
	token?: string | undefined
	cookie?: string | undefined
	verifier?: string | undefined
}

/**
 * Adds a ticket, good once within 60 s. An app gives the S256 `challenge` of a verifier that only it knows, so that whoever
 * else reads the ticket from its address cannot use it.
 */
export async function addTicket(db: Db, ticket: Ticket, nowMs: number): Promise<string> {
	const token = createToken()
	await addLoginTicket(db, {
		hash: hashToken(token),
		user_id: ticket.userId,
		purpose: ticket.purpose,
		challenge: ticket.challenge,
		expires_at: new Date(nowMs + LIFETIMES.loginTicketMs).toISOString(),
		...(ticket.purpose === 'connect' ? { ...ticket.person, session_id: ticket.sessionId } : {}),
	})
	return token
}

/**
 * Spends a ticket, whatever comes of it, and locks its account. Undefined where it is none, used, too old, for something
 * else, or the caller is not who began: an app shows that by its verifier, a browser by its cookie.
 */
export async function spendTicket(db: Db, purpose: Ticket['purpose'], given: GivenTicket, at: string) {
	const { token = given.cookie, cookie, verifier } = given
	if (token === undefined) return undefined
	const hash = hashToken(token)
	const found = await findLoginTicket(db, hash)
	if (!found || !(await lockAccount(db, found.user_id))) return undefined
	const spent = await takeLoginTicket(db, hash)
	if (!spent || spent.purpose !== purpose || spent.expires_at <= at) return undefined
	const isTheirs =
		spent.challenge === null
			? verifier === undefined && cookie === token
			: verifier !== undefined && spent.challenge === challengeOf(verifier)
	return isTheirs ? spent : undefined
}

/** The S256 challenge of a verifier. */
function challengeOf(verifier: string): string {
	return createHash('sha256').update(verifier).digest('base64url')
}
