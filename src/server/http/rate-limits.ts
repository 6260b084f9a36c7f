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
	// Reads a file of 20 MB
	import: 6,
	// A person who goes through a page of spam
	report: 20,
	// Bulk actions take one request per hundred accounts
	moderation: 240,
	// Each one asks somebody else's server
	lookup: 30,
	// Programs of several devices; each call can have a thousand reports
	playTime: 60,
	signIn: 60,
	register: 20,
	mail: 10,
}
const WINDOW_MS = 60_000

export const TOO_MANY_REQUESTS: Refusal = {
	code: 'too_many_requests',
	error: 'You are going too fast. Please wait a moment and try again.',
}

/** Creates the hooks that count each class of requests separately, and reject a request past its limit. */
export function createRateLimits(config: Config, counters: Counters) {
	const createCount = (limitClass: LimitClass) => (subject: string, limit: number, group: string) =>
		counters.add({
			group: `requests ${group}`,
			subject: `${limitClass} ${subject}`,
			amount: 1,
			limit,
			windowMs: WINDOW_MS,
		})

	return {
		async limitRate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
			// A route may have counted the request before it found no resource
			if (reply.hasHeader('ratelimit-limit')) return
			const { class: limitClass, requests } = getRateLimit(request.routeOptions.config, config)
			const { viewer, tokenHash } = request
			const caller = { network: getClientNetwork(request), userId: viewer?.userId, tokenHash }
			const usage = await countForCaller(caller, requests, createCount(limitClass))
			answerUsage(reply, tokenHash === null ? requests : limitOfToken(requests), usage)
		},
		/** Counts the calls of tokens for their account, too, which is known only by then. */
		async limitTokenOwner({ token, routeOptions }: FastifyRequest, reply: FastifyReply): Promise<void> {
			if (!token) return
			const { class: limitClass, requests } = getRateLimit(routeOptions.config, config)
			const usage = await createCount(limitClass)(token.user_id, requests, 'of accounts')
			if (!usage.isAllowed) answerUsage(reply, requests, usage)
		},
	}
}

/** Tells how much of a limit is left. Throws 429 if nothing is. */
function answerUsage(reply: FastifyReply, limit: number, { isAllowed, used, resetMs }: Usage): void {
	const resetSeconds = Math.ceil(resetMs / 1000)
	reply.headers({
		'ratelimit-limit': limit,
		'ratelimit-remaining': isAllowed ? Math.max(0, limit - used) : 0,
		'ratelimit-reset': resetSeconds,
	})
	if (isAllowed) return
	reply.header('retry-after', resetSeconds)
	throw new AppError(429, TOO_MANY_REQUESTS)
}

/** The limit of one token: a program alone does not use up what its account has. */
const limitOfToken = (limit: number) => Math.max(1, Math.floor(limit / 2))

/** How many times the limit of an account all accounts of a network may use together. */
export const ACCOUNTS_PER_NETWORK = 5

/**
 * Counts something for the networks of a caller without an account, or else for the account and, with a higher limit, for the
 * networks of all accounts, but for this machine itself; for a token as for an account, with half of its limit and apart from
 * accounts, because it may be an invented one. Returns the state of the first counter that is past its limit, or else the caller's own.
 */
export async function countForCaller(
	{ network, userId, tokenHash = null }: { network: string; userId: string | undefined; tokenHash?: string | null },
	limit: number,
	count: (subject: string, limit: number, group: string) => Promise<Usage>,
): Promise<Usage> {
	const isToken = tokenHash !== null
	const caller = tokenHash ?? userId
	if (caller === undefined) return countByNetwork(network, limit, (name, limit) => count(name, limit, toGroup(name)))
	const group = isToken ? 'of tokens' : 'of accounts'
	const own = await count(caller, isToken ? limitOfToken(limit) : limit, group)
	if (!own.isAllowed || isLoopback(network)) return own
	const shared = await countByNetwork(network, limit * ACCOUNTS_PER_NETWORK, (name, limit) =>
		count(name, limit, `${group} ${toGroup(name)}`),
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
