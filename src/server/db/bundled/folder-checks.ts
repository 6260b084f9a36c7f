import { existsSync } from 'node:fs'
import { readdir, readFile, statfs } from 'node:fs/promises'
import path from 'node:path'
import { LAST_COMMIT_BEFORE_BASELINE } from '#server/db/before-baseline.ts'
import { BundledServerError } from './bundled-server-error.ts'
import { CLUSTER_FOLDER } from './create-cluster.ts'
import { BUNDLED_VERSION } from './programs.ts'

/** The folder in `DATA_DIR` that the server has to itself. */
export const SERVER_FOLDER = 'postgres'
const VERSION_FILE = 'PG_VERSION'
/** The last commit with the database of before, compiled to WebAssembly. */
const LAST_COMMIT_WITH_PGLITE = 'd5768d4'

/** Types of file systems that several machines can have open, by Linux's `statfs`. */
const NETWORK_SHARES: ReadonlyMap<number, string> = new Map([
	[0x6969, 'NFS'],
	[0xff534d42, 'CIFS'],
	[0xfe534d42, 'SMB'],
	[0x517b, 'SMB'],
	[0x01021997, '9P'],
	[0x00c36400, 'Ceph'],
	[0x5346414f, 'AFS'],
])

/** Returns what kind of network share a type of file system is; undefined if it is none. */
export function findNetworkShare(type: number): string | undefined {
	return NETWORK_SHARES.get(type)
}

/**
 * Checks that a data folder has no database, or one of the bundled server's version. Throws `BundledServerError` that says
 * what to do; the folder stays as it is.
 */
export async function assertUsable(dataDir: string): Promise<void> {
	const share = process.platform === 'linux' ? findNetworkShare((await statfs(dataDir)).type) : undefined
	if (share !== undefined)
		throw new BundledServerError(
			`The data folder ${dataDir} is on a network share (${share}), where two machines could open the database at once. Set DATA_DIR to a folder on a local disk, or DATABASE_URL to a PostgreSQL server.`,
		)
	const folder = path.join(dataDir, SERVER_FOLDER)
	if (!existsSync(folder)) return
	if (existsSync(path.join(folder, VERSION_FILE)))
		throw new BundledServerError(
			`The folder ${folder} has the database of an earlier Savepoint, which stays as it is. To bring it here, run npm run backup in a clone at commit ${LAST_COMMIT_WITH_PGLITE}, move the data folder away, run npm run restore in one at commit ${LAST_COMMIT_BEFORE_BASELINE}, and start this version.`,
		)
	const cluster = path.join(folder, CLUSTER_FOLDER)
	if (existsSync(cluster)) await assertVersion(cluster)
	else await assertEmpty(folder)
}

async function assertVersion(cluster: string): Promise<void> {
	const version = await readFile(path.join(cluster, VERSION_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') throw describeStranger(cluster)
		throw error
	})
	if (version.trim() !== String(BUNDLED_VERSION))
		throw new BundledServerError(
			`The database in ${cluster} is of PostgreSQL ${version.trim()}, and this Savepoint brings ${BUNDLED_VERSION}. It stays as it is; docs/backup.md says how to change the version.`,
		)
}

async function assertEmpty(folder: string): Promise<void> {
	// What a process leaves behind that was killed while it created the database
	const others = (await readdir(folder)).filter((name) => !name.startsWith(`${CLUSTER_FOLDER}.`))
	if (others.length > 0) throw describeStranger(folder)
}

function describeStranger(folder: string): BundledServerError {
	return new BundledServerError(
		`The folder ${folder} contains no database, but it is not empty. Move its files away, or set DATA_DIR to another folder.`,
	)
}
