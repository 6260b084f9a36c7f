import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { WRONG_PASSWORD } from '#contract/account.ts'
import type { Tokens } from '#contract/session-tokens.ts'
import { INVALID_CREDENTIALS, TOO_MANY_SIGN_INS } from '#contract/sessions.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { forbidden, tooMany, unauthorized } from '#server/http/errors.ts'
import { addressOf } from '#server/http/rate-limits.ts'
import { now, type Services } from '#server/services.ts'
import { emailKey } from './email-key.ts'
import { type AccountSecret, findAccount, lockAccount } from './queries-accounts.ts'
import {
	countSignInFailure,
	forgetAddresses,
	forgetFailures,
	forgiveSignIn,
	isKnownAddress,
	rememberAddress,
} from './queries-sign-in-limits.ts'
import { beginSession } from './sessions.ts'

const WINDOW_MS = 15 * 60 * 1000
const FAILURES_OF_NAME = 10
const FAILURES_FROM_ADDRESS = 30
/** An account's id that no account has. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * Signs in to the account that the credentials open. Throws 401 in the same words and the same time whether or not the
 * account exists, and 429 as `tryPassword` does.
 */
export async function signIn(
	services: Services,
	credentials: { identifier: string; password: string },
	request: FastifyRequest,
): Promise<{ userId: string; tokens: Tokens }> {
	// Before it costs a statement or counts as a failure
	services.passwords.refuseWhenFull()
	const { identifier: name, password } = credentials
	const account = await findAccount(services.db, name, emailKey(name))
	const isRight = await tryPassword(services, { account, name, password, address: addressOf(request) })
	const addressHash = hashed(services, addressOf(request))
	const tokens =
		isRight &&
		account &&
		(await sessionOf(services, account, request, (db) =>
			rememberAddress(db, { userId: account.id, addressHash, at: now(services) }),
		))
	if (!tokens) throw unauthorized(INVALID_CREDENTIALS)
	return { userId: account.id, tokens }
}

/**
 * A session of an account that has the password that was judged, with what else is to be done in its transaction;
 * undefined where the account got another password meanwhile.
 */
export function sessionOf(
	services: Services,
	judged: AccountSecret,
	request: FastifyRequest,
	also?: (locked: Db) => Promise<void>,
): Promise<Tokens | undefined> {
	return inTransaction(services.db, async (db) => {
		const account = await lockAccount(db, judged.id)
		if (!account || account.password_hash !== judged.password_hash) return undefined
		await also?.(db)
		return beginSession(services, db, account.id, request)
	})
}

/** Makes sure that the viewer knows the account's password. Throws 403, and 429 as `tryPassword` does. */
export async function confirmPassword(
	services: Services,
	account: AccountSecret & { username: string },
	password: string,
	address: string,
): Promise<void> {
	services.passwords.refuseWhenFull()
	if (!(await tryPassword(services, { account, name: account.username, password, address })))
		throw forbidden(WRONG_PASSWORD)
}

/** Forgets an account's failures and from where it was signed in to: a password that was set by mail begins anew. */
export async function forgetSignIns(
	services: Services,
	db: Db,
	account: { id: string; username: string; email: string },
): Promise<void> {
	await forgetFailures(
		db,
		[account.username, account.email].map((name) => subjectOf(services, name)),
	)
	await forgetAddresses(db, account.id)
}

/**
 * Whether a password is the account's. Throws 429 past 10 failures of a name or 30 from an address in 15 minutes; an
 * address that has signed in to the account before may go on with the right password. Failures count for the name as it
 * was typed, and a limited try costs what any other does: neither the answer nor its time tells which names are one
 * account's, or whether they are any. Throws 503 where too many wait.
 */
async function tryPassword(
	services: Services,
	attempt: { account: AccountSecret | undefined; name: string; password: string; address: string },
): Promise<boolean> {
	const { db, config, passwords } = services
	const { account, name, password, address } = attempt
	const addressHash = hashed(services, address)
	const nameSubject = subjectOf(services, name)
	const addressSubject = `address:${addressHash}`

	// Counted before the password is looked at, so that many tries at once cannot slip through
	const since = new Date(services.clock() - WINDOW_MS).toISOString()
	const ofName = await countSignInFailure(db, nameSubject, now(services), since)
	const fromAddress = await countSignInFailure(db, addressSubject, now(services), since)
	if (fromAddress.failures > FAILURES_FROM_ADDRESS * config.rateLimitFactor)
		throw tooMany(TOO_MANY_SIGN_INS, secondsLeft(services, fromAddress.since))
	const isLimited = ofName.failures > FAILURES_OF_NAME * config.rateLimitFactor
	const isAllowed = !isLimited || (await isKnownAddress(db, account?.id ?? NOBODY, addressHash))
	const isRight = await passwords.isMatch(account?.password_hash ?? null, password)
	if (isLimited && !(isAllowed && isRight)) throw tooMany(TOO_MANY_SIGN_INS, secondsLeft(services, ofName.since))
	if (isRight) await forgiveSignIn(db, nameSubject, addressSubject)
	return isRight
}

function secondsLeft(services: Services, since: string): number {
	return (Date.parse(since) + WINDOW_MS - services.clock()) / 1000
}

function subjectOf(services: Services, name: string): string {
	return `name:${hashed(services, emailKey(name))}`
}

function hashed(services: Services, text: string): string {
	return createHmac('sha256', services.keys.addresses).update(text).digest('base64url')
}
