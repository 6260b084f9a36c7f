import { createHmac } from 'node:crypto'
import { TOO_MANY_SIGN_INS } from '#contract/sessions.ts'
import type { Db } from '#server/db/tables.ts'
import { tooManyRequests } from '#server/http/errors.ts'
import { now, type Services } from '#server/services.ts'
import { toEmailKey } from './email-key.ts'
import { clearFailuresAfterSuccess, countSignInFailure, isKnownAddress } from './queries-sign-in-limits.ts'

export const FAILURE_WINDOW_MS = 15 * 60 * 1000
export const MAX_FAILURES_PER_NAME = 10
export const MAX_FAILURES_PER_ADDRESS = 30

/**
 * Counts an attempt at an account's second factor as a failure, before its outcome is known. Throws 429 past 10 failures per
 * account, unless the network address has signed in to it before, or 30 per address in 15 minutes.
 */
export async function countFactorAttempt(services: Services, userId: string, address: string): Promise<void> {
	const { db, config } = services
	const since = new Date(services.clock() - FAILURE_WINDOW_MS).toISOString()
	const factor = await countSignInFailure(db, toFactorSubject(services, userId), now(services), since)
	const network = await countSignInFailure(db, toAddressSubject(services, address), now(services), since)
	if (network.failures > MAX_FAILURES_PER_ADDRESS * config.rateLimitFactor)
		throw tooManyRequests(TOO_MANY_SIGN_INS, secondsLeft(services, network.since))
	const isLimited = factor.failures > MAX_FAILURES_PER_NAME * config.rateLimitFactor
	if (isLimited && !(await isKnownAddress(db, userId, hashSubject(services, address))))
		throw tooManyRequests(TOO_MANY_SIGN_INS, secondsLeft(services, factor.since))
}

/** Clears the failures at an account's second factor, after a success. */
export async function clearFactorFailures(services: Services, db: Db, userId: string, address: string): Promise<void> {
	await clearFailuresAfterSuccess(db, toFactorSubject(services, userId), toAddressSubject(services, address))
}

export function secondsLeft(services: Services, since: string): number {
	return (Date.parse(since) + FAILURE_WINDOW_MS - services.clock()) / 1000
}

export function toNameSubject(services: Services, name: string): string {
	return `name:${hashSubject(services, toEmailKey(name))}`
}

function toFactorSubject(services: Services, userId: string): string {
	return `factor:${hashSubject(services, userId)}`
}

function toAddressSubject(services: Services, address: string): string {
	return `address:${hashSubject(services, address)}`
}

export function hashSubject(services: Services, text: string): string {
	return createHmac('sha256', services.keys.addresses).update(text).digest('base64url')
}
