import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { BAD_TOKEN, SESSION_REVOKED, SIGN_IN_NEEDED, USERNAME_NEEDED } from '#contract/sessions.ts'
import { forbidden, unauthorized } from './errors.ts'

declare module 'fastify' {
	interface FastifyRequest {
		/** The caller; null for a visitor. */
		viewer: Viewer | null
	}
	interface FastifyContextConfig extends Partial<Endpoint['config']> {}
}

/** The caller: an account, and the session of the request. */
export interface Viewer {
	userId: string
	sessionId: string
}

interface Sessions {
	/** Returns the viewer of a valid access token; undefined for a malformed, foreign or expired one. */
	verify: (token: string) => Viewer | undefined
	/** Finds the session of a viewer; undefined once it has ended. */
	findSession: (viewer: Viewer) => Promise<{ needs_username: boolean } | undefined>
}

/** Authentication hooks: identify the caller and reject those who lack access. */
export function createViewerHooks({ verify, findSession }: Sessions) {
	return {
		/** Reads the access token. An invalid one gets a 401 on public endpoints too, so that the client refreshes it. */
		identify(request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void {
			const { auth, signInNeeded } = request.routeOptions.config
			const token = auth === undefined || auth === 'nobody' ? undefined : parseBearerToken(request)
			request.viewer = token === undefined ? null : (verify(token) ?? null)
			if (token !== undefined && request.viewer === null) done(unauthorized(BAD_TOKEN))
			else if (auth === 'user' && request.viewer === null)
				done(unauthorized({ ...SIGN_IN_NEEDED, error: signInNeeded ?? SIGN_IN_NEEDED.error }))
			else done()
		},
		/**
		 * Rejects ended sessions whose access token has not expired yet, on endpoints that need a user, and public
		 * writes of accounts that have not chosen a username.
		 */
		async requireSession(request: FastifyRequest): Promise<void> {
			const { viewer } = request
			const { config, url = '' } = request.routeOptions
			if (!viewer || config.auth !== 'user') return
			const session = await findSession(viewer)
			if (!session) throw unauthorized(SESSION_REVOKED)
			if (session.needs_username && requiresUsername({ config, url })) throw forbidden(USERNAME_NEEDED)
		},
	}
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
	if (!request.viewer) throw unauthorized(SIGN_IN_NEEDED)
	return request.viewer
}

function parseBearerToken(request: FastifyRequest): string | undefined {
	const header = request.headers.authorization
	if (header === undefined) return undefined
	// Another scheme counts as an invalid token
	return /^bearer +(.*)$/i.exec(header)?.[1]?.trim() ?? ''
}
