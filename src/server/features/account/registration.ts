import type { FastifyRequest } from 'fastify'
import { EMAIL_TAKEN, USERNAME_TAKEN } from '#contract/sessions.ts'
import { emailKey } from '#server/features/sessions/email-key.ts'
import {
	type AccountSecret,
	addAccount,
	findOwnAccount,
	isUsernameTaken,
} from '#server/features/sessions/queries-accounts.ts'
import { conflict } from '#server/http/errors.ts'
import { madeBefore, once } from '#server/http/idempotency.ts'
import { now, type Services } from '#server/services.ts'
import { mailVerification } from './account-mails.ts'

/**
 * Makes an account and mails it its link, or finds the one that the same call made when it came before. Throws 409 where the
 * username or the address is taken.
 */
export async function registerAccount(
	services: Services,
	request: FastifyRequest,
	{ username, email, password }: { username: string; email: string; password: string },
): Promise<AccountSecret> {
	const { db, passwords } = services
	const names = { username, email }
	if (await isUsernameTaken(db, username)) {
		const earlier = await madeBefore(services, request, names)
		if (earlier === undefined) throw conflict(USERNAME_TAKEN)
		return ownerOf(services, earlier, password)
	}
	const account = {
		...names,
		emailKey: emailKey(email),
		passwordHash: await passwords.hash(password),
		createdAt: now(services),
	}
	const { id, isNew } = await once(services, request, names, async (db, id) => {
		if (!(await addAccount(db, { ...account, id })))
			throw conflict((await isUsernameTaken(db, username)) ? USERNAME_TAKEN : EMAIL_TAKEN)
	})
	if (!isNew) return ownerOf(services, id, password)
	mailVerification(services, { ...account, id }, request, { isNew: true })
	return { id, password_hash: account.passwordHash }
}

/** An account that was made before; its password proves that the call is the same. */
async function ownerOf({ db, passwords }: Services, id: string, password: string): Promise<AccountSecret> {
	const account = await findOwnAccount(db, id)
	if (!account || !(await passwords.isMatch(account.password_hash, password))) throw conflict(USERNAME_TAKEN)
	return account
}
