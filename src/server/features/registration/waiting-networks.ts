import { LIMITS } from '#contract/limits.ts'
import { TOO_MANY_UNCONFIRMED } from '#contract/registration.ts'
import type { Db } from '#server/db/tables.ts'
import { hashSubject } from '#server/features/sessions/attempt-limits.ts'
import { tooManyRequests } from '#server/http/errors.ts'
import { isLoopback, toNetworks } from '#server/http/networks.ts'
import type { Services } from '#server/services.ts'
import { lockNetwork } from './queries-waiting.ts'

const DAY_SECONDS = 24 * 60 * 60

/** A network of something that waits, and how many times the limit of one address all of it may use. */
export interface WaitingNetwork {
	/** Keyed, because addresses are few enough to try all of them. */
	hash: string
	times: number
}

/**
 * Returns the networks that something of an address waits for, the narrowest first. This machine itself has none: behind a proxy
 * that `TRUSTED_PROXIES` does not count it would stand for everyone.
 */
export function toWaitingNetworks(services: Services, address: string): WaitingNetwork[] {
	if (isLoopback(address)) return []
	return toNetworks(address).map(({ name, times }) => ({ hash: hashSubject(services, `waiting:${name}`), times }))
}

/** Returns what is stored of networks. */
export function toHashes(networks: readonly WaitingNetwork[]): string[] {
	return networks.map(({ hash }) => hash)
}

/**
 * Returns whether each of these networks has fewer than its share of `limit` according to `count`. Until the transaction ends no
 * other one counts what is of the widest of them.
 */
export async function hasRoomInNetworks(
	db: Db,
	networks: readonly WaitingNetwork[],
	limit: number,
	count: (hash: string) => Promise<number>,
): Promise<boolean> {
	const widest = networks.at(-1)
	if (widest) await lockNetwork(db, widest.hash)
	for (const { hash, times } of networks) if ((await count(hash)) >= limit * times) return false
	return true
}

/** Throws 429 if too many requests for accounts of one of the networks wait according to `count`. */
export async function requireRoomInNetworks(
	{ config }: Services,
	db: Db,
	networks: readonly WaitingNetwork[],
	count: (hash: string) => Promise<number>,
): Promise<void> {
	// A factor below 1 makes up for several processes, which count this together
	const limit = LIMITS.unconfirmedPerNetwork * Math.max(1, config.rateLimitFactor)
	if (!(await hasRoomInNetworks(db, networks, limit, count))) throw tooManyRequests(TOO_MANY_UNCONFIRMED, DAY_SECONDS)
}
