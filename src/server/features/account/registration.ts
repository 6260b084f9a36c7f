import type { FastifyRequest } from 'fastify'
import { EMAIL_TAKEN, USERNAME_TAKEN } from '#contract/sessions.ts'
import { now } from '#server/clock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Admission } from '#server/features/registration/admission.ts'
import { toEmailKey } from '#server/features/sessions/email-key.ts'
import {
	type AccountCredentials,
	addAccount,
	findAccountById,
	isUsernameTaken,
} from '#server/features/sessions/queries-accounts.ts'
import { conflict } from '#server/http/errors.ts'
import { createOnce, findEarlierResult } from '#server/http/idempotency.ts'
import type { Services } from '#server/services.ts'
import { mailVerification } from './account-mails.ts'
import { findUsernameConflict } from './available-usernames.ts'

/**
 * Creates an account and mails its verification link, or returns the account that an earlier attempt of the same request
 * created. Throws 409 if the username or the email address is taken, and 403 if the invite or the proof was used meanwhile.
 */
export async function registerAccount(
	services: Services,
	request: FastifyRequest,
	{ username, email, password }: { username: string; email: string; password: string },
	{ rulesVersion, spend }: Admission,
): Promise<AccountCredentials> {
	const { passwords } = services
	const names = { username, email }
	const taken = await findUsernameConflict(services, username)
	if (taken) {
		const earlierId = await findEarlierResult(services, request, names)
		if (earlierId === undefined) throw conflict(taken)
		return verifyEarlierAccount(services, earlierId, password)
	}
	const account = {
		...names,
		emailKey: toEmailKey(email),
		passwordHash: await passwords.hash(password),
		createdAt: now(services),
		rulesVersion,
	}
	const { id, isNew } = await createOnce(services, request, names, (db, id) =>
		inTransaction(db, async (db) => {
			await spend(db)
			if (!(await addAccount(db, { ...account, id })))
				throw conflict((await isUsernameTaken(db, username)) ? USERNAME_TAKEN : EMAIL_TAKEN)
			await mailVerification(services, db, { ...account, id }, request, { isNew: true })
		}),
	)
	if (!isNew) return verifyEarlierAccount(services, id, password)
	return { id, password_hash: account.passwordHash }
}

/** Returns the account of an earlier attempt; its password proves that the request is the same. */
async function verifyEarlierAccount(
	{ db, passwords }: Services,
	id: string,
	password: string,
): Promise<AccountCredentials> {
	const account = await findAccountById(db, id)
	if (!account || (await passwords.match(account.password_hash, password)) === 'no') throw conflict(USERNAME_TAKEN)
	return account
}
