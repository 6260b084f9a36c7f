import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '#server/config.ts'
import { SERVER_FOLDER } from '#server/db/bundled/folder-checks.ts'
import { loadOrCreateSecret, SECRET_FILE } from './secret-keys.ts'
import { StartupError } from './startup-errors.ts'

// What commands need: only `npm start`, `npm run restore` and `npm run move` make a site

/** Throws `StartupError` if no database is configured and the data folder has none. */
export function assertHasDatabase({ databaseUrl, dataDir }: Config): void {
	const folder = path.resolve(dataDir)
	if (databaseUrl === undefined && !existsSync(path.join(folder, SERVER_FOLDER)))
		throw new StartupError(
			`There is no site here: the data folder ${folder} has no database, and DATABASE_URL is not set. Set DATA_DIR or DATABASE_URL as the site has it. npm start makes a new site.`,
		)
}

/** Returns the secret of the configured site. Throws `StartupError` if the data folder has none. */
export async function readSecret({ secretKey, dataDir }: Config): Promise<string> {
	if (secretKey) return secretKey
	if (existsSync(path.join(dataDir, SECRET_FILE))) return (await loadOrCreateSecret(dataDir)).secret
	throw new StartupError(
		`There is no site in ${path.resolve(dataDir)}, at least not its secret. Set DATA_DIR, or SECRET_KEY, as the site has it.`,
	)
}
