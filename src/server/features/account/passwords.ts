import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { UNAVAILABLE } from '#server/http/errors.ts'
import { inTurn } from '#server/http/limiter.ts'

// OWASP's first recommendation for argon2id (the library's default algorithm): 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// A hash takes a processor for 10 ms. Half of them are left for everything else, whoever floods the site with sign-ins,
// and who waits does so for less than a second.
const turn = inTurn({
	atOnce: Math.max(1, Math.floor(availableParallelism() / 2)),
	mostWaiting: 64,
	why: UNAVAILABLE,
	retrySeconds: 2,
})

/** Throws 503 when so many passwords wait for their hash that another one would be refused. */
export const refuseWhenFull = turn.refuseWhenFull

/** The argon2id hash of a password, byte for byte as typed. Throws 503 where too many wait. */
export function hashPassword(password: string): Promise<string> {
	return turn.run(() => hash(password, COST))
}

let nobody: Promise<string> | undefined

/** Whether the password fits. Without a hash (no such account) it takes the same time and is false. Throws 503 where too many wait. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
	nobody ??= hash('no account has this password', COST)
	const known = passwordHash ?? (await nobody)
	const fits = await turn.run(() => verify(known, password))
	return fits && passwordHash !== null
}
