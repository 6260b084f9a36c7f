import path from 'node:path'
import type { Config } from '#server/config.ts'
import { lockFolder } from '#server/db/folder-lock.ts'

/**
 * Keeps other sites from the data folder with the database. Returns the function that lets them in. Throws `FolderInUseError`
 * if a site runs on it.
 */
export async function lockDataFolder({ databaseUrl, dataDir }: Config): Promise<() => Promise<void>> {
	return databaseUrl === undefined ? lockFolder(path.resolve(dataDir)) : async () => {}
}
