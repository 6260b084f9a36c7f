import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#server/config.ts'
import { OtherSecretError, StartupError, toFolderError } from './startup-errors.ts'
import { deriveVapidKeys, type VapidKeys } from './vapid-keys.ts'

/** The file of a generated secret in the data folder. */
export const SECRET_FILE = 'secret'
const MAX_READS = 20
const READ_INTERVAL_MS = 50

/** The keys of a site, one per purpose, all derived from one secret. */
export interface Keys {
	accessTokens: Buffer
	refreshTokens: KeyObject
	cursors: KeyObject
	addresses: KeyObject
	socialLogins: KeyObject
	/** Hashes the usernames of deleted accounts. */
	deletedUsernames: KeyObject
	/** Encrypts the secrets of authenticator apps. */
	authenticators: KeyObject
	passkeyChallenges: KeyObject
	/** Signs the challenges of proofs of work. */
	workChallenges: KeyObject
	/** Encrypts waiting mails. */
	mails: KeyObject
	/** The site's key pair at push services. */
	webPush: VapidKeys
	/** Signs the links that stop mails. */
	unsubscribing: KeyObject
	/** Signs the links that appeal decisions of moderators. */
	appeals: KeyObject
	/** Shows whether two processes have the same secret, without revealing it. */
	fingerprint: string
}

/** Derives the keys of a secret. */
export function deriveKeys(secret: string): Keys {
	const key = (use: string) => Buffer.from(hkdfSync('sha256', secret, 'savepoint', use, 32))
	// With raw bytes every MAC would create such an object, which takes longer than the MAC
	const keyObject = (use: string) => createSecretKey(key(use))
	return {
		accessTokens: key('access tokens'),
		refreshTokens: keyObject('refresh tokens'),
		cursors: keyObject('cursors'),
		addresses: keyObject('addresses'),
		socialLogins: keyObject('social sign-ins'),
		deletedUsernames: keyObject('deleted usernames'),
		authenticators: keyObject('authenticators'),
		passkeyChallenges: keyObject('passkey challenges'),
		workChallenges: keyObject('work challenges'),
		mails: keyObject('mails'),
		webPush: deriveVapidKeys(secret),
		unsubscribing: keyObject('unsubscribing'),
		appeals: keyObject('appeals'),
		fingerprint: key('fingerprint').toString('hex').slice(0, 12),
	}
}

/** A secret from the data folder. */
interface StoredSecret {
	secret: string
	/** Whether this call has generated it. */
	isNew: boolean
}

/**
 * Runs `work` with the secret of SECRET_KEY or of the data folder, where the first start generates it. A new one goes again if
 * it turns out not to be the site's.
 */
export async function withSecret<T>(
	{ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>,
	work: (secret: string) => Promise<T>,
): Promise<T> {
	if (secretKey) return work(secretKey)
	const { secret, isNew } = await loadOrCreateSecret(dataDir)
	try {
		return await work(secret)
	} catch (error) {
		if (isNew && error instanceof OtherSecretError) await rm(path.join(dataDir, SECRET_FILE), { force: true })
		throw error
	}
}

/** Loads the secret from the data folder, or generates it, readable by its owner only. */
export async function loadOrCreateSecret(dataDir: string): Promise<StoredSecret> {
	const file = path.join(dataDir, SECRET_FILE)
	const stored = await readOrCreateFile(file).catch((error: unknown) => {
		throw toFolderError(error, dataDir) ?? error
	})
	if (stored.secret.length < 32)
		throw new StartupError(
			`The file ${file} does not contain a secret. Restore it from a backup. If there is none, delete the file: the next start says how to go on with a new secret.`,
		)
	return stored
}

async function readOrCreateFile(file: string): Promise<StoredSecret> {
	await mkdir(path.dirname(file), { recursive: true })
	try {
		await writeFile(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
		return { secret: await readSecret(file), isNew: false }
	}
	return { secret: await readSecret(file), isNew: true }
}

/** Reads the secret. Another process that has just created the file may not have written it yet. */
async function readSecret(file: string): Promise<string> {
	for (let attempt = 1; ; attempt++) {
		const secret = (await readFile(file, 'utf8')).trim()
		if (secret !== '' || attempt === MAX_READS) return secret
		await sleep(READ_INTERVAL_MS)
	}
}
