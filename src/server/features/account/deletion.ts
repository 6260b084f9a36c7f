import { randomBytes } from 'node:crypto'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { now, type Services } from '#server/services.ts'
import { hideAccount } from './queries-deletions.ts'

// No letters and digits that look alike
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Deletes an account with everything that was made and given with it: in one moment it is hidden, its sessions are over
 * and its name and address are free; then its rows are deleted in batches, a small account's before this returns.
 * Returns the code of the deletion, undefined where the account was gone before.
 * `check` runs first, in the transaction that hides it, and throws where the account may not be deleted after all.
 */
export async function deleteAccountOf(
	services: Services,
	userId: string,
	{ code = newDeletionCode(), check }: { code?: string; check?: (db: Db) => Promise<void> } = {},
): Promise<string | undefined> {
	const isHidden = await inTransaction(services.db, async (db) => {
		await check?.(db)
		return hideAccount(db, userId, code, now(services))
	})
	if (!isHidden) return undefined
	await services.purges.begin(userId)
	return code
}

/** A code for a deletion, sixteen letters in groups: 78 bits, to be read out and typed. */
export function newDeletionCode(): string {
	return codeOf(randomBytes(64)).replace(/(.{4})(?!$)/g, '$1-')
}

/** Sixteen letters of 64 bytes that nobody can guess. */
export function codeOf(bytes: Buffer): string {
	// A byte past the last whole run of the letters would favor the first of them
	const fair = 256 - (256 % LETTERS.length)
	return [...bytes]
		.filter((byte) => byte < fair)
		.slice(0, 16)
		.map((byte) => LETTERS[byte % LETTERS.length])
		.join('')
}
