import path from 'node:path'
import type { Config } from '#server/config.ts'
import { toApplicationName } from '#server/db/application-names.ts'
import { type Database, type ObserveStatement, openDatabase } from '#server/db/connect.ts'
import { waitUntilReachable } from '#server/db/wait-until-reachable.ts'
import { toDatabaseServerError, toEmbeddedDatabaseError } from './startup-errors.ts'

type Report = (sentence: string) => void

/** Runs work with the database at a start, again while its server is unreachable. Throws what the operator can understand. */
export type RetryUntilReachable = <T>(work: () => Promise<T>) => Promise<T>

/** Creates the function that waits for the configured database; the embedded one is not waited for. */
export function createDatabaseRetry({ databaseUrl, databaseWaitSeconds, dataDir }: Config, report: Report) {
	const waitMs = databaseUrl ? databaseWaitSeconds * 1000 : 0
	const retryUntilReachable: RetryUntilReachable = (work) =>
		waitUntilReachable(work, { waitMs, report }).catch((error) => {
			throw databaseUrl ? toDatabaseServerError(error) : toEmbeddedDatabaseError(error, path.resolve(dataDir))
		})
	return retryUntilReachable
}

/** Opens the configured database: the server, or the embedded one in the data folder, whose failure ends this process. */
export async function openConfiguredDatabase(
	config: Config,
	fingerprint: string,
	report: Report,
	observeStatement: ObserveStatement | undefined,
): Promise<Database> {
	// The site cannot work without its database, and only a new process can open it again
	const exitOnFailure = (error: Error) => {
		process.stderr.write(`The embedded database has failed: ${error.message}\n`)
		process.exit(1)
	}
	if (config.databaseUrl) {
		report('Connecting to PostgreSQL…')
		// The pool replaces closed connections
		return openDatabase(
			{
				url: config.databaseUrl,
				...(config.databaseDirectUrl === undefined ? {} : { directUrl: config.databaseDirectUrl }),
				connections: config.databaseConnections,
				processName: toApplicationName(fingerprint),
			},
			() => {},
			observeStatement,
		)
	}
	const folder = path.resolve(config.dataDir)
	report(`Opening the embedded database in ${folder}…`)
	return openDatabase({ folder }, exitOnFailure, observeStatement)
}
