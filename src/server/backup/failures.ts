import { type Config, ConfigError } from '#server/config.ts'
import { BundledServerError } from '#server/db/bundled/bundled-server-error.ts'
import { FolderInUseError } from '#server/db/folder-lock.ts'
import { SchemaMismatchError } from '#server/db/migration-errors.ts'
import { AppError } from '#server/http/errors.ts'
import { UsageError } from '#server/lifecycle/command-line.ts'
import {
	getErrorMessage,
	StartupError,
	toDatabaseServerError,
	toFolderError,
} from '#server/lifecycle/startup-errors.ts'
import { BackupError, UnfinishedRestoreError } from './backup-error.ts'

/** Explains to the operator why a command failed. `config` is undefined if it could not be read. */
export function explainFailure(error: unknown, help: string, config: Config | undefined): string {
	if (error instanceof UsageError) return `${error.message}\n\n${help}`
	if (error instanceof ConfigError) return `The configuration is invalid:\n${error.message}`
	if (
		error instanceof BackupError ||
		error instanceof BundledServerError ||
		error instanceof FolderInUseError ||
		error instanceof SchemaMismatchError
	)
		return error.message
	if (error instanceof UnfinishedRestoreError) return `${explainFailure(error.cause, help, config)}\n${error.message}`
	if (error instanceof AppError && error.cause)
		return `The picture storage is unavailable: ${getErrorMessage(error.cause)}. Run the command again when it has recovered.`
	const { code, path, syscall } = error as NodeJS.ErrnoException
	if (syscall && code === 'ENOENT') return `There is no file or folder ${path}.`
	if (syscall && code === 'EISDIR') return 'That is a folder, not a file.'
	const known = (config && toFolderError(error, config.dataDir)) ?? toDatabaseServerError(error)
	return known instanceof StartupError ? known.message : `The command failed: ${getErrorMessage(error)}.`
}
