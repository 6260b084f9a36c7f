import { BAD_TICKET, extractTokens, NO_TICKET, reauthenticate } from '#contract/account.ts'
import { now } from '#server/clock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { pickFactor } from '#server/features/second-factor/verify-factor.ts'
import { readBrowserCookie, setBrowserCookie } from '#server/features/sessions/browser-cookies.ts'
import { completeFirstStep, requireTokens } from '#server/features/sessions/first-step.ts'
import { PROOF_COOKIE, redeemTicket, TICKET_COOKIE } from '#server/features/sessions/login-tickets.ts'
import { getOwnAccount, getOwnUser } from '#server/features/sessions/own-user.ts'
import type { App } from '#server/http/app-type.ts'
import { unauthorized } from '#server/http/errors.ts'
import { getClientNetwork } from '#server/http/networks.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import {
	reauthenticateWithFactor,
	reauthenticateWithPassword,
	reauthenticateWithTicket,
	requireProof,
} from './proofs.ts'

/** Registers the routes that reauthenticate a session and exchange the ticket of a social login for tokens. */
export function ticketRoutes(app: App, services: Services): void {
	app.route({
		...reauthenticate,
		async handler(request, reply) {
			const viewer = requireViewer(request)
			const { password, tempToken, verifier } = request.body
			const factor = pickFactor(request.body)
			const cookie = readBrowserCookie(services.config, request, PROOF_COOKIE)
			if (cookie !== undefined) setBrowserCookie(services.config, request, reply, PROOF_COOKIE, null)
			if (password != null)
				await reauthenticateWithPassword(
					services,
					viewer,
					await getOwnAccount(services, viewer.userId),
					password,
					getClientNetwork(request),
				)
			else if (factor) await reauthenticateWithFactor(services, viewer, factor, request)
			else if (tempToken != null || cookie !== undefined)
				await reauthenticateWithTicket(services, viewer, {
					token: tempToken ?? cookie,
					cookie,
					verifier: verifier ?? undefined,
				})
			await requireProof(services, viewer, 'everyone')
			return { success: true as const }
		},
	})

	app.route({
		...extractTokens,
		async handler(request, reply) {
			const { tempToken, verifier } = request.body
			const cookie = readBrowserCookie(services.config, request, TICKET_COOKIE)
			if (cookie !== undefined) setBrowserCookie(services.config, request, reply, TICKET_COOKIE, null)
			const credentials = { token: tempToken ?? cookie, cookie, verifier: verifier ?? undefined }
			if (credentials.token === undefined) throw unauthorized(NO_TICKET)
			const loggedIn = await inTransaction(services.db, async (db) => {
				const ticket = await redeemTicket(db, 'sign-in', credentials, now(services))
				if (!ticket) return undefined
				const { user_id: userId, method } = ticket
				return { userId, step: await completeFirstStep(services, db, { userId, method }, request) }
			})
			if (!loggedIn) throw unauthorized(BAD_TICKET)
			const tokens = requireTokens(loggedIn.step)
			return { success: true as const, user: await getOwnUser(services, loggedIn.userId), tokens }
		},
	})
}
