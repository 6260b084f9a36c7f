import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { isolate } from '#contract/isolate.ts'
import { LIMITS } from '#contract/limits.ts'
import type { NewCredential } from '#contract/passkeys.ts'
import {
	AUTHENTICATOR_EXISTS,
	AUTHENTICATOR_NOT_FOUND,
	LAST_LOGIN_METHOD,
	NO_SECOND_FACTOR,
	PASSKEY_EXISTS,
	PASSKEY_NOT_ADDED,
	PASSKEY_NOT_FOUND,
	TOO_MANY_PASSKEYS,
	WRONG_CODE,
} from '#contract/second-factor.ts'
import { now } from '#server/clock.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import {
	createAuthenticatorSecret,
	findStep,
	sealSecret,
	toAuthenticatorUri,
} from '#server/features/second-factor/authenticator.ts'
import { verifyCreation } from '#server/features/second-factor/passkeys.ts'
import {
	addPasskey,
	countRecoveryCodes,
	deleteAllFactors,
	deleteAuthenticator,
	deletePasskey,
	deleteRecoveryCodes,
	findAuthenticator,
	hasSecondFactor,
	listPasskeys,
	markAuthenticatorConfirmed,
	savePendingAuthenticator,
} from '#server/features/second-factor/queries.ts'
import { createRecoveryCodes } from '#server/features/second-factor/recovery-codes.ts'
import { clearFactorFailures, countFactorAttempt } from '#server/features/sessions/attempt-limits.ts'
import { endSessions, recordProof, revokeTickets } from '#server/features/sessions/queries.ts'
import { type Account, lockAccount } from '#server/features/sessions/queries-accounts.ts'
import { AppError, conflict, invalidInput, notFound } from '#server/http/errors.ts'
import { getClientNetwork } from '#server/http/networks.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { lockOwnAccount } from './account-lock.ts'
import { mailFactorChanged, mailFactorsReset, mailRecoveryCodesRenewed } from './account-mails.ts'
import { lockSignInMethods } from './queries-connections.ts'

const AUTHENTICATOR = 'An authenticator app'

/**
 * Adds a passkey to the viewer's account. Returns it, and the recovery codes if it is the first factor. Throws 400 if it does
 * not answer this session's challenge, and 409 if it is in use or there are too many.
 */
export async function addOwnPasskey(
	services: Services,
	{ name, credential }: { name: string; credential: NewCredential },
	request: FastifyRequest,
) {
	const viewer = requireViewer(request)
	const { userId, sessionId } = viewer
	const at = now(services)
	const id = uuidv7({ msecs: services.clock() })
	const recoveryCodes = await inTransaction(services.db, async (db) => {
		const account = await lockOwnAccount(db, viewer)
		if ((await listPasskeys(db, userId)).length >= LIMITS.passkeysPerAccount) throw conflict(TOO_MANY_PASSKEYS)
		const verified = await verifyCreation(services, db, credential, `add:${sessionId}`, request)
		if (!verified) throw new AppError(400, PASSKEY_NOT_ADDED)
		if (!(await addPasskey(db, { ...verified, id, userId, name, at }))) throw conflict(PASSKEY_EXISTS)
		return finishAddition(services, db, account, `The passkey “${isolate(name)}”`, request)
	})
	return { passkey: { id, name, createdAt: at, lastUsedAt: null }, recoveryCodes }
}

/** Removes a passkey of the viewer. Throws 404 if there is none, and 400 if it is the last way to log in. */
export async function removeOwnPasskey(services: Services, id: string, request: FastifyRequest): Promise<void> {
	const viewer = requireViewer(request)
	const { userId } = viewer
	await inTransaction(services.db, async (db) => {
		const account = await lockOwnAccount(db, viewer)
		const name = await deletePasskey(db, id, userId)
		if (name === undefined) throw notFound(PASSKEY_NOT_FOUND)
		const { hasPassword, providers, passkeys } = await lockSignInMethods(db, userId)
		// A provider that is no longer configured cannot sign anyone in; the rollback keeps the passkey
		const isLast = !hasPassword && passkeys === 0 && !providers.some((provider) => services.social.has(provider))
		if (isLast) throw new AppError(400, LAST_LOGIN_METHOD)
		await finishRemoval(services, db, account, `The passkey “${isolate(name)}”`, request)
	})
}

/** Starts the setup of an authenticator app. Throws 409 if one is in use. */
export async function startOwnAuthenticator(services: Services, request: FastifyRequest) {
	const viewer = requireViewer(request)
	const { userId } = viewer
	const secret = createAuthenticatorSecret()
	const { username } = await inTransaction(services.db, async (db) => {
		const account = await lockOwnAccount(db, viewer)
		const sealed = sealSecret(services.keys.authenticators, userId, secret)
		if (!(await savePendingAuthenticator(db, userId, sealed, now(services)))) throw conflict(AUTHENTICATOR_EXISTS)
		return account
	})
	return { secret, uri: toAuthenticatorUri(secret, username) }
}

/**
 * Takes the viewer's authenticator app into use with its first code, which is spent. Returns the recovery codes if it is the
 * first factor. Throws 400 if the code is wrong, 404 if no setup has begun, and 409 if one is in use.
 */
export async function confirmOwnAuthenticator(
	services: Services,
	code: string,
	request: FastifyRequest,
): Promise<string[] | null> {
	const viewer = requireViewer(request)
	const { userId } = viewer
	const address = getClientNetwork(request)
	await countFactorAttempt(services, userId, address)
	return inTransaction(services.db, async (db) => {
		const account = await lockOwnAccount(db, viewer)
		const pending = await findAuthenticator(db, userId)
		if (!pending) throw notFound(AUTHENTICATOR_NOT_FOUND)
		if (pending.confirmed_at !== null) throw conflict(AUTHENTICATOR_EXISTS)
		const sealed = { userId, sealed: pending.secret }
		const step = findStep(services.keys.authenticators, sealed, code, services.clock())
		if (step === undefined) throw invalidInput([{ path: 'code', message: WRONG_CODE.error }])
		await markAuthenticatorConfirmed(db, userId, step, now(services))
		await clearFactorFailures(services, db, userId, address)
		return finishAddition(services, db, account, AUTHENTICATOR, request)
	})
}

/** Removes the viewer's authenticator app. Throws 404 if none is in use. */
export async function removeOwnAuthenticator(services: Services, request: FastifyRequest): Promise<void> {
	const viewer = requireViewer(request)
	await inTransaction(services.db, async (db) => {
		const account = await lockOwnAccount(db, viewer)
		if (!(await deleteAuthenticator(db, account.id))) throw notFound(AUTHENTICATOR_NOT_FOUND)
		await finishRemoval(services, db, account, AUTHENTICATOR, request)
	})
}

/** Replaces the viewer's recovery codes. Throws 409 if the account has no second factor that they could stand in for. */
export async function renewOwnRecoveryCodes(services: Services, request: FastifyRequest): Promise<string[]> {
	const viewer = requireViewer(request)
	return inTransaction(services.db, async (db) => {
		const account = await lockOwnAccount(db, viewer)
		if (!(await hasSecondFactor(db, account.id))) throw conflict(NO_SECOND_FACTOR)
		const codes = await createRecoveryCodes(db, account.id, now(services))
		await revokeTickets(db, account.id)
		await mailRecoveryCodesRenewed(services, db, account, request)
		request.securityEvent = { event: 'recovery_codes_renewed', user: account.id }
		return codes
	})
}

/**
 * Removes every second factor of an account at the operator's request, ends its sessions and open logins, and mails its
 * owner. Returns false if there is no such account or it has no second factor.
 */
export function resetSecondFactor(
	services: Pick<Services, 'db' | 'mail' | 'config' | 'clock'>,
	userId: string,
	log: FastifyBaseLogger,
): Promise<boolean> {
	return inTransaction(services.db, async (db) => {
		const account = await lockAccount(db, userId)
		if (!account || !(await deleteAllFactors(db, userId))) return false
		await endSessions(db, userId, new Date(services.clock()).toISOString(), null)
		await mailFactorsReset(services, db, account, log)
		log.info({ event: 'second_factor_reset', user: userId }, 'second factors removed by the operator')
		return true
	})
}

/** Ends the logins that began without the new factor and tells the owner. Returns the recovery codes of the first factor. */
async function finishAddition(
	services: Services,
	db: Db,
	account: Account,
	factor: string,
	request: FastifyRequest,
): Promise<string[] | null> {
	await revokeTickets(db, account.id)
	// The factor has just been used
	await recordProof(db, requireViewer(request).sessionId, { at: now(services), isByFactor: true })
	await mailFactorChanged(services, db, account, { factor, isAdded: true }, request)
	request.securityEvent = { event: 'second_factor_added', user: account.id }
	if ((await countFactors(db, account.id)) > 1) return null
	return createRecoveryCodes(db, account.id, now(services))
}

/** Ends the logins that could use the removed factor and tells the owner. Recovery codes go with the last factor. */
async function finishRemoval(
	services: Services,
	db: Db,
	account: Account,
	factor: string,
	request: FastifyRequest,
): Promise<void> {
	await revokeTickets(db, account.id)
	const isLast = (await countFactors(db, account.id)) === 0
	if (isLast) await deleteRecoveryCodes(db, account.id)
	await mailFactorChanged(services, db, account, { factor, isAdded: false, isLast }, request)
	request.securityEvent = { event: 'second_factor_removed', user: account.id }
}

async function countFactors(db: Db, userId: string): Promise<number> {
	const authenticator = await findAuthenticator(db, userId)
	const passkeys = await listPasskeys(db, userId)
	return passkeys.length + (authenticator?.confirmed_at ? 1 : 0)
}

/** Returns the viewer's second factors. */
export async function listOwnFactors({ db }: Services, userId: string) {
	const authenticator = await findAuthenticator(db, userId)
	const passkeys = await listPasskeys(db, userId)
	return {
		passkeys: passkeys.map(toPasskey),
		authenticator: authenticator?.confirmed_at ? { createdAt: authenticator.confirmed_at } : null,
		recoveryCodesLeft: await countRecoveryCodes(db, userId),
	}
}

/** Converts a row to a passkey as its owner sees it. */
export function toPasskey(row: { id: string; name: string; created_at: string; last_used_at: string | null }) {
	return { id: row.id, name: row.name, createdAt: row.created_at, lastUsedAt: row.last_used_at }
}
