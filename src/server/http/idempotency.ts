import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { BAD_IDEMPOTENCY_KEY, IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_MAX } from '#contract/idempotency.ts'
import { now } from '#server/clock.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Services } from '#server/services.ts'
import { AppError } from './errors.ts'
import { claimIdempotencyKey, findIdempotencyResult } from './queries-idempotency.ts'

/**
 * Creates something at most once per idempotency key: a repeated call with the same key and `content` returns the id
 * of the first one. If `create` throws, the key stays free. Throws 400 on a malformed key.
 */
export async function createOnce(
	services: Services,
	request: FastifyRequest,
	content: unknown,
	create: (db: Db, id: string) => Promise<void>,
): Promise<{ id: string; isNew: boolean }> {
	const id = uuidv7({ msecs: services.clock() })
	const hash = hashCall(services, request, content)
	if (hash === undefined) {
		await create(services.db, id)
		return { id, isNew: true }
	}
	return inTransaction(services.db, async (db) => {
		// Must be the first lock: a concurrent call with the same key waits here until this one ends
		const claimedId = await claimIdempotencyKey(db, { hash, made: id, at: now(services) })
		const isNew = claimedId === id
		if (isNew) await create(db, id)
		return { id: claimedId, isNew }
	})
}

/** Returns the id that an earlier call with the same key and content created. Throws 400 on a malformed key. */
export async function findEarlierResult(
	services: Services,
	request: FastifyRequest,
	content: unknown,
): Promise<string | undefined> {
	const hash = hashCall(services, request, content)
	return hash === undefined ? undefined : findIdempotencyResult(services.db, hash)
}

/** Returns the hash under which the database stores a call: its caller, method, URL, key and content. */
function hashCall({ keys }: Services, request: FastifyRequest, content: unknown): string | undefined {
	const key = request.headers[IDEMPOTENCY_KEY]
	if (key === undefined) return undefined
	if (typeof key !== 'string' || key === '' || key.length > IDEMPOTENCY_KEY_MAX)
		throw new AppError(400, BAD_IDEMPOTENCY_KEY)
	const call = [request.viewer?.userId, request.method, request.url, key, content]
	return createHmac('sha256', keys.addresses).update(JSON.stringify(call)).digest('base64url')
}
