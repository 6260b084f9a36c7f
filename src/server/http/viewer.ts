import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { includesRole, ROLE_NEEDED, type Role, SECOND_FACTOR_REQUIRED } from '#contract/roles.ts'
import { BAD_TOKEN, LOGIN_NEEDED, SESSION_REVOKED, SUSPENDED, USERNAME_NEEDED } from '#contract/session-refusals.ts'
import { AppError, forbidden, unauthorized } from './errors.ts'

declare module 'fastify' {
	interface FastifyRequest {
		/** The caller; null for a visitor. */
		viewer: Viewer | null
		/** What the caller may do; a visitor as much as a member. */
		role: Role
	}
	interface FastifyContextConfig extends Partial<Endpoint['config']> {}
}

/** The caller: an account, and the session of the request. */
export interface Viewer {
	userId: string
	sessionId: string
}

/** What a session says about its account. */
export interface SessionState {
	needs_username: boolean
	/** As far as it is in force. */
	role: Role
	/** The role that it would be in with the second factor that is overdue. */
	overdue_role: Role | null
	/** The end of a suspension, which may be over. */
	suspended_until: string | null
}

interface Sessions {
	/** Returns the viewer of a valid access token; undefined for a malformed, foreign or expired one. */
	verify: (token: string) => Viewer | undefined
	/** Finds the session of a viewer; undefined once it has ended. */
	findSession: (viewer: Viewer) => Promise<SessionState | undefined>
	/** Throws 403 if the session lacks the proof of identity that a call needs. */
	requireProof: (viewer: Viewer, whose: 'everyone' | 'withSecondFactor') => Promise<void>
	/** The time in milliseconds since 1970. */
	clock: () => number
}

/** Authentication hooks: identify the caller and reject those who lack access. */
export function createViewerHooks({ verify, findSession, requireProof, clock }: Sessions) {
	return {
		/** Reads the access token. An invalid one gets a 401 on public endpoints too, so that the client refreshes it. */
		identify(request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void {
			const { auth, loginNeeded } = request.routeOptions.config
			const token = auth === undefined || auth === 'nobody' ? undefined : parseBearerToken(request)
			request.viewer = token === undefined ? null : (verify(token) ?? null)
			if (token !== undefined && request.viewer === null) done(unauthorized(BAD_TOKEN))
			else if (needsAccount(request.routeOptions.config) && request.viewer === null)
				done(unauthorized({ ...LOGIN_NEEDED, error: loginNeeded ?? LOGIN_NEEDED.error }))
			else done()
		},
		/**
		 * Rejects ended sessions whose access token has not expired yet, on every endpoint that could do more for the viewer than
		 * for others, writes of suspended accounts, and public ones of accounts that have not chosen a username. Rejects those
		 * without the role or the proof that the endpoint needs.
		 */
		async requireSession(request: FastifyRequest): Promise<void> {
			const { viewer } = request
			const { config, url = '', method } = request.routeOptions
			if (!viewer || !dependsOnViewer(config)) return
			const session = await findSession(viewer)
			if (!session) throw unauthorized(SESSION_REVOKED)
			if (session.needs_username && requiresUsername({ config, url })) throw forbidden(USERNAME_NEEDED)
			if (isClosedToSuspended({ config, url, method: String(method) })) assertNotSuspended(session, clock())
			const { auth } = config
			if (auth === 'moderator' || auth === 'admin') requireRole(session, auth)
			const { needsProof } = config
			if (needsProof && needsProof !== 'byInput') await requireProof(viewer, needsProof)
			request.role = session.role
		},
	}
}

/** Throws 403 if an account is not in a role, or is not because its second factor is overdue. */
function requireRole({ role, overdue_role: overdueRole }: SessionState, needed: 'moderator' | 'admin'): void {
	if (includesRole(role, needed)) return
	throw forbidden(overdueRole && includesRole(overdueRole, needed) ? SECOND_FACTOR_REQUIRED : ROLE_NEEDED[needed])
}

/** Throws 403 with its end while an account is suspended. */
function assertNotSuspended({ suspended_until: until }: SessionState, nowMs: number): void {
	if (until !== null && Date.parse(until) > nowMs) throw new AppError(403, SUSPENDED, { extra: { until } })
}

/** What a suspended person still needs: to leave, to keep the account safe, to appeal, and to mark as read or seen. */
const OPEN_TO_SUSPENDED =
	/^\/api\/(?:appeals|reviews\/seen|auth\/(?:logout|sessions|account|change-password|change-email|verify-email|reauthenticate|passkeys|authenticator|recovery-codes|providers|preferences)|notifications|push|activity)(?:\/|$)/

/** Checks whether a call is a write that is closed to suspended accounts. */
export function isClosedToSuspended({
	config,
	url,
	method,
}: {
	config: Partial<Endpoint['config']>
	url: string
	method: string
}): boolean {
	return dependsOnViewer(config) && method !== 'GET' && method !== 'HEAD' && !OPEN_TO_SUSPENDED.test(url)
}

/** Checks whether a call may do more for its viewer than for others, so that their session must not have ended. */
export function dependsOnViewer(config: Partial<Endpoint['config']>): boolean {
	return needsAccount(config) || (config.auth === 'anyone' && config.mayLagFor !== 'everyone')
}

/** Checks whether a call needs the token of an active session. */
export function needsAccount({ auth }: Partial<Endpoint['config']>): boolean {
	return auth === 'user' || auth === 'moderator' || auth === 'admin'
}

/** Checks whether a call publishes something under a username. */
export function requiresUsername({ config, url }: { config: Partial<Endpoint['config']>; url: string }): boolean {
	return isPublicWrite(config) && !url.startsWith('/api/auth/')
}

/** Checks whether a call writes content that others can see. */
export function isPublicWrite({ auth, limit }: Partial<Endpoint['config']>): boolean {
	return auth === 'user' && (limit === 'write' || limit === 'list')
}

/** Returns the viewer of an endpoint whose `auth` is `user`. Throws 401 without one. */
export function requireViewer(request: FastifyRequest): Viewer {
	if (!request.viewer) throw unauthorized(LOGIN_NEEDED)
	return request.viewer
}

function parseBearerToken(request: FastifyRequest): string | undefined {
	const header = request.headers.authorization
	if (header === undefined) return undefined
	// Another scheme counts as an invalid token
	return /^bearer +(.*)$/i.exec(header)?.[1]?.trim() ?? ''
}
