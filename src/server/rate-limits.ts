import type { RateLimitPluginOptions } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Config } from './config.ts'
import { AppError } from './errors.ts'

// Uses a minute, of an account or else an address. People who browse never meet them.
const PER_MINUTE: Readonly<Record<NonNullable<Endpoint['config']['limit']> | 'browse', number>> = {
	browse: 1200,
	write: 120,
	check: 120,
	signIn: 60,
	register: 20,
}

const TOO_MANY = {
	code: 'too_many_requests',
	error: 'You are going too fast. Please wait a moment and try again.',
} as const

/** The limits on use, each class counted on its own, times the operator's factor. */
export function rateLimits(config: Config): RateLimitPluginOptions {
	return {
		global: true,
		enableDraftSpec: true,
		timeWindow: 60_000,
		cache: 20_000,
		max: (request) => Math.max(1, Math.round(PER_MINUTE[classOf(request)] * config.rateLimitFactor)),
		keyGenerator: (request) => `${classOf(request)}:${request.viewer?.userId ?? request.ip}`,
		errorResponseBuilder: () => new AppError(429, TOO_MANY),
	}
}

function classOf(request: FastifyRequest): keyof typeof PER_MINUTE {
	return request.routeOptions.config.limit ?? 'browse'
}
