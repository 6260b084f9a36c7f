import type { Config } from '#server/config.ts'
import { findForeignProcesses } from '#server/db/application-names.ts'
import { findSecretFingerprint } from '#server/db/secret-fingerprint.ts'
import { readServerInfo, type ServerInfo } from '#server/db/server-info.ts'
import type { Db } from '#server/db/tables.ts'
import { OtherSecretError, READ_ONLY_DATABASE, StartupError } from './startup-errors.ts'

const MIN_SERVER_VERSION = 15

/**
 * Checks that the site can use the PostgreSQL server, and that the secret is the one of the site and its other processes.
 * Returns what the server says about itself. Throws `StartupError`.
 */
export async function checkDatabase(db: Db, fingerprint: string): Promise<ServerInfo> {
	const info = await readServerInfo(db)
	const { majorVersion, version, encoding, isReadOnly } = info
	if (majorVersion < MIN_SERVER_VERSION)
		throw new StartupError(`PostgreSQL ${version} is too old: Savepoint needs ${MIN_SERVER_VERSION} or newer.`)
	if (encoding !== 'UTF8')
		throw new StartupError(
			`The database has the encoding ${encoding}. Create one with the encoding UTF8, and set DATABASE_URL to it.`,
		)
	if (isReadOnly) throw READ_ONLY_DATABASE
	await assertSameSecret(db, fingerprint)
	return info
}

/** What a site loses with its secret. */
export const LOST_WITH_SECRET =
	'everyone is logged out, waiting mails and push subscriptions are dropped, links in sent mails no longer unsubscribe or appeal, and authenticator apps no longer work'

/**
 * Throws `OtherSecretError` if running processes use the database with a secret of another fingerprint, or the site in it had
 * one until now.
 */
export async function assertSameSecret(db: Db, fingerprint: string): Promise<void> {
	await assertNoForeignProcesses(db, fingerprint)
	await assertRecordedSecret(db, fingerprint)
}

/** Throws `OtherSecretError` if the site in the database had a secret of another fingerprint until now. */
export async function assertRecordedSecret(db: Db, fingerprint: string): Promise<void> {
	const recorded = await findSecretFingerprint(db)
	if (recorded !== undefined && recorded !== fingerprint)
		throw new OtherSecretError(
			`The secret (SECRET_KEY, or else the file "secret" in DATA_DIR) is not the one that the site in this database has had until now. Set SECRET_KEY or DATA_DIR as before, or restore the file from a backup. With another secret ${LOST_WITH_SECRET}. If it is lost, or meant to change, stop all processes of the site and run: npm run admin -- accept-secret --yes`,
		)
}

/** Throws `OtherSecretError` if running processes use the database with a secret of another fingerprint. */
export async function assertNoForeignProcesses(db: Db, fingerprint: string): Promise<void> {
	const foreignSecrets = await findForeignProcesses(db, fingerprint)
	if (foreignSecrets.length > 0)
		throw new OtherSecretError(
			`Another secret is in use on this database (${foreignSecrets.join(', ')}): each would reject the other's sessions. Set the same SECRET_KEY, or the same DATA_DIR, for all processes of the site; to change it, stop all of them first.`,
		)
}

/** Returns a warning if the processes of this machine may need more connections than the server accepts. */
export function describeConnectionShortage(
	{
		workers,
		databaseConnections,
		databaseUrl,
		databaseDirectUrl,
	}: Pick<Config, 'workers' | 'databaseConnections' | 'databaseUrl' | 'databaseDirectUrl'>,
	maxConnections: number,
): string | undefined {
	// A pooler shares its connections among the processes
	if (databaseDirectUrl !== undefined) return undefined
	// While they are restarted one at a time, there is one more
	const processes = workers > 1 ? workers + 1 : 1
	const needed = processes * databaseConnections
	if (needed <= maxConnections) return undefined
	const product =
		workers > 1 ? `${processes} processes during a restart × DATABASE_CONNECTIONS` : 'DATABASE_CONNECTIONS'
	const remedy = databaseUrl === undefined ? 'set DATABASE_URL to another server' : "raise the server's max_connections"
	return `The PostgreSQL server accepts ${maxConnections} connections, but this site may open ${needed} (${product}): lower DATABASE_CONNECTIONS, or ${remedy}.`
}
