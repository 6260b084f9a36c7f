import { LIFETIMES } from '#contract/limits.ts'
import { createToken, hashToken } from '#server/db/secret-tokens.ts'
import type { Db } from '#server/db/tables.ts'
import { addMailToken, type Purpose } from './queries-email-links.ts'

const VALID_MS: Readonly<Record<Purpose, number>> = {
	'reset-password': LIFETIMES.resetLinkMs,
	'verify-email': LIFETIMES.verifyLinkMs,
	'change-email': LIFETIMES.verifyLinkMs,
}

/** A link to be mailed: to the account's address, or to the one it is to have. */
type Link = { userId: string; emailKey: string } & (
	| { purpose: 'reset-password' | 'verify-email' }
	| { purpose: 'change-email'; email: string }
)

/** Makes the token of a link to an account's address; it is in the mail and nowhere else. */
export async function addLink(db: Db, link: Link, nowMs: number): Promise<string> {
	const token = createToken()
	await addMailToken(db, {
		hash: hashToken(token),
		user_id: link.userId,
		purpose: link.purpose,
		email_key: link.emailKey,
		...(link.purpose === 'change-email' ? { email: link.email } : {}),
		created_at: new Date(nowMs).toISOString(),
		expires_at: new Date(nowMs + VALID_MS[link.purpose]).toISOString(),
	})
	return token
}
