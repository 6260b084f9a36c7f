import { decideRegistrations, listRegistrations, refuseRegistrations } from '#contract/registration-requests.ts'
import { countPending, listPending } from '#server/features/sessions/queries-pending.ts'
import type { App } from '#server/http/app-type.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursors.ts'
import type { Services } from '#server/services.ts'
import { approveRegistration, refuseRegistration, refuseRegistrationsBy } from './pending-registrations.ts'

const REGISTRATIONS_PER_PAGE = 50

/** Registers the routes with which moderators decide who gets an account. */
export function approvalRoutes(app: App, services: Services): void {
	const { db, keys } = services

	app.route({
		...listRegistrations,
		async handler(request) {
			const { cursor } = request.query
			const key = cursor === undefined ? undefined : decodeCursor(keys.cursors, 'registrations', cursor)
			const after = key && { at: String(key[0]), id: String(key[1]) }
			const rows = await listPending(db, after, REGISTRATIONS_PER_PAGE)
			const page = rows.slice(0, REGISTRATIONS_PER_PAGE)
			const last = page.at(-1)
			return {
				registrations: page.map((row) => ({
					id: row.id,
					username: row.username,
					emailDomain: row.domain,
					sameDomain: row.same_domain,
					network: row.network,
					sameNetwork: row.same_network,
					reason: row.reason,
					provider: row.provider,
					createdAt: row.created_at,
					expiresAt: row.expires_at,
				})),
				totalCount: await countPending(db),
				nextCursor:
					last && rows.length > page.length
						? encodeCursor(keys.cursors, 'registrations', [last.created_at, last.id])
						: null,
			}
		},
	})

	app.route({
		...decideRegistrations,
		async handler(request) {
			const { decision } = request.body
			const decided: string[] = []
			const taken: string[] = []
			// Each on its own, so that one whose name was taken holds up no other
			for (const id of new Set(request.body.ids)) {
				const outcome =
					decision === 'approve'
						? await approveRegistration(services, id, request)
						: (await refuseRegistration(services, id, request))
							? 'refused'
							: 'gone'
				if (outcome === 'taken') taken.push(id)
				else if (outcome !== 'gone') decided.push(id)
			}
			request.log.info({ user: request.viewer?.userId, decision, decided: decided.length }, 'registrations decided')
			return { success: true as const, decided, taken }
		},
	})

	app.route({
		...refuseRegistrations,
		async handler(request) {
			const { by, value } = request.body
			const refused = await refuseRegistrationsBy(services, by, value, request)
			request.log.info({ user: request.viewer?.userId, by, refused }, 'registrations refused in bulk')
			return { success: true as const, refused }
		},
	})
}
