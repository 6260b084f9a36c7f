import type { FastifyRequest } from 'fastify'
import { EMAIL_TAKEN } from '#contract/sessions.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Admission } from '#server/features/registration/admission.ts'
import { requireRoomInNetworks, toHashes, toWaitingNetworks } from '#server/features/registration/waiting-networks.ts'
import { toEmailKey } from '#server/features/sessions/email-key.ts'
import { findAccountByEmail } from '#server/features/sessions/queries-accounts.ts'
import { countPendingOf, isEmailPending, isPending } from '#server/features/sessions/queries-pending.ts'
import { conflict } from '#server/http/errors.ts'
import { createOnce, findEarlierResult } from '#server/http/idempotency.ts'
import type { Services } from '#server/services.ts'
import { findUsernameConflict } from './available-usernames.ts'
import { addConfirmedRequest } from './pending-registrations.ts'
import { addUnconfirmedRequest } from './unconfirmed-registrations.ts'

/**
 * Stores a request for an account: until its address is confirmed by a mailed link, or without a mail server until a moderator
 * decides. A repeated call of the same attempt stores nothing. Throws 409 if the username or the address is taken, 403 if too
 * many are waiting, and 429 if too many of the network are.
 */
export async function requestAccount(
	services: Services,
	request: FastifyRequest,
	{ username, email, password }: { username: string; email: string; password: string },
	{ reason, rulesVersion, spend }: Admission,
): Promise<void> {
	const { db, passwords, config, siteSettings } = services
	const names = { username, email }
	const emailKey = toEmailKey(email)
	const taken = await findUsernameConflict(services, username)
	if (taken) {
		const earlierId = await findEarlierResult(services, request, names)
		if (earlierId === undefined || !(await isPending(db, earlierId))) throw conflict(taken)
		return
	}
	if (await findAccountByEmail(db, emailKey)) throw conflict(EMAIL_TAKEN)
	const passwordHash = await passwords.hash(password)
	const { name: siteName } = await siteSettings.get()
	await createOnce(services, request, names, (db, id) =>
		inTransaction(db, async (db) => {
			await spend(db)
			const account = { id, ...names, password_hash: passwordHash, name: null }
			const waiting = { ...account, provider: null, subject: null, reason, rules_version: rulesVersion }
			if (config.confirmsAddresses) {
				if (await isEmailPending(db, emailKey)) throw conflict(EMAIL_TAKEN)
				return addUnconfirmedRequest(services, db, waiting, siteName, request)
			}
			const networks = toWaitingNetworks(services, request.ip)
			await requireRoomInNetworks(services, db, networks, (hash) => countPendingOf(db, hash))
			await addConfirmedRequest(services, db, { ...waiting, email_verified: false, networks: toHashes(networks) })
		}),
	)
}
