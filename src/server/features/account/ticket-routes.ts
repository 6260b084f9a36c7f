import { BAD_TICKET, extractTokens, NO_TICKET, reauthenticate } from '#contract/account.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { browserCookie, setBrowserCookie } from '#server/features/sessions/browser-cookies.ts'
import { PROOF_COOKIE, spendTicket, TICKET_COOKIE } from '#server/features/sessions/login-tickets.ts'
import { ownAccount, ownUser } from '#server/features/sessions/own-user.ts'
import { beginSession } from '#server/features/sessions/sessions.ts'
import type { App } from '#server/http/app-type.ts'
import { unauthorized } from '#server/http/errors.ts'
import { addressOf } from '#server/http/rate-limits.ts'
import { viewerOf } from '#server/http/viewer.ts'
import { now, type Services } from '#server/services.ts'
import { proveByTicket, provePassword, requireProof } from './proofs.ts'

/** Proving again who one is, and the landing of social sign-ins. */
export function ticketRoutes(app: App, services: Services): void {
	app.route({
		...reauthenticate,
		async handler(request, reply) {
			const viewer = viewerOf(request)
			const { password, tempToken, verifier } = request.body
			const cookie = browserCookie(app, services.config, request, PROOF_COOKIE)
			if (cookie !== undefined) setBrowserCookie(services.config, request, reply, PROOF_COOKIE, null)
			if (password != null)
				await provePassword(services, viewer, await ownAccount(services, viewer.userId), password, addressOf(request))
			else if (tempToken != null || cookie !== undefined)
				await proveByTicket(services, viewer, { token: tempToken ?? cookie, cookie, verifier: verifier ?? undefined })
			else await requireProof(services, viewer)
			return { success: true as const }
		},
	})

	app.route({
		...extractTokens,
		async handler(request, reply) {
			const { tempToken, verifier } = request.body
			const cookie = browserCookie(app, services.config, request, TICKET_COOKIE)
			if (cookie !== undefined) setBrowserCookie(services.config, request, reply, TICKET_COOKIE, null)
			const given = { token: tempToken ?? cookie, cookie, verifier: verifier ?? undefined }
			if (given.token === undefined) throw unauthorized(NO_TICKET)
			const signedIn = await inTransaction(services.db, async (db) => {
				const ticket = await spendTicket(db, 'sign-in', given, now(services))
				return ticket && { userId: ticket.user_id, tokens: await beginSession(services, db, ticket.user_id, request) }
			})
			if (!signedIn) throw unauthorized(BAD_TICKET)
			const { userId, tokens } = signedIn
			return { success: true as const, user: await ownUser(services, userId), tokens }
		},
	})
}
