import { INVITES_NOT_ALLOWED, type Invite, TOO_MANY_INVITES, TOO_MANY_INVITES_THIS_MONTH } from '#contract/invites.ts'
import { LIMITS } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { includesRole, type Role } from '#contract/roles.ts'
import { SESSION_REVOKED } from '#contract/session-refusals.ts'
import { now } from '#server/clock.ts'
import { createReadableCode } from '#server/db/readable-codes.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockAccount } from '#server/features/sessions/queries-accounts.ts'
import { AppError, forbidden, unauthorized } from '#server/http/errors.ts'
import type { Services } from '#server/services.ts'
import { addInvite, countInvitesSince, countOpenInvites, type InviteRow } from './queries-invites.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The days in which a member may make `LIMITS.invitesPerMonth`. */
const MONTH_MS = 30 * DAY_MS

/** How many people an invite is for, and for how long. */
interface InviteTerms {
	uses: number
	days: number
}

/** Who makes an invite; null for the operator. */
export type Inviter = { userId: string; role: Role } | null

/**
 * Makes an invite. Throws 403 if members may not, and 400 past their invites of a month or the open ones of an account: the
 * account is locked, so that both are exact.
 */
export async function makeInvite(services: Services, inviter: Inviter, terms: InviteTerms): Promise<InviteRow> {
	const nowMs = services.clock()
	const invite = {
		code: createReadableCode().toLowerCase(),
		userId: inviter?.userId ?? null,
		uses: terms.uses,
		at: now(services),
		expiresAt: new Date(nowMs + terms.days * DAY_MS).toISOString(),
	}
	const row = { code: invite.code, uses: invite.uses, used: 0, created_at: invite.at, expires_at: invite.expiresAt }
	if (!inviter) {
		await addInvite(services.db, invite)
		return { ...row, username: null }
	}
	if (!(await mayInvite(services, inviter.role))) throw forbidden(INVITES_NOT_ALLOWED)
	return inTransaction(services.db, async (db) => {
		const account = await lockAccount(db, inviter.userId)
		if (!account) throw unauthorized(SESSION_REVOKED)
		const problem = await findLimit(services, db, inviter)
		if (problem) throw new AppError(400, problem)
		await addInvite(db, invite)
		return { ...row, username: account.username }
	})
}

/** Returns whether an account may make an invite now. */
export async function canInvite(services: Services, inviter: NonNullable<Inviter>): Promise<boolean> {
	return (await mayInvite(services, inviter.role)) && !(await findLimit(services, services.db, inviter))
}

async function mayInvite({ siteSettings }: Services, role: Role): Promise<boolean> {
	return includesRole(role, 'moderator') || (await siteSettings.get()).membersInvite
}

async function findLimit(services: Services, db: Db, { userId, role }: NonNullable<Inviter>) {
	const { openInvitesPerAccount, invitesPerMonth } = LIMITS
	if ((await countOpenInvites(db, userId, now(services), openInvitesPerAccount)) >= openInvitesPerAccount)
		return TOO_MANY_INVITES
	if (includesRole(role, 'moderator')) return undefined
	const since = new Date(services.clock() - MONTH_MS).toISOString()
	const made = await countInvitesSince(db, userId, since, invitesPerMonth)
	return made >= invitesPerMonth ? TOO_MANY_INVITES_THIS_MONTH : undefined
}

/** Converts a row to an invite with its link at an origin. */
export function toInvite(row: InviteRow, origin: string): Invite {
	return {
		code: row.code,
		url: origin + paths.join(row.code),
		uses: row.uses,
		used: row.used,
		by: row.username,
		createdAt: row.created_at,
		expiresAt: row.expires_at,
	}
}
