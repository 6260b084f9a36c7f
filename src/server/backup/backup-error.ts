import { RESTORE_SCHEMA } from '#server/db/restore-schema.ts'

/** A backup, restore or move was refused or failed, and has changed nothing. The message tells the operator why. */
export class BackupError extends Error {}

/** A restore failed, which the cause explains, and could not remove what it had loaded. */
export class UnfinishedRestoreError extends Error {
	constructor(cause: unknown) {
		super(
			`What it had loaded could not be removed. It is in the schema ${RESTORE_SCHEMA} of the database, where no site uses it. Restore again, which removes it first, or run: drop schema ${RESTORE_SCHEMA} cascade.`,
			{ cause },
		)
	}
}

// Values that a type cannot have, and rows that a constraint forbids
const ROWS_REFUSED = /^2[23]/

/** Returns a `BackupError` if the database refuses rows of a table; other errors unchanged. */
export function toRowError(error: unknown, table: string): unknown {
	const { code, message, detail } = error as { code?: string; message?: string; detail?: string }
	if (!ROWS_REFUSED.test(code ?? '')) return error
	return new BackupError(
		`The database refuses rows of ${table}: ${message}. ${detail ? `${detail} ` : ''}If they come from a file, --dry-run says whether it is damaged.`,
	)
}
