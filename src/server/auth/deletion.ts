import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/tables.ts'
import { now, type Services } from '../services.ts'

// no letters and digits that look alike
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const TRIES = 3
const DEADLOCK = '40P01'

/**
 * Deletes an account with everything that was made and given with it, in one transaction: the tables' cascades take
 * the rows, their triggers the counts. Returns the code of the deletion, undefined where the account was gone before.
 */
export async function deleteAccountOf(services: Services, userId: string): Promise<string | undefined> {
	for (let attempt = 1; ; attempt++)
		try {
			return await services.db.transaction().execute((db) => removeAll(db, userId, now(services)))
		} catch (error) {
			// it takes many locks, in the way of whoever likes and comments there at this moment
			if (attempt === TRIES || !(error instanceof Error && 'code' in error && error.code === DEADLOCK)) throw error
		}
}

async function removeAll(db: Db, userId: string, at: string): Promise<string | undefined> {
	// what names the account without being tied to its row
	await sql`delete from review_seen where viewer = ${userId} and length(viewer) = 36`.execute(db)
	await db.deleteFrom('sign_in_failures').where('subject', '=', `account:${userId}`).execute()
	const deleted = await db.deleteFrom('users').where('id', '=', userId).returning('id').executeTakeFirst()
	if (!deleted) return undefined
	const code = newCode()
	await db.insertInto('deletions').values({ code, requested_at: at, completed_at: null }).execute()
	return code
}

/** Sixteen letters in groups: 78 bits, to be read out and typed. */
function newCode(): string {
	const letters: string[] = []
	// a byte past the last whole run of the letters would favour the first of them
	const fair = 256 - (256 % LETTERS.length)
	while (letters.length < 16) {
		const byte = randomBytes(1)[0] ?? 0
		if (byte < fair) letters.push(LETTERS[byte % LETTERS.length] ?? '')
	}
	return letters.join('').replace(/(.{4})(?!$)/g, '$1-')
}

export function findDeletion(db: Db, code: string) {
	return db.selectFrom('deletions').selectAll().where('code', '=', code.toUpperCase()).executeTakeFirst()
}

/** Closes the deletions that were asked for before a time: nothing is left of them outside of the database either. */
export async function completeDeletions(db: Db, before: string, at: string): Promise<void> {
	await db
		.updateTable('deletions')
		.set({ completed_at: at })
		.where('completed_at', 'is', null)
		.where('requested_at', '<', before)
		.execute()
}
