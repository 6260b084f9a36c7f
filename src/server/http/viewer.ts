import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { includesRole, ROLE_NEEDED, type Role, SECOND_FACTOR_REQUIRED } from '#contract/roles.ts'
import { BAD_TOKEN, LOGIN_NEEDED, SESSION_REVOKED, SUSPENDED, USERNAME_NEEDED } from '#contract/session-refusals.ts'
import { includesScope, missingScope, TOKEN_NOT_ALLOWED, type TokenScope } from '#contract/token-scopes.ts'
import { AppError, forbidden, unauthorized } from './errors.ts'

declare module 'fastify' {
	interface FastifyRequest {
		/** The caller; null for a visitor. */
		viewer: Viewer | null
		/** The hash of the token for programs that the request has; null without one. */
		tokenHash: string | null
		/** That token, once it is found. */
		token: TokenState | null
		/** What the caller may do; a visitor as much as a member. */
		role: Role
	}
	interface FastifyContextConfig extends Partial<Endpoint['config']> {}
}

/** The caller: an account, and the session of the request. */
export interface Viewer {
	userId: string
	/** The ID of a token, which is no session's, in a request that has one. */
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

/** A token for programs, and what it says about its account. */
export interface TokenState extends Pick<SessionState, 'needs_username' | 'suspended_until'> {
	id: string
	user_id: string
	scopes: readonly TokenScope[]
}

interface Sessions {
	/** Returns the viewer of a valid access token; undefined for a malformed, foreign or expired one. */
	verify: (token: string) => Viewer | undefined
	/** Finds the session of a viewer; undefined once it has ended. */
	findSession: (viewer: Viewer) => Promise<SessionState | undefined>
	/** Returns the hash of a text that is written like a token for programs; undefined for one that is none of ours. */
	hashToken: (text: string) => string | undefined
	/** Finds the token with a hash; undefined for one that is unknown, ended or expired, or of a banned account. */
	findToken: (hash: string) => Promise<TokenState | undefined>
	/** Throws 403 if the session lacks the proof of identity that a call needs. */
	requireProof: (viewer: Viewer, whose: 'everyone' | 'withSecondFactor') => Promise<void>
	/** The time in milliseconds since 1970. */
	clock: () => number
}

/** What tokens for programs begin with; no access token does. */
export const TOKEN_PREFIX = 'sp_'

/** Authentication hooks: identify the caller and reject those who lack access. */
export function createViewerHooks({ verify, findSession, hashToken, findToken, requireProof, clock }: Sessions) {
	return {
		/**
		 * Reads the access token, or the token for programs in its place, which `findTokenOwner` looks up later. An invalid one gets a
		 * 401 on public endpoints too, so that the client refreshes it.
		 */
		identify(request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void {
			const { auth, loginNeeded } = request.routeOptions.config
			const token = auth === undefined || auth === 'nobody' ? undefined : parseBearerToken(request)
			request.tokenHash = (token?.startsWith(TOKEN_PREFIX) && hashToken(token)) || null
			request.viewer = token === undefined || request.tokenHash !== null ? null : (verify(token) ?? null)
			const isKnown = request.viewer !== null || request.tokenHash !== null
			if (token !== undefined && !isKnown) done(unauthorized(BAD_TOKEN))
			else if (needsAccount(request.routeOptions.config) && !isKnown)
				done(unauthorized({ ...LOGIN_NEEDED, error: loginNeeded ?? LOGIN_NEEDED.error }))
			else done()
		},
		/** Finds the account of a token for programs. The request is counted by then: invented tokens must not cause work without limit. */
		async findTokenOwner(request: FastifyRequest): Promise<void> {
			if (request.tokenHash === null) return
			const token = await findToken(request.tokenHash)
			if (!token) throw unauthorized(BAD_TOKEN)
			request.token = token
			request.viewer = { userId: token.user_id, sessionId: token.id }
		},
		/**
		 * Rejects calls that a token may not make, and ended sessions whose access token has not expired yet, on every endpoint that
		 * could do more for the viewer than for others. Rejects writes of suspended accounts, public ones of accounts that have not
		 * chosen a username, and those without the role or the proof that the endpoint needs.
		 */
		async requireSession(request: FastifyRequest): Promise<void> {
			const { viewer, token } = request
			const { config, url = '', method } = request.routeOptions
			if (token) requireScope(token, getTokenScope({ config, method: String(method) }))
			if (!viewer || !dependsOnViewer(config)) return
			// A token does no more than a member's, whatever the role of its account
			const session = token ? { ...token, role: 'member' as const, overdue_role: null } : await findSession(viewer)
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

/** Throws 403 if a token may not make a call that needs a scope. */
function requireScope({ scopes }: TokenState, needed: ReturnType<typeof getTokenScope>): void {
	if (needed === 'never') throw forbidden(TOKEN_NOT_ALLOWED)
	if (needed && !includesScope(scopes, needed)) throw forbidden(missingScope(needed))
}

/** Throws 403 with its end while an account is suspended. */
function assertNotSuspended({ suspended_until: until }: SessionState, nowMs: number): void {
	if (until !== null && Date.parse(until) > nowMs) throw new AppError(403, SUSPENDED, { extra: { until } })
}

/** What a suspended person still needs: to leave, to keep the account safe, to appeal, and to mark as read or seen. */
const OPEN_TO_SUSPENDED =
	/^\/api\/(?:appeals|reviews\/seen|auth\/(?:logout|sessions|account|change-password|change-email|verify-email|reauthenticate|passkeys|authenticator|recovery-codes|providers|preferences)|notifications|push|activity|tokens\/:id)(?:\/|$)/

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

/**
 * Returns the scope that a token for programs needs for a call: `never` if no token may make it, undefined if the call reads
 * none.
 */
export function getTokenScope({
	config: { auth, needsProof, tokenScope },
	method,
}: {
	config: Partial<Endpoint['config']>
	method: string
}): TokenScope | 'never' | undefined {
	if (auth === undefined || auth === 'nobody') return undefined
	// No program acts in a role, and none can prove to be a person
	if (auth === 'moderator' || auth === 'admin' || needsProof) return 'never'
	return tokenScope ?? (method === 'GET' || method === 'HEAD' ? 'read' : 'write')
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
