import type { FastifyRequest } from 'fastify'
import { BAD_LINK } from '#contract/account.ts'
import { LIFETIMES, LIMITS } from '#contract/limits.ts'
import { ALREADY_REQUESTED, TOO_MANY_PENDING } from '#contract/registration.ts'
import { EMAIL_TAKEN, USERNAME_RESERVED } from '#contract/sessions.ts'
import { now } from '#server/clock.ts'
import { createToken, hashToken } from '#server/db/secret-tokens.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { rejectBlockedDomain } from '#server/features/registration/email-domains.ts'
import {
	hasRoomInNetworks,
	requireRoomInNetworks,
	toHashes,
	toWaitingNetworks,
} from '#server/features/registration/waiting-networks.ts'
import { toEmailKey } from '#server/features/sessions/email-key.ts'
import { findAccountByEmail } from '#server/features/sessions/queries-accounts.ts'
import { countPendingOf, hasRoomForPending, isEmailPending } from '#server/features/sessions/queries-pending.ts'
import { AppError, conflict, forbidden, invalidInput } from '#server/http/errors.ts'
import type { Services } from '#server/services.ts'
import { mailRegistrationLink } from './account-mails.ts'
import { findUsernameConflict } from './available-usernames.ts'
import { type AccountRequest, addConfirmedRequest } from './pending-registrations.ts'
import { createPlaceholderUsername } from './placeholder-names.ts'
import { addUnconfirmed, countUnconfirmed, deleteUnconfirmed, findUnconfirmed } from './queries-unconfirmed.ts'
import { isReservedUsername } from './reserved-usernames.ts'

/**
 * Stores a request for an account until its address is confirmed, and mails the link for that. It keeps neither its name nor its
 * address from others. Throws 403 if too many are waiting for a moderator, and 429 if too many of the network are unconfirmed.
 */
export async function addUnconfirmedRequest(
	services: Services,
	db: Db,
	waiting: AccountRequest,
	siteName: string,
	request: FastifyRequest,
): Promise<void> {
	const at = now(services)
	if (!(await hasRoomForPending(db))) throw forbidden(TOO_MANY_PENDING)
	const networks = toWaitingNetworks(services, request.ip)
	await requireRoomInNetworks(services, db, networks, (hash) => countUnconfirmed(db, hash, at))
	const token = createToken()
	await addUnconfirmed(db, {
		...waiting,
		token: hashToken(token),
		networks: toHashes(networks),
		created_at: at,
		expires_at: new Date(services.clock() + LIFETIMES.verifyLinkMs).toISOString(),
	})
	const to = { id: waiting.id, username: waiting.username ?? createPlaceholderUsername(), email: waiting.email }
	await mailRegistrationLink(services, db, to, { token, siteName }, request)
}

/**
 * Confirms the address of a request for an account, which then waits for a moderator; a `username` replaces its own. Throws 400
 * if the link is invalid. The link keeps working after every other refusal: 409 if the name or address was taken meanwhile, 400
 * if its domain was blocked, and 403 if too many are waiting.
 */
export async function confirmRequest(services: Services, token: string, username: string | null): Promise<void> {
	const { db } = services
	const found = await findUnconfirmed(db, token, now(services))
	if (!found) throw new AppError(400, BAD_LINK)
	const name = found.username === null ? null : (username ?? found.username)
	const emailKey = toEmailKey(found.email)
	if (await findAccountByEmail(db, emailKey)) throw conflict(EMAIL_TAKEN)
	if (await isEmailPending(db, emailKey)) throw conflict(ALREADY_REQUESTED)
	if (name !== null) {
		if (isReservedUsername(name)) throw invalidInput([{ path: 'username', message: USERNAME_RESERVED.error }])
		const taken = await findUsernameConflict(services, name)
		if (taken) throw conflict(taken)
	}
	await rejectBlockedDomain(db, found.email)
	await inTransaction(db, async (db) => {
		if (!(await deleteUnconfirmed(db, found.id))) throw new AppError(400, BAD_LINK)
		const { token: _, created_at, expires_at, ...request } = found
		const widest = request.networks.slice(-1).map((hash) => ({ hash, times: 1 }))
		if (!(await hasRoomInNetworks(db, widest, LIMITS.pendingPerNetwork, (hash) => countPendingOf(db, hash))))
			throw forbidden(TOO_MANY_PENDING)
		await addConfirmedRequest(services, db, { ...request, username: name, email_verified: true })
	})
}
