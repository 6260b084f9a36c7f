import type { FastifyRequest } from 'fastify'
import { LIMITS } from '#contract/limits.ts'
import { TOO_MANY_PENDING } from '#contract/registration.ts'
import { EMAIL_TAKEN, USERNAME_TAKEN } from '#contract/sessions.ts'
import type { Provider } from '#contract/social-login-providers.ts'
import { now } from '#server/clock.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { toEmailKey } from '#server/features/sessions/email-key.ts'
import { addAccount, isUsernameTaken } from '#server/features/sessions/queries-accounts.ts'
import {
	addPending,
	hasRoomForPending,
	listPendingBy,
	type PendingAccount,
	takePending,
} from '#server/features/sessions/queries-pending.ts'
import { conflict, forbidden } from '#server/http/errors.ts'
import { requireHeldRole } from '#server/http/held-role.ts'
import type { Services } from '#server/services.ts'
import { mailRegistrationApproved, mailRegistrationRefused, mailVerification } from './account-mails.ts'
import { createPlaceholderUsername } from './placeholder-names.ts'
import { addAccountWithoutUsername, addConnection } from './queries-connections.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Requests that one transaction refuses. */
const REFUSED_AT_ONCE = 50

/** What a request for an account keeps while it waits, by whichever way its person came. */
export interface AccountRequest {
	id: string
	username: string | null
	email: string
	password_hash: string | null
	name: string | null
	provider: Provider | null
	subject: string | null
	reason: string | null
	rules_version: number | null
}

/**
 * Stores a request for an account until a moderator decides. Throws 409 if its username or address is taken, and 403 if too many
 * are waiting.
 */
export async function addConfirmedRequest(
	services: Services,
	db: Db,
	request: AccountRequest & { email_verified: boolean; networks: string[] },
): Promise<void> {
	if (!(await hasRoomForPending(db))) throw forbidden(TOO_MANY_PENDING)
	const times = {
		created_at: now(services),
		expires_at: new Date(services.clock() + LIMITS.pendingDays * DAY_MS).toISOString(),
	}
	if (await addPending(db, { ...request, email_key: toEmailKey(request.email), ...times })) return
	const { username } = request
	throw conflict(username !== null && (await isUsernameTaken(db, username)) ? USERNAME_TAKEN : EMAIL_TAKEN)
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
	const account = {
		id,
		email,
		emailKey: pending.email_key,
		isEmailVerified: pending.email_verified,
		rulesVersion: pending.rules_version,
	}
	if (username !== null && pending.password_hash !== null)
		return addAccount(db, { ...account, username, passwordHash: pending.password_hash, createdAt: at })
	if (provider === null || subject === null) return false
	const placeholder = createPlaceholderUsername()
	const profile = { username: placeholder, name: pending.name, at }
	return (
		(await addAccountWithoutUsername(db, { ...account, ...profile })) &&
		(await addConnection(db, { provider, subject }, id, at))
	)
}

/** Refuses a request: deletes its data, and mails the person. Returns false if it was decided before. */
export async function refuseRegistration(services: Services, id: string, request: FastifyRequest): Promise<boolean> {
	return (await refuseRegistrations(services, [id], request)) > 0
}

/** Refuses all requests that share a domain or a network, in batches. Returns how many nobody had decided before. */
export async function refuseRegistrationsBy(
	services: Services,
	by: 'domain' | 'network',
	value: string,
	request: FastifyRequest,
): Promise<number> {
	const ids = (await listPendingBy(services.db, by, value)).map(({ id }) => id)
	let refused = 0
	// Once without any, too, because that looks at the role
	do refused += await refuseRegistrations(services, ids.splice(0, REFUSED_AT_ONCE), request)
	while (ids.length > 0)
	return refused
}

async function refuseRegistrations(
	services: Services,
	ids: readonly string[],
	request: FastifyRequest,
): Promise<number> {
	const { name } = await services.siteSettings.get()
	return inTransaction(services.db, async (db) => {
		await requireHeldRole(db, request)
		let refused = 0
		for (const id of ids) {
			const pending = await takePending(db, id)
			if (!pending) continue
			refused++
			const username = pending.username ?? createPlaceholderUsername()
			await mailRegistrationRefused(services, db, { id, username, email: pending.email }, name, request)
		}
		return refused
	})
}
