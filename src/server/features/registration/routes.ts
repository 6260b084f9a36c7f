import {
	createInvite,
	getInvite,
	INVITE_NOT_FOUND,
	INVITES_NOT_ALLOWED,
	listInvites,
	revokeInvite,
} from '#contract/invites.ts'
import { INVITE_INVALID } from '#contract/registration.ts'
import { getWorkChallenge } from '#contract/registration-requests.ts'
import { includesRole } from '#contract/roles.ts'
import { now } from '#server/clock.ts'
import type { App } from '#server/http/app-type.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursors.ts'
import { forbidden, notFound } from '#server/http/errors.ts'
import { getSiteOrigin } from '#server/http/origin.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { canInvite, makeInvite, toInvite } from './invites.ts'
import { createWorkChallenge } from './proof-of-work.ts'
import { findOpenInvite, listInviteRows, revokeInviteRow } from './queries-invites.ts'

const INVITES_PER_PAGE = 50

/** Registers the routes of invites, and of the challenge that a registration may need. */
export function inviteRoutes(app: App, services: Services): void {
	const { db, config, keys } = services

	app.route({
		...getWorkChallenge,
		handler: () => createWorkChallenge(keys.workChallenges, services.clock()),
	})

	app.route({
		...createInvite,
		async handler(request, reply) {
			const { userId } = requireViewer(request)
			const { uses = 1, days = 7 } = request.body
			const row = await makeInvite(services, { userId, role: request.role }, { uses, days })
			reply.code(201)
			return toInvite(row, getSiteOrigin(config, request))
		},
	})

	app.route({
		...listInvites,
		async handler(request) {
			const { userId } = requireViewer(request)
			const { role } = request
			const { everyone = false, cursor } = request.query
			if (everyone && !includesRole(role, 'moderator')) throw forbidden(INVITES_NOT_ALLOWED)
			const list = everyone ? 'all invites' : `invites ${userId}`
			const key = cursor === undefined ? undefined : decodeCursor(keys.cursors, list, cursor)
			const after = key && { at: String(key[0]), code: String(key[1]) }
			const rows = await listInviteRows(db, everyone ? null : userId, after, INVITES_PER_PAGE)
			const page = rows.slice(0, INVITES_PER_PAGE)
			const last = page.at(-1)
			const origin = getSiteOrigin(config, request)
			return {
				invites: page.map((row) => toInvite(row, origin)),
				canInvite: await canInvite(services, { userId, role }),
				nextCursor:
					last && rows.length > page.length ? encodeCursor(keys.cursors, list, [last.created_at, last.code]) : null,
			}
		},
	})

	app.route({
		...revokeInvite,
		async handler(request) {
			const { userId } = requireViewer(request)
			const owner = includesRole(request.role, 'moderator') ? null : userId
			if (!(await revokeInviteRow(db, request.params.code, owner, now(services)))) throw notFound(INVITE_NOT_FOUND)
			return { success: true as const }
		},
	})

	app.route({
		...getInvite,
		async handler(request) {
			const invite = await findOpenInvite(db, request.params.code, now(services))
			if (!invite) throw notFound(INVITE_INVALID)
			return { success: true as const, by: invite.username }
		},
	})
}
