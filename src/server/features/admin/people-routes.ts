import { v7 as uuidv7 } from 'uuid'
import { LAST_ADMIN, listAccesses, PERSON_NOT_FOUND, searchPeople, setRole } from '#contract/admin.ts'
import { now } from '#server/clock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { App } from '#server/http/app-type.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursors.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import { requireHeldRole } from '#server/http/held-role.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { addAccess, findAccesses, findPeople, lockAdmins, updateRole } from './queries-people.ts'

const ACCESSES_LIST = 'admin-accesses'

/** Registers the routes through which admins find accounts and change their roles. */
export function peopleRoutes(app: App, services: Services): void {
	const { db, keys, clock } = services

	app.route({
		...searchPeople,
		async handler(request) {
			const { userId } = requireViewer(request)
			const { role, limit = 20, cursor } = request.query
			const search = (request.query.search ?? '').trim().toLowerCase()
			const list = `people:${role ?? ''}:${search}`
			const after = cursor === undefined ? undefined : String(decodeCursor(keys.cursors, list, cursor)[0])
			// Before anything is shown
			await addAccess(db, { id: newId(), adminId: userId, at: now(services), kind: 'search', search })
			request.securityEvent = { event: 'accounts_searched', user: userId }
			const { people, hasMore } = await findPeople(db, { search, role }, { limit, after })
			const last = people.at(-1)
			const key = search === '' ? last?.id : last?.username.toLowerCase()
			return { people, nextCursor: key !== undefined && hasMore ? encodeCursor(keys.cursors, list, [key]) : null }
		},
	})

	app.route({
		...setRole,
		async handler(request) {
			const { userId } = requireViewer(request)
			const { id } = request.params
			const { role } = request.body
			await inTransaction(db, async (transaction) => {
				const admins = await lockAdmins(transaction)
				await requireHeldRole(transaction, request)
				if (role !== 'admin' && admins.length === 1 && admins[0] === id) throw conflict(LAST_ADMIN)
				if (!(await updateRole(transaction, id, role))) throw notFound(PERSON_NOT_FOUND)
				const access = { id: newId(), adminId: userId, at: now(services), kind: 'role', subjectId: id, role } as const
				await addAccess(transaction, access)
			})
			request.securityEvent = { event: 'role_changed', user: id }
			return { id, role }
		},
	})

	app.route({
		...listAccesses,
		async handler({ query: { limit = 20, cursor } }) {
			const after = cursor === undefined ? undefined : String(decodeCursor(keys.cursors, ACCESSES_LIST, cursor)[0])
			const { accesses, hasMore } = await findAccesses(db, { limit, after })
			const last = accesses.at(-1)
			return { accesses, nextCursor: last && hasMore ? encodeCursor(keys.cursors, ACCESSES_LIST, [last.id]) : null }
		},
	})

	function newId(): string {
		return uuidv7({ msecs: clock() })
	}
}
