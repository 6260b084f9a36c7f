import type { FastifyRequest } from 'fastify'
import { includesRole, ROLE_NEEDED } from '#contract/roles.ts'
import { holdRole } from '#server/db/roles.ts'
import type { Db } from '#server/db/tables.ts'
import { forbidden } from './errors.ts'
import { requireViewer } from './viewer.ts'

/**
 * Throws 403 if the viewer has lost the role that the endpoint needs since the request began. Otherwise they keep it until the
 * transaction ends.
 */
export async function requireHeldRole(db: Db, request: FastifyRequest): Promise<void> {
	const { auth } = request.routeOptions.config
	if (auth !== 'moderator' && auth !== 'admin') return
	const role = await holdRole(db, requireViewer(request).userId)
	if (!role || !includesRole(role, auth)) throw forbidden(ROLE_NEEDED[auth])
}
