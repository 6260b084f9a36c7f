import { createToken, endToken, listTokens, TOKEN_NOT_FOUND } from '#contract/tokens.ts'
import type { App } from '#server/http/app-type.ts'
import { notFound } from '#server/http/errors.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { deleteToken, listTokenRows } from './queries.ts'
import { createOwnToken } from './tokens.ts'

/** Registers the routes that create, list and end an account's tokens for programs. */
export function tokenRoutes(app: App, services: Services): void {
	app.route({
		...createToken,
		async handler(request, reply) {
			const created = await createOwnToken(services, request.body, request)
			reply.code(201)
			return created
		},
	})

	app.route({
		...listTokens,
		async handler(request) {
			const rows = await listTokenRows(services.db, requireViewer(request).userId)
			return {
				tokens: rows.map(({ id, name, scopes, created_at, last_used_at, expires_at }) => ({
					...{ id, name, scopes },
					createdAt: created_at,
					lastUsedAt: last_used_at,
					expiresAt: expires_at,
				})),
			}
		},
	})

	app.route({
		...endToken,
		async handler(request) {
			const { userId } = requireViewer(request)
			if (!(await deleteToken(services.db, request.params.id, userId))) throw notFound(TOKEN_NOT_FOUND)
			request.securityEvent = { event: 'token_ended', user: userId }
			return { success: true as const }
		},
	})
}
