import { FolderInUseError } from '#server/db/folder-lock.ts'
import { MigrationError, SchemaMismatchError } from '#server/db/migrate.ts'
import { explain, serverProblem } from '#server/lifecycle/startup-errors.ts'
import { ImportRunning } from './import-lock.ts'
import { NotMerged } from './merge-games.ts'
import { SourceBroken } from './source.ts'

const STORED = 'What was written before is stored whole; run the command again to go on.'

// Codes of PostgreSQL and of the system
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT'])
const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', '3D000', '57P03', '53300'])
const LOST = new Set(['57P01', '57P02', '08003', '08006', 'ECONNRESET', 'EPIPE'])

/** What went wrong with a command, for an operator. */
export function explainFailure(error: unknown): string {
	if (error instanceof FolderInUseError)
		return `${error.message} If that is the site: stop it while you work on the catalog, or let it use PostgreSQL.`
	if (error instanceof SourceBroken) return `${error.message}.`
	if (error instanceof SchemaMismatchError || error instanceof NotMerged || error instanceof ImportRunning) return error.message
	if (error instanceof MigrationError) return explain(serverProblem(error))
	const { code = '', message, stack, path } = error as NodeJS.ErrnoException
	if (FULL.has(code) || /no space left on device/i.test(message))
		return `The disk is full: ${message}. Make room. ${STORED}`
	if (code === 'ENOENT') return `There is no such file: ${path ?? message}`
	if (code === 'EISDIR') return `That is a folder, not a file: ${path ?? message}`
	if (code === 'EACCES' || code === 'EROFS') return `No permission: ${message}`
	if (UNREACHABLE.has(code) || code.startsWith('28')) return `The database cannot be reached: ${message}`
	if (LOST.has(code) || /connection terminated|connection error and is not queryable/i.test(message))
		return `The connection to the database was lost: ${message}. ${STORED}`
	return `The command failed: ${stack ?? message}\n${STORED}`
}
