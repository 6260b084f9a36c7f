import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { BAD_IDEMPOTENCY_KEY, IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_MAX } from '#contract/idempotency.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { now, type Services } from '#server/services.ts'
import { AppError } from './errors.ts'
import { claimIdempotencyKey, findMadeBefore } from './queries-idempotency.ts'

/**
 * Makes something once, however often its call arrives: a call with the key and the content of an earlier one gets the id of
 * what was made then. `content` is what else must be the same. What `make` throws leaves the key free. Throws 400 on a bad key.
 */
export async function once(
	services: Services,
	request: FastifyRequest,
	content: unknown,
	make: (db: Db, id: string) => Promise<void>,
): Promise<{ id: string; isNew: boolean }> {
	const id = uuidv7({ msecs: services.clock() })
	const hash = hashOf(services, request, content)
	if (hash === undefined) {
		await make(services.db, id)
		return { id, isNew: true }
	}
	return inTransaction(services.db, async (db) => {
		// The first lock of all: the same call at the same time waits here for the end of this one
		const made = await claimIdempotencyKey(db, { hash, made: id, at: now(services) })
		const isNew = made === id
		if (isNew) await make(db, id)
		return { id: made, isNew }
	})
}

/** The id of what an earlier call with this key and content made. Throws 400 on a bad key. */
export async function madeBefore(
	services: Services,
	request: FastifyRequest,
	content: unknown,
): Promise<string | undefined> {
	const hash = hashOf(services, request, content)
	return hash === undefined ? undefined : findMadeBefore(services.db, hash)
}

/** What the database keeps of a call: who calls what, with which key and content. */
function hashOf({ keys }: Services, request: FastifyRequest, content: unknown): string | undefined {
	const key = request.headers[IDEMPOTENCY_KEY]
	if (key === undefined) return undefined
	if (typeof key !== 'string' || key === '' || key.length > IDEMPOTENCY_KEY_MAX)
		throw new AppError(400, BAD_IDEMPOTENCY_KEY)
	const call = [request.viewer?.userId, request.method, request.url, key, content]
	return createHmac('sha256', keys.addresses).update(JSON.stringify(call)).digest('base64url')
}
