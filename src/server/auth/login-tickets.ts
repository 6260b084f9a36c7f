import { createHash } from 'node:crypto'
import { BAD_TICKET, NO_TICKET } from '#contract/account.ts'
import { LIFETIMES } from '#contract/limits.ts'
import type { Db } from '../db/tables.ts'
import { unauthorized } from '../errors.ts'
import type { BrowserCookie } from './browser-cookies.ts'
import { newToken, tokenHash } from './secret-tokens.ts'

/** The cookie in which a browser brings its ticket from the provider's callback to the landing. */
export const TICKET_COOKIE: BrowserCookie = { name: 'login_ticket', path: '/api/auth/oauth', sameSite: 'strict' }

/**
 * The ticket of a finished social sign-in, good for one session within 60 s. An app gives the S256 `challenge` of a
 * verifier that only it knows, so that whoever else reads the ticket from its address cannot use it.
 */
export async function issueTicket(
	db: Db,
	ticket: { userId: string; challenge: string | null },
	nowMs: number,
): Promise<string> {
	const token = newToken()
	await db
		.insertInto('login_tickets')
		.values({
			hash: tokenHash(token),
			user_id: ticket.userId,
			challenge: ticket.challenge,
			expires_at: new Date(nowMs + LIFETIMES.loginTicketMs).toISOString(),
		})
		.execute()
	return token
}

/** Spends a ticket, whatever comes of it: the account. Throws 401 where it is none, used, too old, or the verifier is another. */
export async function spendTicket(
	db: Db,
	ticket: { token: string | undefined; verifier: string | undefined },
	at: string,
): Promise<string> {
	if (ticket.token === undefined) throw unauthorized(NO_TICKET)
	const spent = await db
		.deleteFrom('login_tickets')
		.where('hash', '=', tokenHash(ticket.token))
		.returning(['user_id', 'challenge', 'expires_at'])
		.executeTakeFirst()
	if (!spent || spent.expires_at <= at) throw unauthorized(BAD_TICKET)
	if (spent.challenge !== null && spent.challenge !== challengeOf(ticket.verifier ?? '')) throw unauthorized(BAD_TICKET)
	return spent.user_id
}

/** The S256 challenge of a verifier. */
function challengeOf(verifier: string): string {
	return createHash('sha256').update(verifier).digest('base64url')
}
