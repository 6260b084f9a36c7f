import { normalizeIP, type RateLimitPluginOptions } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { Endpoint, Refusal } from '#contract/endpoint.ts'
import type { Config } from '#server/config.ts'
import { AppError } from './errors.ts'

type LimitClass = NonNullable<Endpoint['config']['limit']> | 'browse'

// Uses a minute, of an account or else an address. People who browse never meet them.
const REQUESTS_PER_MINUTE: Readonly<Record<LimitClass, number>> = {
	browse: 1200,
	write: 120,
	// Up to 4 MB each
	list: 30,
	// A browser sends one every two seconds; one address may be an office
	seen: 300,
	check: 120,
	// Its pictures take a processor's time
	profile: 30,
	// All that somebody ever wrote
	export: 6,
	signIn: 60,
	register: 20,
	mail: 10,
}
const WINDOW_MS = 60_000

export const TOO_MANY_REQUESTS: Refusal = {
	code: 'too_many_requests',
	error: 'You are going too fast. Please wait a moment and try again.',
}

/** The limits on use, each class counted on its own, times the operator's factor. */
export function createRateLimitOptions(config: Config): RateLimitPluginOptions {
	return {
		global: true,
		// The headers RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset
		enableDraftSpec: true,
		timeWindow: WINDOW_MS,
		cache: 20_000,
		max: (request) => getRateLimit(request.routeOptions.config, config).requests,
		keyGenerator: (request) =>
			`${request.routeOptions.config.limit ?? 'browse'}:${request.viewer?.userId ?? getClientNetwork(request)}`,
		errorResponseBuilder: () => new AppError(429, TOO_MANY_REQUESTS),
	}
}

/** The limit that an endpoint counts towards: how many requests in how many seconds. */
export function getRateLimit({ limit = 'browse' }: { limit?: LimitClass | undefined }, { rateLimitFactor }: Config) {
	return {
		class: limit,
		requests: Math.max(1, Math.round(REQUESTS_PER_MINUTE[limit] * rateLimitFactor)),
		seconds: WINDOW_MS / 1000,
	}
}

/** Whom a request without an account counts for: its IPv4 address, or the IPv6 network that one connection is given. */
export function getClientNetwork({ ip }: FastifyRequest): string {
	return toNetwork(ip)
}

/** An IPv4 address, or the network of an IPv6 one that one connection is given. */
export function toNetwork(ip: string): string {
	if (!ip.includes(':')) return ip
	return normalizeIP(ip.startsWith('::ffff:') ? ip.slice('::ffff:'.length) : ip)
}
