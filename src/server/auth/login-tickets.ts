import { createHash } from 'node:crypto'
import { BAD_TICKET, NO_TICKET } from '#contract/account.ts'
import { LIFETIMES } from '#contract/limits.ts'
import { BAD_CONNECTION } from '#contract/social.ts'
import type { Db } from '../db/tables.ts'
import { AppError, unauthorized } from '../errors.ts'
import type { BrowserCookie } from './browser-cookies.ts'
import { newToken, tokenHash } from './secret-tokens.ts'
import type { Person } from './social-accounts.ts'
import type { Viewer } from './tokens.ts'

/** The cookie in which a browser brings its ticket from the provider's callback to the landing. */
export const TICKET_COOKIE: BrowserCookie = { name: 'login_ticket', path: '/api/auth/oauth', sameSite: 'strict' }

interface Ticket {
	userId: string
	challenge: string | null
	/** Whom at a provider the ticket connects to the account, and for which session; without it the ticket is worth a session. */
	connects?: { person: Person; sessionId: string }
}

interface Given {
	token: string | undefined
	verifier: string | undefined
}

/**
 * The ticket of a finished way to a provider, good once within 60 s. An app gives the S256 `challenge` of a verifier
 * that only it knows, so that whoever else reads the ticket from its address cannot use it.
 */
export async function issueTicket(db: Db, ticket: Ticket, nowMs: number): Promise<string> {
	const token = newToken()
	await db
		.insertInto('login_tickets')
		.values({
			hash: tokenHash(token),
			user_id: ticket.userId,
			challenge: ticket.challenge,
			expires_at: new Date(nowMs + LIFETIMES.loginTicketMs).toISOString(),
			...(ticket.connects ? { ...ticket.connects.person, session_id: ticket.connects.sessionId } : {}),
		})
		.execute()
	return token
}

/**
 * Spends a ticket that is worth a session, whatever comes of it: the account. Throws 401 where it is none, used, too
 * old, or the verifier is another.
 */
export async function spendTicket(db: Db, given: Given, at: string): Promise<string> {
	if (given.token === undefined) throw unauthorized(NO_TICKET)
	const spent = await spend(db, given, at)
	if (!spent || spent.subject !== null) throw unauthorized(BAD_TICKET)
	return spent.user_id
}

/**
 * Spends a ticket that connects a provider, whatever comes of it: the person there. Throws 400 where it is none, used,
 * too old, another session's, or the verifier is another.
 */
export async function spendConnectingTicket(db: Db, given: Given, viewer: Viewer, at: string): Promise<Person> {
	const spent = await spend(db, given, at)
	const isTheirs = spent?.user_id === viewer.userId && spent.session_id === viewer.sessionId
	if (!isTheirs || !spent.provider || !spent.subject) throw new AppError(400, BAD_CONNECTION)
	return { provider: spent.provider, subject: spent.subject }
}

async function spend(db: Db, { token = '', verifier }: Given, at: string) {
	const spent = await db
		.deleteFrom('login_tickets')
		.where('hash', '=', tokenHash(token))
		.returning(['user_id', 'challenge', 'expires_at', 'provider', 'subject', 'session_id'])
		.executeTakeFirst()
	// a verifier for a ticket without a challenge comes of a ticket that somebody else began
	const challenge = verifier === undefined ? null : challengeOf(verifier)
	return spent && spent.expires_at > at && spent.challenge === challenge ? spent : undefined
}

/** The S256 challenge of a verifier. */
function challengeOf(verifier: string): string {
	return createHash('sha256').update(verifier).digest('base64url')
}
