import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { toFolderError, StartupError } from './startup-errors.ts'

/** The keys of one site, each for one use, all made from one secret. */
export interface Keys {
	accessTokens: Buffer
	refreshTokens: KeyObject
	cursors: KeyObject
	addresses: KeyObject
	socialSignIns: KeyObject
	/** Tells whether two processes have the same secret, and nothing of it. */
	fingerprint: string
}

/** The keys that belong to a secret. */
export function deriveKeys(secret: string): Keys {
	const key = (use: string) => Buffer.from(hkdfSync('sha256', secret, 'savepoint', use, 32))
	// A MAC with bare bytes makes such an object each time, which takes longer than the MAC
	const macKey = (use: string) => createSecretKey(key(use))
	return {
		accessTokens: key('access tokens'),
		refreshTokens: macKey('refresh tokens'),
		cursors: macKey('cursors'),
		addresses: macKey('addresses'),
		socialSignIns: macKey('social sign-ins'),
		fingerprint: key('fingerprint').toString('hex').slice(0, 12),
	}
}

/** The secret kept in the data folder, made at the first start and readable by its owner only. */
export async function loadOrCreateSecret(dataDir: string): Promise<string> {
	const file = path.join(dataDir, 'secret')
	const secret = await readOrCreateFile(file).catch((error: unknown) => {
		throw toFolderError(error, dataDir) ?? error
	})
	if (secret.length < 32)
		throw new StartupError(
			`The file ${file} does not hold a secret. Restore it from a backup, or delete it to sign everyone out.`,
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
	return (await readFile(file, 'utf8')).trim()
}
