/** The schema is not one that this version of the program can use. The message says what to do. */
export class SchemaMismatchError extends Error {}

/** A migration was rolled back because one of its statements failed. */
export class MigrationError extends Error {
	readonly migration: string

	constructor(migration: string, cause: unknown) {
		super(`The migration "${migration}" failed`, { cause })
		this.migration = migration
	}
}
