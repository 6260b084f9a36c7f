import type { Static } from 'typebox'
import { BANNED, type Ban } from '#contract/session-refusals.ts'
import type { Db } from '#server/db/tables.ts'
import { createAppealToken } from '#server/features/moderation/appeal-tokens.ts'
import { findModerated, findRestriction } from '#server/features/moderation/queries-actions.ts'
import { AppError } from '#server/http/errors.ts'
import type { Services } from '#server/services.ts'

/** Throws 403 with the reason, and with what appeals the ban without a session, if an account is banned. */
export async function assertNotBanned({ keys }: Services, db: Db, userId: string): Promise<void> {
	const account = await findModerated(db, userId, false)
	if (!account?.banned_at) return
	const ban = await findRestriction(db, userId, 'ban')
	const extra: Static<typeof Ban> = {
		actionId: ban?.id ?? null,
		reason: ban?.reason ?? null,
		note: ban?.note ?? null,
		token: ban ? createAppealToken(keys.appeals, ban.id) : null,
	}
	throw new AppError(403, BANNED, { extra })
}
