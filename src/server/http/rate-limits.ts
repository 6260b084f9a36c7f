import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, Refusal } from '#contract/endpoint.ts'
import type { Config } from '#server/config.ts'
import type { Counters, Usage } from './counters.ts'
import { AppError } from './errors.ts'
import { countByNetwork, getClientNetwork, isLoopback } from './networks.ts'

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Whether the requests of a route are not counted. */
		isUnlimited?: true
	}
}

type LimitClass = NonNullable<Endpoint['config']['limit']> | 'browse'

// Requests per minute, per account or else per network; of the accounts of a network together five times as many. Normal
// browsing stays below them.
const REQUESTS_PER_MINUTE: Readonly<Record<LimitClass, number>> = {
	browse: 1200,
	write: 120,
	// Each request can have 4 MB
	list: 30,
	// Two devices each save once per second
	draft: 120,
	// A browser sends one every two seconds, and an office can share one address
	seen: 300,
	check: 120,
	// Processing pictures takes CPU time
	profile: 30,
	// Exports everything that the user ever wrote
	export: 6,
	// A person who goes through a page of spam
	report: 20,
	// Bulk actions take one request per hundred accounts
	moderation: 240,
	signIn: 60,
	register: 20,
	mail: 10,
}
const WINDOW_MS = 60_000

export const TOO_MANY_REQUESTS: Refusal = {
	code: 'too_many_requests',
	error: 'You are going too fast. Please wait a moment and try again.',
}

/** Creates the hook that counts each class of requests separately, and rejects a request past its limit. */
export function createRateLimit(config: Config, counters: Counters) {
	return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
		// A route may have counted the request before it found no resource
		if (reply.hasHeader('ratelimit-limit')) return
		const { class: limitClass, requests } = getRateLimit(request.routeOptions.config, config)
		const { isAllowed, used, resetMs } = await countForCaller(
			{ network: getClientNetwork(request), userId: request.viewer?.userId },
			requests,
			(subject, limit, group) =>
				counters.add({
					group: `requests ${group}`,
					subject: `${limitClass} ${subject}`,
					amount: 1,
					limit,
					windowMs: WINDOW_MS,
				}),
		)
		const resetSeconds = Math.ceil(resetMs / 1000)
		reply.headers({
			'ratelimit-limit': requests,
			'ratelimit-remaining': isAllowed ? Math.max(0, requests - used) : 0,
			'ratelimit-reset': resetSeconds,
		})
		if (isAllowed) return
		reply.header('retry-after', resetSeconds)
		throw new AppError(429, TOO_MANY_REQUESTS)
	}
}

/** How many times the limit of an account all accounts of a network may use together. */
export const ACCOUNTS_PER_NETWORK = 5

/**
 * Counts something for the networks of a caller without an account, or else for the account and, with a higher limit, for the
 * networks of all accounts, but for this machine itself. Returns the state of the first counter that is past its limit, or else the caller's own.
 */
export async function countForCaller(
	{ network, userId }: { network: string; userId: string | undefined },
	limit: number,
	count: (subject: string, limit: number, group: string) => Promise<Usage>,
): Promise<Usage> {
	if (userId === undefined) return countByNetwork(network, limit, (name, limit) => count(name, limit, toGroup(name)))
	const own = await count(userId, limit, 'of accounts')
	if (!own.isAllowed || isLoopback(network)) return own
	const shared = await countByNetwork(network, limit * ACCOUNTS_PER_NETWORK, (name, limit) =>
		count(name, limit, `of accounts ${toGroup(name)}`),
	)
	return shared.isAllowed ? own : shared
}

/** Counters of wide networks are few, and must not give way to those of the many narrow ones in them. */
function toGroup(network: string): string {
	return `of networks${/\/\d+$/.exec(network)?.[0] ?? ''}`
}

/** Returns the rate limit of an endpoint: its class, and the number of requests per time window. */
export function getRateLimit({ limit = 'browse' }: { limit?: LimitClass | undefined }, { rateLimitFactor }: Config) {
	return {
		class: limit,
		requests: Math.max(1, Math.round(REQUESTS_PER_MINUTE[limit] * rateLimitFactor)),
		seconds: WINDOW_MS / 1000,
	}
}
