import { createHmac } from 'node:crypto'
import { WRONG_PASSWORD } from '#contract/account.ts'
import { INVALID_CREDENTIALS, TOO_MANY_SIGN_INS } from '#contract/auth.ts'
import { forbidden, tooMany, unauthorized } from '../errors.ts'
import { now, type Services } from '../services.ts'
import { emailKey } from './email-key.ts'
import { isPassword, refuseWhenFull } from './passwords.ts'
import { type AccountSecret, findAccount } from './queries.ts'
import { countSignInFailure, forgiveSignIn, isKnownAddress, rememberAddress } from './sign-in-limits.ts'

const WINDOW_MS = 15 * 60 * 1000
const FAILURES_OF_ACCOUNT = 10
const FAILURES_FROM_ADDRESS = 30

/**
 * The id of the account that the credentials open. Throws 401 in the same words and the same time whether or not the
 * account exists, and 429 as `tryPassword` does.
 */
export async function signIn(
	services: Services,
	credentials: { identifier: string; password: string },
	address: string,
): Promise<string> {
	// before it costs a statement or counts as a failure
	refuseWhenFull()
	const key = emailKey(credentials.identifier)
	const account = await findAccount(services.db, credentials.identifier, key)
	// unknown names are counted like accounts: the limit must not tell them apart
	const name = account?.id ?? hashed(services, key)
	const isRight = await tryPassword(services, { account, name, password: credentials.password, address })
	if (!isRight || !account) throw unauthorized(INVALID_CREDENTIALS)
	await rememberAddress(services.db, {
		userId: account.id,
		addressHash: hashed(services, address),
		at: now(services),
	})
	return account.id
}

/** Makes sure that who is signed in knows the account's password. Throws 403, and 429 as `tryPassword` does. */
export async function confirmPassword(
	services: Services,
	account: AccountSecret,
	password: string,
	address: string,
): Promise<void> {
	refuseWhenFull()
	if (!(await tryPassword(services, { account, name: account.id, password, address }))) throw forbidden(WRONG_PASSWORD)
}

/**
 * Whether a password is the account's. Throws 429 past 10 failures of an account or 30 from an address in 15 minutes;
 * an address that has signed in to the account before may go on with the right password. Throws 503 where too many wait.
 */
async function tryPassword(
	services: Services,
	attempt: { account: AccountSecret | undefined; name: string; password: string; address: string },
): Promise<boolean> {
	const { db, config } = services
	const { account, name, password, address } = attempt
	const addressHash = hashed(services, address)
	const accountSubject = `account:${name}`
	const addressSubject = `address:${addressHash}`

	// counted before the password is looked at, so that many tries at once cannot slip through
	const since = new Date(services.clock() - WINDOW_MS).toISOString()
	const ofAccount = await countSignInFailure(db, accountSubject, now(services), since)
	const fromAddress = await countSignInFailure(db, addressSubject, now(services), since)
	if (fromAddress.failures > FAILURES_FROM_ADDRESS * config.rateLimitFactor)
		throw tooMany(TOO_MANY_SIGN_INS, secondsLeft(services, fromAddress.since))
	const limited = ofAccount.failures > FAILURES_OF_ACCOUNT * config.rateLimitFactor
	if (limited && !(account && (await isKnownAddress(db, account.id, addressHash))))
		throw tooMany(TOO_MANY_SIGN_INS, secondsLeft(services, ofAccount.since))

	if (!(await isPassword(account?.password_hash ?? null, password))) {
		if (limited) throw tooMany(TOO_MANY_SIGN_INS, secondsLeft(services, ofAccount.since))
		return false
	}
	await forgiveSignIn(db, accountSubject, addressSubject)
	return true
}

function secondsLeft(services: Services, since: string): number {
	return (Date.parse(since) + WINDOW_MS - services.clock()) / 1000
}

function hashed(services: Services, text: string): string {
	return createHmac('sha256', services.keys.addresses).update(text).digest('base64url')
}
