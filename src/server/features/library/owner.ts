import type { FastifyRequest } from 'fastify'
import { LOG_IN_TO_KEEP_TRACK } from '#contract/library-entry.ts'
import { LOGIN_NEEDED } from '#contract/session-refusals.ts'
import { USER_NOT_FOUND } from '#contract/users.ts'
import { notFound, unauthorized } from '#server/http/errors.ts'
import { findLibraryOwner, type LibraryOwner } from './queries-owners.ts'

/**
 * Finds the user whose library a request reads: by id, else by name, else the viewer. Throws 404 for an unknown user, and 401 for a
 * visitor who names none.
 */
export async function requireLibraryOwner(
	request: FastifyRequest,
	{ userId, username }: { userId?: string; username?: string },
): Promise<LibraryOwner> {
	const viewerId = request.viewer?.userId
	if (userId === undefined && username === undefined && viewerId === undefined)
		throw unauthorized({ ...LOGIN_NEEDED, error: LOG_IN_TO_KEEP_TRACK })
	const owner = await findLibraryOwner(
		request.reads,
		userId === undefined && username !== undefined ? { username } : { userId: userId ?? viewerId ?? '' },
		viewerId ?? null,
	)
	if (!owner) throw notFound(USER_NOT_FOUND)
	return owner
}
