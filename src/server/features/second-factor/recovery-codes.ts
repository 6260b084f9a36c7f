import { LIMITS } from '#contract/limits.ts'
import { createReadableCode } from '#server/db/readable-codes.ts'
import { hashToken } from '#server/db/secret-tokens.ts'
import type { Db } from '#server/db/tables.ts'
import { replaceRecoveryCodes, spendRecoveryCode } from './queries.ts'

/** Replaces a user's recovery codes and returns the new ones; the database stores their hashes. */
export async function createRecoveryCodes(db: Db, userId: string, at: string): Promise<string[]> {
	const codes = Array.from({ length: LIMITS.recoveryCodes }, createReadableCode)
	await replaceRecoveryCodes(db, userId, codes.map(hashCode), at)
	return codes
}

/** Verifies a recovery code, which works once, however it is spaced and in upper or lower case. */
export function verifyRecoveryCode(db: Db, userId: string, code: string): Promise<boolean> {
	return spendRecoveryCode(db, userId, hashCode(code))
}

/** 78 random bits need no salt. */
function hashCode(code: string): string {
	return hashToken(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
}
