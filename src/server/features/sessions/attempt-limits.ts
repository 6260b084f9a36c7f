import { createHmac } from 'node:crypto'
import { TOO_MANY_LOGINS } from '#contract/session-refusals.ts'
import { now } from '#server/clock.ts'
import type { Db } from '#server/db/tables.ts'
import { tooManyRequests } from '#server/http/errors.ts'
import { countByNetwork, toNetworks } from '#server/http/networks.ts'
import type { Services } from '#server/services.ts'
import { toEmailKey } from './email-key.ts'
import { clearFailuresAfterSuccess, countSignInFailure, isKnownAddress } from './queries-sign-in-limits.ts'

const FAILURE_WINDOW_MS = 15 * 60 * 1000
export const MAX_FAILURES_PER_NAME = 10
const MAX_FAILURES_PER_ADDRESS = 30

/**
 * Counts an attempt at an account's second factor as a failure, before its outcome is known. Throws 429 past 10 failures per
 * account, unless the network address has logged in to it before, or 30 per address in 15 minutes.
 */
export async function countFactorAttempt(services: Services, userId: string, address: string): Promise<void> {
	const { db, config } = services
	const factor = await countAttempt(services, toFactorSubject(services, userId))
	await countAttemptByNetwork(services, address)
	const isLimited = factor.failures > MAX_FAILURES_PER_NAME * config.rateLimitFactor
	if (isLimited && !(await isKnownAddress(db, userId, hashSubject(services, address))))
		throw tooManyRequests(TOO_MANY_LOGINS, secondsLeft(services, factor.since))
}

/** Counts an attempt of a subject as a failure of the last 15 minutes. */
export function countAttempt(services: Services, subject: string) {
	const since = new Date(services.clock() - FAILURE_WINDOW_MS).toISOString()
	return countSignInFailure(services.db, subject, now(services), since)
}

/** Counts an attempt of an address as a failure. Throws 429 past 30 in 15 minutes, or so many times more of a wider network. */
export async function countAttemptByNetwork(services: Services, address: string): Promise<void> {
	const max = MAX_FAILURES_PER_ADDRESS * services.config.rateLimitFactor
	const { isAllowed, since } = await countByNetwork(address, max, async (network, limit) => {
		const count = await countAttempt(services, toAddressSubject(services, network))
		return { ...count, isAllowed: count.failures <= limit }
	})
	if (!isAllowed) throw tooManyRequests(TOO_MANY_LOGINS, secondsLeft(services, since))
}

/** Clears the failures at an account's second factor, after a success. */
export async function clearFactorFailures(services: Services, db: Db, userId: string, address: string): Promise<void> {
	await clearFailures(services, db, [toFactorSubject(services, userId)], address)
}

/** Clears the failures of the subjects, and the one of an address that was counted in advance, after a success. */
export function clearFailures(services: Services, db: Db, subjects: string[], address: string): Promise<void> {
	const addressSubjects = toNetworks(address).map(({ name }) => toAddressSubject(services, name))
	return clearFailuresAfterSuccess(db, subjects, addressSubjects)
}

export function secondsLeft(services: Services, since: string): number {
	return (Date.parse(since) + FAILURE_WINDOW_MS - services.clock()) / 1000
}

export function toNameSubject(services: Services, name: string): string {
	return `name:${hashSubject(services, toEmailKey(name))}`
}

/** The subject of all attempts at an account, by whatever name; of a name without an account, one of its own. */
export function toAccountSubject(services: Services, userId: string | undefined, name: string): string {
	return userId === undefined ? `no account:${hashSubject(services, toEmailKey(name))}` : `account:${userId}`
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
