import type { FastifyRequest } from 'fastify'
import { LIMITS } from '#contract/limits.ts'
import { TOO_MANY_PENDING } from '#contract/registration.ts'
import { EMAIL_TAKEN, USERNAME_TAKEN } from '#contract/sessions.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Admission } from '#server/features/registration/admission.ts'
import { toEmailKey } from '#server/features/sessions/email-key.ts'
import { addAccount, findAccountByEmail, isUsernameTaken } from '#server/features/sessions/queries-accounts.ts'
import {
	addPending,
	hasRoomForPending,
	isPending,
	type PendingAccount,
	takePending,
} from '#server/features/sessions/queries-pending.ts'
import { conflict, forbidden } from '#server/http/errors.ts'
import { requireHeldRole } from '#server/http/held-role.ts'
import { createOnce, findEarlierResult } from '#server/http/idempotency.ts'
import { now, type Services } from '#server/services.ts'
import { mailRegistrationApproved, mailRegistrationRefused, mailVerification } from './account-mails.ts'
import { findUsernameConflict } from './available-usernames.ts'
import { createPlaceholderUsername } from './placeholder-names.ts'
import { addAccountWithoutUsername, addConnection } from './queries-connections.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Stores a request for an account until a moderator decides, or the one of an earlier attempt of the same call. Throws 409 if
 * the username or the address is taken, and 403 if too many are waiting.
 */
export async function requestAccount(
	services: Services,
	request: FastifyRequest,
	{ username, email, password }: { username: string; email: string; password: string },
	{ reason, rulesVersion, spend }: Admission,
): Promise<void> {
	const { db, passwords } = services
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
	await createOnce(services, request, names, (db, id) =>
		inTransaction(db, async (db) => {
			await spend(db)
			const account = { id, ...names, email_key: emailKey, password_hash: passwordHash, name: null }
			const times = { created_at: now(services), expires_at: toExpiry(services) }
			const origin = { provider: null, subject: null, reason, rules_version: rulesVersion }
			if (await addPending(db, { ...account, ...origin, ...times })) return
			if (!(await hasRoomForPending(db))) throw forbidden(TOO_MANY_PENDING)
			throw conflict((await isUsernameTaken(db, username)) ? USERNAME_TAKEN : EMAIL_TAKEN)
		}),
	)
}

/** Returns when a request that is made now is deleted if nobody decides. */
export function toExpiry(services: Services): string {
	return new Date(services.clock() + LIMITS.pendingDays * DAY_MS).toISOString()
}

/**
 * Approves a request: creates its account, and mails its owner. Returns `taken` if another account has its name or address
 * meanwhile, and `gone` if it was decided before.
 */
export async function approveRegistration(
	services: Services,
	id: string,
	request: FastifyRequest,
): Promise<'approved' | 'taken' | 'gone'> {
	// Before the transaction, which holds a connection already
	const { name } = await services.siteSettings.get()
	try {
		return await inTransaction(services.db, async (db) => {
			await requireHeldRole(db, request)
			const pending = await takePending(db, id)
			if (!pending) return 'gone'
			if (!(await addApproved(db, pending, now(services)))) throw new TakenError()
			const { username, email } = pending
			const owner = { id, username: username ?? createPlaceholderUsername(), email }
			await mailRegistrationApproved(services, db, owner, name, request)
			if (!pending.email_verified) await mailVerification(services, db, owner, request, { isNew: true })
			return 'approved'
		})
	} catch (error) {
		if (error instanceof TakenError) return 'taken'
		throw error
	}
}

/** Rolls the decision back, so that the request still waits. */
class TakenError extends Error {}

async function addApproved(db: Db, pending: PendingAccount, at: string): Promise<boolean> {
	const { id, email, username, provider, subject } = pending
	const account = { id, email, emailKey: pending.email_key, rulesVersion: pending.rules_version }
	if (username !== null && pending.password_hash !== null)
		return addAccount(db, { ...account, username, passwordHash: pending.password_hash, createdAt: at })
	if (provider === null || subject === null) return false
	const placeholder = createPlaceholderUsername()
	const profile = { username: placeholder, name: pending.name, isEmailVerified: pending.email_verified, at }
	return (
		(await addAccountWithoutUsername(db, { ...account, ...profile })) &&
		(await addConnection(db, { provider, subject }, id, at))
	)
}

/** Refuses a request: deletes its data, and mails the person. Returns false if it was decided before. */
export async function refuseRegistration(services: Services, id: string, request: FastifyRequest): Promise<boolean> {
	const { name } = await services.siteSettings.get()
	return inTransaction(services.db, async (db) => {
		await requireHeldRole(db, request)
		const pending = await takePending(db, id)
		if (!pending) return false
		const username = pending.username ?? createPlaceholderUsername()
		await mailRegistrationRefused(services, db, { id, username, email: pending.email }, name, request)
		return true
	})
}
