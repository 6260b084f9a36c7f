import { createHash } from 'node:crypto'
import { LIFETIMES } from '#contract/limits.ts'
import type { Provider } from '#contract/social-login-providers.ts'
import { createToken, hashToken } from '#server/db/secret-tokens.ts'
import type { Db } from '#server/db/tables.ts'
import type { BrowserCookie } from './browser-cookies.ts'
import { lockAccount } from './queries-accounts.ts'
import { addLoginTicket, consumeLoginTicket, findLoginTicket, type ProviderIdentity } from './queries-login-tickets.ts'

/** Carries a browser's ticket from the provider's callback to the landing page. */
export const TICKET_COOKIE: BrowserCookie = { name: 'login_ticket', path: '/api/auth/oauth', sameSite: 'Strict' }
/** Carries the ticket of a login that was repeated to reauthenticate. */
export const PROOF_COOKIE: BrowserCookie = {
	name: 'proof_ticket',
	path: '/api/auth/reauthenticate',
	sameSite: 'Strict',
}

/**
 * The result of a completed social login, redeemable for a session, a connection made by one session, or a proof of identity;
 * or of the first step of a login, whose second step is left.
 */
export type Ticket = { userId: string; challenge: string | null } & (
	| { purpose: 'sign-in' | 'second-factor'; method: FirstMethod | null }
	| { purpose: 'reauthenticate' }
	| {
			purpose: 'connect'
			/** The provider identity this ticket links. */
			identity: ProviderIdentity
			sessionId: string
	  }
)

/** What a first step logs in with; stored tickets and sessions have null if an earlier version began them. */
export type FirstMethod = 'password' | Provider

/** A request's credentials: the ticket in the body, the ticket in the browser's cookie, and an app's verifier. */
export interface TicketCredentials {
	token?: string | undefined
	cookie?: string | undefined
	verifier?: string | undefined
}

/**
 * Creates a ticket that works once within 60 s, that of a second step within five minutes, and returns its token. An app supplies the S256 `challenge` of a verifier
 * that only it knows, so anyone else who reads the ticket from the app's redirect URL cannot use it.
 */
export async function createTicket(db: Db, ticket: Ticket, nowMs: number): Promise<string> {
	const token = createToken()
	const lifetimeMs = ticket.purpose === 'second-factor' ? LIFETIMES.secondStepMs : LIFETIMES.loginTicketMs
	await addLoginTicket(db, {
		hash: hashToken(token),
		user_id: ticket.userId,
		purpose: ticket.purpose,
		challenge: ticket.challenge,
		expires_at: new Date(nowMs + lifetimeMs).toISOString(),
		...('method' in ticket ? { method: ticket.method } : {}),
		...(ticket.purpose === 'connect' ? { ...ticket.identity, session_id: ticket.sessionId } : {}),
	})
	return token
}

/**
 * Locks the ticket's account and redeems the ticket, which is spent even if it is rejected. Returns undefined if it is
 * invalid, used, expired or for another purpose, or if the caller did not start the flow: an app proves that with its
 * verifier, a browser with its cookie.
 */
export async function redeemTicket(
	db: Db,
	purpose: Exclude<Ticket['purpose'], 'second-factor'>,
	credentials: TicketCredentials,
	at: string,
) {
	const { token = credentials.cookie, cookie, verifier } = credentials
	if (token === undefined) return undefined
	const hash = hashToken(token)
	const ticket = await findLoginTicket(db, hash)
	if (!ticket || !(await lockAccount(db, ticket.user_id))) return undefined
	const redeemed = await consumeLoginTicket(db, hash)
	if (!redeemed || redeemed.purpose !== purpose || redeemed.expires_at <= at) return undefined
	const isOwner =
		redeemed.challenge === null
			? verifier === undefined && cookie === token
			: verifier !== undefined && redeemed.challenge === toChallenge(verifier)
	return isOwner ? redeemed : undefined
}

/** Computes the S256 challenge of a verifier. */
function toChallenge(verifier: string): string {
	return createHash('sha256').update(verifier).digest('base64url')
}
