import { BundledServerError } from '#server/db/bundled/bundled-server-error.ts'
import { MigrationError, SchemaMismatchError } from '#server/db/migration-errors.ts'
import { describeStartupError, toDatabaseServerError } from '#server/lifecycle/startup-errors.ts'
import { ImportAlreadyRunning } from './import-lock.ts'
import { MergeRefused } from './merge-games.ts'
import { SourceError } from './source.ts'

const RESUME_HINT = 'Batches written before are stored; run the command again to resume.'

// PostgreSQL and system error codes
const DISK_FULL_CODES = new Set(['53100', 'ENOSPC', 'EDQUOT'])
const UNREACHABLE_CODES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', '3D000', '57P03', '53300'])
const CONNECTION_LOST_CODES = new Set(['57P01', '57P02', '08003', '08006', 'ECONNRESET', 'EPIPE'])

/** Explains to the operator why a command failed. */
export function explainFailure(error: unknown): string {
	if (error instanceof SourceError) return `${error.message}.`
	if (
		error instanceof BundledServerError ||
		error instanceof SchemaMismatchError ||
		error instanceof MergeRefused ||
		error instanceof ImportAlreadyRunning
	)
		return error.message
	if (error instanceof MigrationError) return describeStartupError(toDatabaseServerError(error))
	const { code = '', message, stack, path } = error as NodeJS.ErrnoException
	if (DISK_FULL_CODES.has(code) || /no space left on device/i.test(message))
		return `The disk is full: ${message}. Free some space. ${RESUME_HINT}`
	if (code === 'ENOENT') return `No such file: ${path ?? message}`
	if (code === 'EISDIR') return `That is a folder, not a file: ${path ?? message}`
	if (code === 'EACCES' || code === 'EROFS') return `No permission: ${message}`
	if (UNREACHABLE_CODES.has(code) || code.startsWith('28')) return `The database cannot be reached: ${message}`
	if (CONNECTION_LOST_CODES.has(code) || /connection terminated|connection error and is not queryable/i.test(message))
		return `The connection to the database was lost: ${message}. ${RESUME_HINT}`
	return `The command failed: ${stack ?? message}\n${RESUME_HINT}`
}
