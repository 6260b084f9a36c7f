import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { normalizePassword } from '#contract/sessions.ts'
import { UNAVAILABLE } from '#server/http/errors.ts'
import { createLimiter, type QueueState } from '#server/http/limiter.ts'

/** `as typed`: the hash is of a time when passwords were not normalized, and needs to be replaced. */
type PasswordMatch = 'no' | 'yes' | 'as typed'

/** Hashes and verifies passwords with a bounded share of the processors. */
export interface PasswordHasher {
	/** Returns the argon2id hash of a password, normalized. Throws 503 when the queue is full. */
	hash: (password: string) => Promise<string>
	/**
	 * Returns how the password matches. Without a hash (no such account), takes the same time and returns `no`. Throws 503 when
	 * the queue is full.
	 */
	match: (passwordHash: string | null, password: string) => Promise<PasswordMatch>
	/** Throws 503 when the queue is full, so that another password would be rejected. */
	refuseWhenFull: () => void
	queueState: () => QueueState
}

// OWASP's first recommendation for argon2id (the library's default algorithm): 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Creates a hasher for one of `workers` processes on this machine. */
export function createPasswordHasher(workers = 1): PasswordHasher {
	// A hash takes a processor for 10 ms. Half of the processors stay free for other work even during a flood of logins,
	// and no caller waits longer than a second.
	const limiter = createLimiter({
		maxConcurrent: Math.max(1, Math.floor(availableParallelism() / 2 / workers)),
		maxQueued: 64,
		refusal: UNAVAILABLE,
		retryAfterSeconds: 2,
	})
	let placeholderHash: Promise<string> | undefined
	return {
		hash: (password) => limiter.run(() => hash(normalizePassword(password), COST)),
		async match(passwordHash, password) {
			placeholderHash ??= hash('no account has this password', COST)
			const expected = passwordHash ?? (await placeholderHash)
			const normalized = normalizePassword(password)
			const match = await limiter.run<PasswordMatch>(async () => {
				if (await verify(expected, normalized)) return 'yes'
				return normalized !== password && (await verify(expected, password)) ? 'as typed' : 'no'
			})
			return passwordHash === null ? 'no' : match
		},
		refuseWhenFull: limiter.throwIfFull,
		queueState: limiter.queueState,
	}
}
