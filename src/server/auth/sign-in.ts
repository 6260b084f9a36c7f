import { createHmac } from 'node:crypto'
import { INVALID_CREDENTIALS, TOO_MANY_SIGN_INS } from '#contract/auth.ts'
import { tooMany, unauthorized } from '../errors.ts'
import { now, type Services } from '../services.ts'
import { emailKey } from './email-key.ts'
import { isPassword } from './passwords.ts'
import { countSignInFailure, findAccount, forgiveSignIn, isKnownAddress, rememberAddress } from './queries.ts'

const WINDOW_MS = 15 * 60 * 1000
const FAILURES_OF_ACCOUNT = 10
const FAILURES_FROM_ADDRESS = 30

/**
 * The id of the account that the credentials open. Throws 401 in the same words and the same time whether or not the
 * account exists, and 429 past 10 failures of an account or 30 from an address in 15 minutes; an address that has
 * signed in to the account before may go on with the right password.
 */
export async function signIn(
	services: Services,
	credentials: { identifier: string; password: string },
	address: string,
): Promise<string> {
	const { db, config } = services
	const account = await findAccount(db, credentials.identifier, emailKey(credentials.identifier))
	const addressHash = hashed(services, address)
	// unknown names are counted like accounts: the limit must not tell them apart
	const accountSubject = `account:${account?.id ?? hashed(services, emailKey(credentials.identifier))}`
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

	if (!(await isPassword(account?.password_hash ?? null, credentials.password)) || !account) {
		if (limited) throw tooMany(TOO_MANY_SIGN_INS, secondsLeft(services, ofAccount.since))
		throw unauthorized(INVALID_CREDENTIALS)
	}
	await forgiveSignIn(db, accountSubject, addressSubject)
	await rememberAddress(db, { userId: account.id, addressHash, at: now(services) })
	return account.id
}

function secondsLeft(services: Services, since: string): number {
	return (Date.parse(since) + WINDOW_MS - services.clock()) / 1000
}

function hashed(services: Services, text: string): string {
	return createHmac('sha256', services.keys.addresses).update(text).digest('base64url')
}
