import type { FastifyRequest } from 'fastify'
import { WRONG_PASSWORD } from '#contract/account.ts'
import { REGISTRATION_PENDING } from '#contract/registration.ts'
import { TOO_MANY_LOGINS } from '#contract/session-refusals.ts'
import type { Tokens } from '#contract/session-tokens.ts'
import { INVALID_CREDENTIALS } from '#contract/sessions.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { forbidden, tooManyRequests, unauthorized } from '#server/http/errors.ts'
import { getClientNetwork } from '#server/http/networks.ts'
import type { Services } from '#server/services.ts'
import {
	clearFailures,
	countAttempt,
	countAttemptByNetwork,
	hashSubject,
	MAX_FAILURES_PER_NAME,
	secondsLeft,
	toAccountSubject,
	toNameSubject,
} from './attempt-limits.ts'
import { toEmailKey } from './email-key.ts'
import { completeFirstStep, rememberAddress, requireTokens } from './first-step.ts'
import { type AccountCredentials, findAccountByIdentifier, lockAccount, renewPasswordHash } from './queries-accounts.ts'
import { deleteKnownAddresses, deleteSignInFailures, isKnownAddress } from './queries-sign-in-limits.ts'

/** An account ID that no account has. */
const NO_ACCOUNT_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Logs in with a username or email address and a password. Throws 401 with the ticket of the second step if the account has
 * a second factor, 403 if the account waits for a moderator, otherwise 401 with the same message in the same time whether or not the account exists, 429 past the
 * limits of `attemptPassword`, and 503 when the hashing queue is full.
 */
export async function logIn(
	services: Services,
	credentials: { identifier: string; password: string },
	request: FastifyRequest,
): Promise<{ userId: string; tokens: Tokens }> {
	// Before the request costs a statement or counts as a failure
	services.passwords.refuseWhenFull()
	const { identifier: name, password } = credentials
	const account = await findAccountByIdentifier(services.db, name, toEmailKey(name))
	const match = await attemptPassword(services, { account, name, password, address: getClientNetwork(request) })
	if (match === 'no' || !account) throw unauthorized(INVALID_CREDENTIALS)
	if (account.is_pending) throw forbidden(REGISTRATION_PENDING)
	if (match === 'as typed') {
		const renewed = await services.passwords.hash(password)
		// Another login has renewed it meanwhile, or the password has changed
		if (!(await renewPasswordHash(services.db, account, renewed))) return logIn(services, credentials, request)
		account.password_hash = renewed
	}
	const tokens = await beginPasswordSession(services, account, request, (db) =>
		rememberAddress(services, db, account.id, request),
	)
	if (!tokens) throw unauthorized(INVALID_CREDENTIALS)
	return { userId: account.id, tokens }
}

/**
 * Begins a session after a password check of the account `snapshot`; `onLogin` runs in the same transaction. Returns
 * undefined if the account's password has changed or the account has been deleted since. Throws 401 with the ticket of the
 * second step if the account has a second factor.
 */
export async function beginPasswordSession(
	services: Services,
	snapshot: AccountCredentials,
	request: FastifyRequest,
	onLogin?: (locked: Db) => Promise<void>,
): Promise<Tokens | undefined> {
	const result = await inTransaction(services.db, async (db) => {
		const account = await lockAccount(db, snapshot.id)
		if (!account || account.password_hash !== snapshot.password_hash) return undefined
		const step = await completeFirstStep(services, db, { userId: account.id, method: 'password' }, request)
		if (!('ticket' in step)) await onLogin?.(db)
		return step
	})
	return result && requireTokens(result)
}

/** Checks the viewer's current password. Throws 403 if it is wrong, and 429 or 503 as `logIn` does. */
export async function verifyCurrentPassword(
	services: Services,
	account: AccountCredentials & { username: string },
	password: string,
	address: string,
): Promise<void> {
	services.passwords.refuseWhenFull()
	if ((await attemptPassword(services, { account, name: account.username, password, address })) === 'no')
		throw forbidden(WRONG_PASSWORD)
}

/** Clears an account's login failures and known network addresses, because a password reset by mail starts fresh. */
export async function resetLoginHistory(
	services: Services,
	db: Db,
	account: { id: string; username: string; email: string },
): Promise<void> {
	await deleteSignInFailures(db, [
		toAccountSubject(services, account.id, account.username),
		...[account.username, account.email].map((name) => toNameSubject(services, name)),
	])
	await deleteKnownAddresses(db, account.id)
}

/**
 * Returns how a password matches the account's. Throws 429 past 10 failures per name or 30 per network address in
 * 15 minutes; an address that has logged in to the account before may still use the correct password. Failures count for
 * the name as typed, and a limited attempt takes as long as any other, so neither the response nor its time reveals which
 * names belong to the same account, or to any. For the same reason a password counts as wrong past 10 failures of an account
 * by all its names. Throws 503 when the hashing queue is full.
 */
async function attemptPassword(
	services: Services,
	attempt: { account: AccountCredentials | undefined; name: string; password: string; address: string },
): ReturnType<Services['passwords']['match']> {
	const { db, config, passwords } = services
	const { account, name, password, address } = attempt
	const subjects = [toNameSubject(services, name), toAccountSubject(services, account?.id, name)] as const

	// Counted before the password is checked, so that concurrent attempts cannot bypass the limit
	const ofName = await countAttempt(services, subjects[0])
	const ofAccount = await countAttempt(services, subjects[1])
	await countAttemptByNetwork(services, address)
	const max = MAX_FAILURES_PER_NAME * config.rateLimitFactor
	const isKnown = await isKnownAddress(db, account?.id ?? NO_ACCOUNT_ID, hashSubject(services, address))
	const match = await passwords.match(account?.password_hash ?? null, password)
	const isRight = match !== 'no' && (isKnown || Math.max(ofName.failures, ofAccount.failures) <= max)
	if (ofName.failures > max && !isRight) throw tooManyRequests(TOO_MANY_LOGINS, secondsLeft(services, ofName.since))
	if (!isRight) return 'no'
	await clearFailures(services, db, [...subjects], address)
	return match
}
