import { type FastifyRateLimitStore, normalizeIP, type RateLimitPluginOptions } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { Endpoint, Refusal } from '#contract/endpoint.ts'
import type { Config } from '#server/config.ts'
import type { Counters } from './counters.ts'
import { AppError } from './errors.ts'

type LimitClass = NonNullable<Endpoint['config']['limit']> | 'browse'

// Requests per minute, per account or else per network. Normal browsing stays below them.
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

/** Creates the options of the rate limiter, which counts each class separately and applies the operator's factor. */
export function createRateLimitOptions(config: Config, counters: Counters): RateLimitPluginOptions {
	return {
		global: true,
		// Sends RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset
		enableDraftSpec: true,
		timeWindow: WINDOW_MS,
		store: createStore(counters),
		max: (request) => getRateLimit(request.routeOptions.config, config).requests,
		keyGenerator: (request) =>
			`${request.routeOptions.config.limit ?? 'browse'}:${request.viewer?.userId ?? getClientNetwork(request)}`,
		errorResponseBuilder: () => new AppError(429, TOO_MANY_REQUESTS),
	}
}

/** Creates the class that the rate limiter makes its store of. */
function createStore(counters: Counters) {
	return class implements FastifyRateLimitStore {
		incr(...[key, callback, windowMs, max]: Parameters<FastifyRateLimitStore['incr']>): void {
			counters.add({ group: 'requests', subject: key, amount: 1, limit: max, windowMs }).then(
				({ isAllowed, used, resetMs }) => callback(null, { current: isAllowed ? used : max + 1, ttl: resetMs }),
				(error: Error) => callback(error),
			)
		}

		child() {
			return this
		}
	}
}

/** Returns the rate limit of an endpoint: its class, and the number of requests per time window. */
export function getRateLimit({ limit = 'browse' }: { limit?: LimitClass | undefined }, { rateLimitFactor }: Config) {
	return {
		class: limit,
		requests: Math.max(1, Math.round(REQUESTS_PER_MINUTE[limit] * rateLimitFactor)),
		seconds: WINDOW_MS / 1000,
	}
}

/** Returns the rate limit key of a request without an account: its IPv4 address or IPv6 network. */
export function getClientNetwork({ ip }: FastifyRequest): string {
	return toNetwork(ip)
}

/** Returns an IPv4 address unchanged, and of an IPv6 address the network that one subscriber gets. */
export function toNetwork(ip: string): string {
	if (!ip.includes(':')) return ip
	return normalizeIP(ip.startsWith('::ffff:') ? ip.slice('::ffff:'.length) : ip)
}
