import { expect, onTestFinished, test } from 'vitest'
import { openMigratedDatabase } from '#kit/database-server.ts'
import { countLockWaits } from '#kit/lock-waits.ts'
import { findSecretFingerprint, recordSecretFingerprint, replaceSecretFingerprint } from './secret-fingerprint.ts'

async function open() {
	const database = await openMigratedDatabase()
	onTestFinished(database.close)
	return database.db
}

test('of several first starts at once one records its secret, which stays', async () => {
	const db = await open()
	expect(await findSecretFingerprint(db)).toBeUndefined()
	const fingerprints = ['one', 'two', 'three', 'four']
	await Promise.all(fingerprints.map((fingerprint) => recordSecretFingerprint(db, fingerprint)))
	const recorded = await findSecretFingerprint(db)
	expect(fingerprints).toContain(recorded)
	await recordSecretFingerprint(db, 'later')
	expect(await findSecretFingerprint(db)).toBe(recorded)
})

test('a start that reads the secret while another is accepted waits for it', async () => {
	const db = await open()
	await recordSecretFingerprint(db, 'former')
	const { found } = await db.transaction().execute(async (transaction) => {
		await replaceSecretFingerprint(transaction, 'next')
		const found = findSecretFingerprint(db)
		await expect.poll(() => countLockWaits(db)).toBe(1)
		return { found }
	})
	expect(await found).toBe('next')
})

test('the secret can be read where nothing can be written, as a backup needs', async () => {
	const db = await open()
	await recordSecretFingerprint(db, 'former')
	const reading = db.transaction().setAccessMode('read only')
	expect(await reading.execute(findSecretFingerprint)).toBe('former')
})
