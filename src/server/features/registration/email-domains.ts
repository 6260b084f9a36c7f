import { EMAIL_DOMAIN_BLOCKED } from '#contract/registration.ts'
import type { Db } from '#server/db/tables.ts'
import { toEmailKey } from '#server/features/sessions/email-key.ts'
import { isAnyDomainBlocked } from '#server/features/site/queries.ts'
import { AppError } from '#server/http/errors.ts'

/** Returns whether an admin has blocked the domain of an email address, or one that it is a subdomain of. */
export function isEmailDomainBlocked(db: Db, email: string): Promise<boolean> {
	const key = toEmailKey(email)
	const labels = key.slice(key.lastIndexOf('@') + 1).split('.')
	return isAnyDomainBlocked(
		db,
		labels.map((_, index) => labels.slice(index).join('.')),
	)
}

/** Throws 400 if the domain of an email address is blocked. */
export async function rejectBlockedDomain(db: Db, email: string): Promise<void> {
	if (await isEmailDomainBlocked(db, email))
		throw new AppError(400, EMAIL_DOMAIN_BLOCKED, {
			details: [{ path: 'email', message: EMAIL_DOMAIN_BLOCKED.error }],
		})
}
