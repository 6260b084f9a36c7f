import { ConfigMistakes } from '#server/config.ts'
import { FolderInUseError } from '#server/db/folder-lock.ts'
import { MigrationError, SchemaMismatchError } from '#server/db/migrate.ts'
import { isUnreachable } from '#server/db/outage-errors.ts'

/** Why the site does not start, in a sentence for the operator. */
export class StartProblem extends Error {}

/** What went wrong at the start, as a sentence for the operator. */
export function explain(error: unknown): string {
	if (error instanceof ConfigMistakes) return `The configuration is invalid:\n${error.message}`
	if (error instanceof FolderInUseError || error instanceof SchemaMismatchError || error instanceof StartProblem)
		return error.message
	return `Savepoint could not start: ${wordsOf(error)}`
}

/** Why the site cannot listen. */
export function listenProblem(error: unknown, { host, port }: { host: string; port: number }): StartProblem {
	const code = codeOf(error)
	if (code === 'EADDRINUSE')
		return new StartProblem(
			`The port is in use by another program. Stop that program, or set PORT to another port: ${port} is taken.`,
		)
	if (code === 'EACCES')
		return new StartProblem(`The system does not let this user listen on port ${port}. Set PORT to 1024 or higher.`)
	if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EINVAL')
		return new StartProblem(`HOST must be an address of this machine, or :: for all of them, not "${host}".`)
	return new StartProblem(`The site cannot listen on port ${port} of ${host}: ${wordsOf(error)}.`)
}

const FULL = /^(53100|ENOSPC|EDQUOT)$/
const READ_ONLY = /^(EACCES|EPERM|EROFS)$/
const NO_FOLDER = /^(EEXIST|ENOTDIR|ENOENT|EISDIR|ENAMETOOLONG|ELOOP|EINVAL)$/

/** Why the data folder cannot be used; undefined where the reason is another one. */
export function folderProblem(error: unknown, folder: string): StartProblem | undefined {
	const code = codeOf(error)
	const message = wordsOf(error)
	if (FULL.test(code) || /no space left on device/i.test(message))
		return new StartProblem(
			`The disk of the data folder ${folder} is full: ${message}. Free some space and start again.`,
		)
	if (READ_ONLY.test(code))
		return new StartProblem(
			`The data folder ${folder} is not writable: ${message}. Give this user write access, or set DATA_DIR to another folder.`,
		)
	if (NO_FOLDER.test(code))
		return new StartProblem(`DATA_DIR must be a folder, or a path where one can be created: ${message}.`)
	return undefined
}

/** Why the embedded database does not open. */
export function embeddedProblem(error: unknown, folder: string): unknown {
	if (error instanceof FolderInUseError || error instanceof SchemaMismatchError) return error
	return (
		folderProblem(error, folder) ??
		new StartProblem(
			`The embedded database in ${folder} cannot be opened: ${wordsOf(error)}. Its files are damaged: restore them from a backup, or set DATA_DIR to another folder.`,
		)
	)
}

export const READ_ONLY_SERVER = new StartProblem(
	'The database is read-only. DATABASE_URL must name the primary server, not a standby, and allow writing.',
)

const OF_ANOTHER_PROGRAM = /^(42P07|42P06|42710|42723|42P16|42703|42P01|42804)$/
const INSECURE = /^(SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|CERT_|ERR_TLS_|ERR_SSL_)/

/** Why the PostgreSQL server of DATABASE_URL cannot be used. */
export function serverProblem(error: unknown): unknown {
	if (error instanceof SchemaMismatchError || error instanceof StartProblem) return error
	const cause = error instanceof MigrationError ? error.cause : error
	const sentence =
		serverSentence(codeOf(cause), wordsOf(cause)) ??
		(isUnreachable(cause) ? `The database cannot be reached: ${wordsOf(cause)}` : undefined)
	const migration = error instanceof MigrationError ? `The migration "${error.migration}" was not applied. ` : ''
	if (sentence) return new StartProblem(migration + sentence)
	return migration ? new StartProblem(`${migration}The database answered: ${wordsOf(cause)}.`) : error
}

function serverSentence(code: string, message: string): string | undefined {
	if (code.startsWith('28'))
		return `The database cannot be reached: it rejects the user name or password in DATABASE_URL (${message}).`
	if (code === '3D000') return `The database cannot be reached: ${message}. Create it, or correct DATABASE_URL.`
	if (code === '53300')
		return `The PostgreSQL server accepts no more connections (${message}). Lower DATABASE_CONNECTIONS, or raise its max_connections.`
	if (code === '25006') return READ_ONLY_SERVER.message
	if (FULL.test(code)) return `The disk of the PostgreSQL server is full: ${message}. Free some space and start again.`
	if (code === '42501')
		return `The database user lacks a permission: ${message}. Make that user the owner of the database; if it concerns an extension, run as a superuser: create extension pg_trgm.`
	if (code === '0A000' || code === '58P01')
		return `The PostgreSQL server lacks an extension that Savepoint needs: ${message}. Install its contrib package.`
	if (OF_ANOTHER_PROGRAM.test(code))
		return `The database contains tables of another program (${message}). Set DATABASE_URL to a database of Savepoint's own.`
	if (/^(XX00|58)/.test(code)) return `The database is damaged: ${message}. Restore it from a backup.`
	if (INSECURE.test(code) || /SSL/.test(message))
		return `The connection to the database cannot be secured: ${message}. Correct the server's certificate, or sslmode in DATABASE_URL.`
	if (/^Connection terminated unexpectedly|invalid response/.test(message))
		return `The server at DATABASE_URL is not a PostgreSQL server, or it closed the connection: ${message}.`
	return undefined
}

function codeOf(error: unknown): string {
	return String((error as { code?: unknown } | null)?.code ?? '')
}

/** What an error says, in a line and without a full stop; of several attempts the first. */
export function wordsOf(error: unknown): string {
	const { message, errors } = error as Partial<AggregateError>
	const words = message || errors?.[0]?.message || String(error)
	return words.split('\n')[0]?.replace(/\.$/, '') ?? ''
}
