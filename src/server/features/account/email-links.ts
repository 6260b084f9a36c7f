import { LIFETIMES } from '#contract/limits.ts'
import { createToken, hashToken } from '#server/db/secret-tokens.ts'
import type { Db } from '#server/db/tables.ts'
import { addMailToken, type LinkPurpose } from './queries-email-links.ts'

const LINK_LIFETIMES_MS: Readonly<Record<LinkPurpose, number>> = {
	'reset-password': LIFETIMES.resetLinkMs,
	'verify-email': LIFETIMES.verifyLinkMs,
	'change-email': LIFETIMES.verifyLinkMs,
}

/** A link to mail to the account's current address, or to its requested new one. */
type MailedLink = { userId: string; emailKey: string } & (
	| { purpose: 'reset-password' | 'verify-email' }
	| { purpose: 'change-email'; email: string }
)

/** Creates the token of a mailed link; only the mail contains it, the database stores its hash. */
export async function createLink(db: Db, link: MailedLink, nowMs: number): Promise<string> {
	const token = createToken()
	await addMailToken(db, {
		hash: hashToken(token),
		user_id: link.userId,
		purpose: link.purpose,
		email_key: link.emailKey,
		...(link.purpose === 'change-email' ? { email: link.email } : {}),
		created_at: new Date(nowMs).toISOString(),
		expires_at: new Date(nowMs + LINK_LIFETIMES_MS[link.purpose]).toISOString(),
	})
	return token
}
