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
	/** The viewer of a valid access token; undefined for a broken, foreign or expired one. */
	verify: (token: string) => Viewer | undefined
	/** The session of a viewer; undefined once it has ended. */
	findSession: (viewer: Viewer) => Promise<{ needs_username: boolean } | undefined>
}

/** Authentication hooks: identify the caller and reject those who lack access. */
export function createViewerHooks({ verify, findSession }: Sessions) {
	return {
		/** Reads the access token; a broken one answers 401 on public paths too, so that the client refreshes it. */
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
		 * Refuses own data and writing to a session that has ended, though its access token has not expired; and what
		 * others would see to an account that has still to choose its username.
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

/** Whether a call makes something that stands on the site under a username. */
export function requiresUsername({ config, url }: { config: Partial<Endpoint['config']>; url: string }): boolean {
	return isPublicWrite(config) && !url.startsWith('/api/auth/')
}

/** Whether a call writes what others read. */
export function isPublicWrite({ auth, limit }: Partial<Endpoint['config']>): boolean {
	return auth === 'user' && (limit === 'write' || limit === 'list')
}

/** The viewer of an endpoint whose `auth` is `user`. */
export function requireViewer(request: FastifyRequest): Viewer {
	if (!request.viewer) throw unauthorized(SIGN_IN_NEEDED)
	return request.viewer
}

function parseBearerToken(request: FastifyRequest): string | undefined {
	const header = request.headers.authorization
	if (header === undefined) return undefined
	// Another scheme is no valid credential either
	return /^bearer +(.*)$/i.exec(header)?.[1]?.trim() ?? ''
}
