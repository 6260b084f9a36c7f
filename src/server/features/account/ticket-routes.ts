import { BAD_TICKET, extractTokens, NO_TICKET, reauthenticate } from '#contract/account.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { readBrowserCookie, setBrowserCookie } from '#server/features/sessions/browser-cookies.ts'
import { PROOF_COOKIE, redeemTicket, TICKET_COOKIE } from '#server/features/sessions/login-tickets.ts'
import { getOwnAccount, getOwnUser } from '#server/features/sessions/own-user.ts'
import { beginSession } from '#server/features/sessions/sessions.ts'
import type { App } from '#server/http/app-type.ts'
import { unauthorized } from '#server/http/errors.ts'
import { getClientNetwork } from '#server/http/rate-limits.ts'
import { requireViewer } from '#server/http/viewer.ts'
import { now, type Services } from '#server/services.ts'
import { reauthenticateWithPassword, reauthenticateWithTicket, requireProof } from './proofs.ts'

/** Registers the routes that reauthenticate a session and exchange the ticket of a social sign-in for tokens. */
export function ticketRoutes(app: App, services: Services): void {
	app.route({
		...reauthenticate,
		async handler(request, reply) {
			const viewer = requireViewer(request)
			const { password, tempToken, verifier } = request.body
			const cookie = readBrowserCookie(app, services.config, request, PROOF_COOKIE)
			if (cookie !== undefined) setBrowserCookie(services.config, request, reply, PROOF_COOKIE, null)
			if (password != null)
				await reauthenticateWithPassword(
					services,
					viewer,
					await getOwnAccount(services, viewer.userId),
					password,
					getClientNetwork(request),
				)
			else if (tempToken != null || cookie !== undefined)
				await reauthenticateWithTicket(services, viewer, {
					token: tempToken ?? cookie,
					cookie,
					verifier: verifier ?? undefined,
				})
			else await requireProof(services, viewer)
			return { success: true as const }
		},
	})

	app.route({
		...extractTokens,
		async handler(request, reply) {
			const { tempToken, verifier } = request.body
			const cookie = readBrowserCookie(app, services.config, request, TICKET_COOKIE)
			if (cookie !== undefined) setBrowserCookie(services.config, request, reply, TICKET_COOKIE, null)
			const credentials = { token: tempToken ?? cookie, cookie, verifier: verifier ?? undefined }
			if (credentials.token === undefined) throw unauthorized(NO_TICKET)
			const session = await inTransaction(services.db, async (db) => {
				const ticket = await redeemTicket(db, 'sign-in', credentials, now(services))
				return ticket && { userId: ticket.user_id, tokens: await beginSession(services, db, ticket.user_id, request) }
			})
			if (!session) throw unauthorized(BAD_TICKET)
			const { userId, tokens } = session
			return { success: true as const, user: await getOwnUser(services, userId), tokens }
		},
	})
}
