import path from 'node:path'
import { type Config, ConfigError } from '#server/config.ts'
import { BundledServerError } from '#server/db/bundled/bundled-server-error.ts'
import { FolderInUseError } from '#server/db/folder-lock.ts'
import { MigrationError, SchemaMismatchError } from '#server/db/migration-errors.ts'
import { isUnreachable } from '#server/db/outage-errors.ts'

/** An error that prevents startup; its message is a sentence for the operator. */
export class StartupError extends Error {}

/** The secret is not the one of the site in the database. */
export class OtherSecretError extends StartupError {}

/** Describes a startup error in a sentence for the operator. */
export function describeStartupError(error: unknown): string {
	if (error instanceof ConfigError) return `The configuration is invalid:\n${error.message}`
	if (
		error instanceof BundledServerError ||
		error instanceof FolderInUseError ||
		error instanceof SchemaMismatchError ||
		error instanceof StartupError
	)
		return error.message
	return `Savepoint could not start: ${getErrorMessage(error)}`
}

/** An address to listen on, and the names of its settings unless they are HOST and PORT. */
export interface ListenAddress {
	host: string
	port: number
	settings?: { host: string; port: string }
}

/** The settings of the address of the metrics. */
export const METRICS_SETTINGS = { host: 'METRICS_HOST', port: 'METRICS_PORT' } as const

/** Converts an error of listening to a `StartupError`. */
export function toListenError(
	error: unknown,
	{ host, port, settings = { host: 'HOST', port: 'PORT' } }: ListenAddress,
): StartupError {
	const code = getErrorCode(error)
	if (code === 'EADDRINUSE')
		return new StartupError(
			`The port is in use by another program. Stop that program, or set ${settings.port} to another port: ${port} is taken.`,
		)
	if (code === 'EACCES')
		return new StartupError(
			`The system does not let this user listen on port ${port}. Set ${settings.port} to 1024 or higher.`,
		)
	if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EINVAL')
		return new StartupError(
			`${settings.host} must be an address of this machine, or :: for all of them, not "${host}".`,
		)
	return new StartupError(`The site cannot listen on port ${port} of ${host}: ${getErrorMessage(error)}.`)
}

const DISK_FULL = /^(53100|ENOSPC|EDQUOT)$/
const NOT_WRITABLE = /^(EACCES|EPERM|EROFS)$/
const NOT_A_FOLDER = /^(EEXIST|ENOTDIR|ENOENT|EISDIR|ENAMETOOLONG|ELOOP|EINVAL)$/

/** Converts a file system error of the data folder to a `StartupError`; returns undefined for other errors. */
export function toFolderError(error: unknown, folder: string): StartupError | undefined {
	const code = getErrorCode(error)
	const message = getErrorMessage(error)
	if (DISK_FULL.test(code) || /no space left on device/i.test(message))
		return new StartupError(
			`The disk of the data folder ${folder} is full: ${message}. Free some space and start again.`,
		)
	if (NOT_WRITABLE.test(code))
		return new StartupError(
			`The data folder ${folder} is not writable: ${message}. Give this user write access, or set DATA_DIR to another folder.`,
		)
	if (NOT_A_FOLDER.test(code))
		return new StartupError(`DATA_DIR must be a folder, or a path where one can be created: ${message}.`)
	return undefined
}

/** Converts an error of the configured database to an error for the operator. */
export function toDatabaseError(
	error: unknown,
	{ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
): unknown {
	return databaseUrl === undefined ? toBundledServerError(error, path.resolve(dataDir)) : toDatabaseServerError(error)
}

function toBundledServerError(error: unknown, folder: string): unknown {
	if (error instanceof SchemaMismatchError || error instanceof StartupError) return error
	const known = toFolderError(error instanceof MigrationError ? error.cause : error, folder)
	if (known || error instanceof BundledServerError) return known ?? error
	if (isUnreachable(error))
		return new StartupError(`The database in ${folder} cannot be reached: ${getErrorMessage(error)}.`)
	return new StartupError(
		`The database in ${folder} cannot be opened: ${getErrorMessage(error)}. If its files are damaged, restore them from a backup, or set DATA_DIR to another folder.`,
	)
}

export const READ_ONLY_DATABASE = new StartupError(
	'The database is read-only. DATABASE_URL must name the primary server, not a standby, and allow writing.',
)

const FOREIGN_SCHEMA = /^(42P07|42P06|42710|42723|42P16|42703|42P01|42804)$/
const TLS_FAILURE = /^(SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|CERT_|ERR_TLS_|ERR_SSL_)/

/** Converts an error of the PostgreSQL server to a `StartupError`; returns unknown errors unchanged. */
export function toDatabaseServerError(error: unknown): unknown {
	if (error instanceof SchemaMismatchError || error instanceof StartupError) return error
	const cause = error instanceof MigrationError ? error.cause : error
	const sentence =
		describeServerError(getErrorCode(cause), getErrorMessage(cause)) ??
		(isUnreachable(cause) ? `The database cannot be reached: ${getErrorMessage(cause)}` : undefined)
	const migration = error instanceof MigrationError ? `The migration "${error.migration}" was not applied. ` : ''
	if (sentence) return new StartupError(migration + sentence)
	return migration ? new StartupError(`${migration}The database answered: ${getErrorMessage(cause)}.`) : error
}

function describeServerError(code: string, message: string): string | undefined {
	if (code.startsWith('28'))
		return `The database cannot be reached: it rejects the user name or password in DATABASE_URL (${message}).`
	if (code === '3D000') return `The database cannot be reached: ${message}. Create it, or correct DATABASE_URL.`
	if (code === '53300')
		return `The PostgreSQL server accepts no more connections (${message}). Lower DATABASE_CONNECTIONS, or raise its max_connections.`
	if (code === '25006') return READ_ONLY_DATABASE.message
	if (DISK_FULL.test(code))
		return `The disk of the PostgreSQL server is full: ${message}. Free some space and start again.`
	if (code === '42501')
		return `The database user lacks a permission: ${message}. Make that user the owner of the database; if it concerns an extension, run as a superuser: create extension pg_trgm.`
	if (code === '0A000' || code === '58P01')
		return `The PostgreSQL server lacks an extension that Savepoint needs: ${message}. Install its contrib package.`
	if (FOREIGN_SCHEMA.test(code))
		return `The database contains tables of another program (${message}). Set DATABASE_URL to a database of Savepoint's own.`
	if (/^(XX00|58)/.test(code)) return `The database is damaged: ${message}. Restore it from a backup.`
	if (TLS_FAILURE.test(code) || /SSL/.test(message))
		return `The connection to the database cannot be secured: ${message}. Correct the server's certificate, or sslmode in DATABASE_URL.`
	if (/^Connection terminated unexpectedly|invalid response/.test(message))
		return `The server at DATABASE_URL is not a PostgreSQL server, or it closed the connection: ${message}.`
	return undefined
}

function getErrorCode(error: unknown): string {
	return String((error as { code?: unknown } | null)?.code ?? '')
}

/** Returns the first line of an error's message without its period; for an `AggregateError` the first error's. */
export function getErrorMessage(error: unknown): string {
	const { message, errors } = error as Partial<AggregateError>
	const text = message || errors?.[0]?.message || String(error)
	return text.split('\n')[0]?.replace(/\.$/, '') ?? ''
}
