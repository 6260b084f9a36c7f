import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError, toFolderError } from './startup-errors.ts'
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
	socialSignIns: KeyObject
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
		socialSignIns: keyObject('social sign-ins'),
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

/** Loads the secret from the data folder. The first start generates it, readable by its owner only. */
export async function loadOrCreateSecret(dataDir: string): Promise<string> {
	const file = path.join(dataDir, SECRET_FILE)
	const secret = await readOrCreateFile(file).catch((error: unknown) => {
		throw toFolderError(error, dataDir) ?? error
	})
	if (secret.length < 32)
		throw new StartupError(
			`The file ${file} does not contain a secret. Restore it from a backup, or delete it to log everyone out.`,
		)
	return secret
}

async function readOrCreateFile(file: string): Promise<string> {
	await mkdir(path.dirname(file), { recursive: true })
	try {
		await writeFile(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
	}
	return readSecret(file)
}

/** Reads the secret. Another process that has just created the file may not have written it yet. */
async function readSecret(file: string): Promise<string> {
	for (let attempt = 1; ; attempt++) {
		const secret = (await readFile(file, 'utf8')).trim()
		if (secret !== '' || attempt === MAX_READS) return secret
		await sleep(READ_INTERVAL_MS)
	}
}
