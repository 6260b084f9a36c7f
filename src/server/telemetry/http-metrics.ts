import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'
import { extractTokens } from '#contract/account.ts'
import { login, register } from '#contract/sessions.ts'
import { UNAVAILABLE } from '#server/http/errors.ts'

declare module 'fastify' {
	interface FastifyContextConfig {
		/** What metrics call the route, if its URL is not a pattern of the API. */
		routeLabel?: string
	}
}

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const CACHED_PAGE = { route: 'cached page', method: 'GET', status: '2xx' } as const
const LOGIN_METHODS: Readonly<Record<string, string>> = {
	[login.url]: 'password',
	[register.url]: 'registration',
	[extractTokens.url]: 'provider',
}

/** Observes the responses of a site. */
export interface HttpMetrics {
	/** Counts a response of Fastify. The labels are of few values: no URL, no name and no address is among them. */
	observeResponse: (request: FastifyRequest, reply: FastifyReply, done: () => void) => void
	/** Counts a page that was served from the cache in front of Fastify. */
	observeCachedPage: (seconds: number) => void
	/** Counts a request that was rejected in front of Fastify because too many others were waiting. */
	observeEarlyRejection: () => void
	/** Returns the number of pages from the cache so far. */
	countCachedPages: () => number
}

/** Adds the metrics of responses to a registry. */
export function createHttpMetrics(registry: Registry): HttpMetrics {
	const registers = [registry]
	const durations = new Histogram({
		name: 'savepoint_http_request_duration_seconds',
		help: 'Duration of requests by route pattern, method and status class. Rendering a page makes requests of its own.',
		labelNames: ['route', 'method', 'status'],
		buckets: BUCKETS,
		registers,
	})
	const limited = new Counter({
		name: 'savepoint_http_rate_limited_total',
		help: 'Requests past a limit (429), by the class of the limit and the code of the refusal.',
		labelNames: ['class', 'code'],
		registers,
	})
	const unavailable = new Counter({
		name: 'savepoint_http_unavailable_total',
		help: 'Requests refused for the moment (503), by the code of the refusal; "outage" if the database or the disk failed.',
		labelNames: ['code'],
		registers,
	})
	const observeAccounts = createAccountObserver(registry)
	const cachedPages = durations.labels(CACHED_PAGE)
	let cachedPageCount = 0

	return {
		observeResponse(request, reply, done) {
			const { url, config } = request.routeOptions
			const status = reply.statusCode
			durations.observe(
				{
					route: config.routeLabel ?? url ?? 'unknown',
					// Callers of unknown routes choose the method
					method: url === undefined ? 'any' : request.method,
					status: `${Math.floor(status / 100)}xx`,
				},
				reply.elapsedTime / 1000,
			)
			if (status === 429) limited.inc({ class: config.limit ?? 'browse', code: request.refusal ?? 'page' })
			else if (status === 503) unavailable.inc({ code: request.refusal ?? 'outage' })
			observeAccounts(request, status)
			done()
		},
		observeCachedPage(seconds) {
			cachedPageCount++
			cachedPages.observe(seconds)
		},
		observeEarlyRejection: () => unavailable.inc({ code: UNAVAILABLE.code }),
		countCachedPages: () => cachedPageCount,
	}
}

/** Adds the metrics of logins and registrations, and returns the function that observes a response. */
function createAccountObserver(registry: Registry): (request: FastifyRequest, status: number) => void {
	const registers = [registry]
	const logins = new Counter({
		name: 'savepoint_sign_ins_total',
		help: 'Logins by method and outcome: "succeeded", the code of the refusal, or "failed".',
		labelNames: ['method', 'outcome'],
		registers,
	})
	const registrations = new Counter({
		name: 'savepoint_registrations_total',
		help: 'New accounts by method.',
		labelNames: ['method'],
		registers,
	})
	const securityEvents = new Counter({
		name: 'savepoint_security_events_total',
		help: 'Changes to the credentials and sessions of accounts, as the log names them.',
		labelNames: ['event'],
		registers,
	})
	return ({ routeOptions, securityEvent, refusal }, status) => {
		const method = LOGIN_METHODS[routeOptions.url ?? '']
		if (method !== undefined) {
			const isLoggedIn = securityEvent?.event === 'signed_in' && status < 400
			logins.inc({ method, outcome: isLoggedIn ? 'succeeded' : (refusal ?? 'failed') })
		}
		if (securityEvent === null) return
		securityEvents.inc({ event: securityEvent.event })
		if (securityEvent.event === 'registered') registrations.inc({ method: 'provider' })
		else if (method === 'registration' && status === 201) registrations.inc({ method: 'password' })
	}
}
