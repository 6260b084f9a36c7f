import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { UNAVAILABLE } from '#server/http/errors.ts'
import { createLimiter } from '#server/http/limiter.ts'

/** Hashes and verifies passwords with a bounded share of the processors. */
export interface PasswordHasher {
	/** The argon2id hash of a password, byte for byte as typed. Throws 503 where too many wait. */
	hash: (password: string) => Promise<string>
	/** Whether the password fits. Without a hash (no such account) it takes the same time and is false. Throws 503 where too many wait. */
	isMatch: (passwordHash: string | null, password: string) => Promise<boolean>
	/** Throws 503 when so many passwords wait for their hash that another one would be refused. */
	refuseWhenFull: () => void
}

// OWASP's first recommendation for argon2id (the library's default algorithm): 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function createPasswordHasher(): PasswordHasher {
	// A hash takes a processor for 10 ms. Half of them are left for everything else, even while the site is flooded with
	// sign-ins, and no caller waits longer than a second.
	const limiter = createLimiter({
		atOnce: Math.max(1, Math.floor(availableParallelism() / 2)),
		mostWaiting: 64,
		why: UNAVAILABLE,
		retrySeconds: 2,
	})
	let placeholderHash: Promise<string> | undefined
	return {
		hash: (password) => limiter.run(() => hash(password, COST)),
		async isMatch(passwordHash, password) {
			placeholderHash ??= hash('no account has this password', COST)
			const known = passwordHash ?? (await placeholderHash)
			const isRight = await limiter.run(() => verify(known, password))
			return isRight && passwordHash !== null
		},
		refuseWhenFull: limiter.refuseWhenFull,
	}
}
