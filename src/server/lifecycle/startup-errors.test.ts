import { expect, test } from 'vitest'
import { BundledServerError } from '#server/db/bundled/bundled-server-error.ts'
import { MigrationError, SchemaMismatchError } from '#server/db/migration-errors.ts'
import {
	describeStartupError,
	toDatabaseError,
	toDatabaseServerError,
	toFolderError,
	toListenError,
} from './startup-errors.ts'

const failure = (code: string, message: string) => Object.assign(new Error(message), { code })

/** Describes an error of the bundled server of the folder /data. */
const describeBundled = (error: unknown) =>
	describeStartupError(toDatabaseError(error, { databaseUrl: undefined, dataDir: '/data' }))

test.each([
	[
		'42501',
		'permission denied to create extension "pg_trgm"',
		/lacks a permission: permission denied to create extension .*create extension pg_trgm\.$/,
	],
	['0A000', 'extension "pg_trgm" is not available', /^The PostgreSQL server lacks an extension .*contrib package\.$/],
	[
		'53100',
		'could not extend file: No space left on device',
		/^The disk of the PostgreSQL server is full: .*start again\.$/,
	],
	['53300', 'sorry, too many clients already', /accepts no more connections .*DATABASE_CONNECTIONS/],
	['25006', 'cannot execute CREATE TABLE in a read-only transaction', /^The database is read-only\./],
	['XX001', 'invalid page in block 7', /^The database is damaged: .*backup\.$/],
	['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', /^The connection to the database cannot be secured: /],
	['', 'The server does not support SSL connections', /^The connection to the database cannot be secured: .*sslmode/],
	['', 'Connection terminated unexpectedly', /^The server at DATABASE_URL is not a PostgreSQL server, or it closed/],
	['', 'Connection terminated due to connection timeout', /^The database cannot be reached: /],
])('describes %s of the server in a sentence: %s', (code, message, sentence) => {
	expect(describeStartupError(toDatabaseServerError(failure(code, message)))).toMatch(sentence)
})

test('a failed migration is named, whatever the reason', () => {
	const failed = (code: string, message: string) =>
		describeStartupError(toDatabaseServerError(new MigrationError('017_more', failure(code, message))))
	expect(failed('53100', 'No space left')).toMatch(
		/^The migration "017_more" was not applied\. The disk of the PostgreSQL/,
	)
	expect(failed('22012', 'division by zero')).toBe(
		'The migration "017_more" was not applied. The database answered: division by zero.',
	)
	expect(describeBundled(new MigrationError('017_more', new Error('x')))).toContain('017_more')
})

test('a folder on a full or read-only disk has its own sentences', () => {
	expect(describeStartupError(toFolderError(failure('ENOSPC', 'write'), '/data'))).toBe(
		'The disk of the data folder /data is full: write. Free some space and start again.',
	)
	expect(describeBundled(failure('EROFS', 'mkdir'))).toMatch(/^The data folder \/data is not writable: /)
	expect(describeBundled(failure('53100', 'no room'))).toMatch(/^The disk of the data folder \/data is full/)
})

test('the bundled server has its own sentences, which name the folder and not DATABASE_URL', () => {
	expect(describeBundled(new BundledServerError('The server cannot start.'))).toBe('The server cannot start.')
	expect(describeBundled(failure('ECONNREFUSED', 'connect ECONNREFUSED /data/postgres/.s.PGSQL.5432'))).toBe(
		'The database in /data cannot be reached: connect ECONNREFUSED /data/postgres/.s.PGSQL.5432.',
	)
	expect(describeBundled(failure('XX001', 'invalid page in block 7'))).toBe(
		'The database in /data cannot be opened: invalid page in block 7. If its files are damaged, restore them from a backup, or set DATA_DIR to another folder.',
	)
	const { message } = toDatabaseError(failure('XX001', 'invalid page in block 7'), {
		databaseUrl: 'postgres://db.example/savepoint',
		dataDir: '/data',
	}) as Error
	expect(message).toBe('The database is damaged: invalid page in block 7. Restore it from a backup.')
})

test('a privileged port and a port in use have different sentences', () => {
	const at = { host: '::', port: 80 }
	expect(toListenError(failure('EACCES', 'bind'), at).message).toContain('does not let this user listen on port 80')
	expect(toListenError(failure('EADDRINUSE', 'bind'), at).message).toContain('The port is in use')
})

test('an unexpected error is described in a sentence without a stack', () => {
	expect(describeStartupError(new TypeError('x is not a function'))).toBe(
		'Savepoint could not start: x is not a function',
	)
	expect(
		describeStartupError(
			new AggregateError([failure('ECONNREFUSED', 'connect ECONNREFUSED ::1:5432'), new Error('y')]),
		),
	).toBe('Savepoint could not start: connect ECONNREFUSED ::1:5432')
	expect(describeBundled(new SchemaMismatchError('A newer version.'))).toBe('A newer version.')
})
