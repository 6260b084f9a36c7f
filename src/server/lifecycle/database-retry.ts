import type { Config } from '#server/config.ts'
import { waitUntilReachable } from '#server/db/wait-until-reachable.ts'
import { toDatabaseError } from './startup-errors.ts'

/** Runs work with the database at a start, again while its server is unreachable. Throws what the operator can understand. */
export type RetryUntilReachable = <T>(work: () => Promise<T>) => Promise<T>

/** Creates the function that waits for the configured database. */
export function createDatabaseRetry(config: Config, report: (sentence: string) => void): RetryUntilReachable {
	const waitMs = config.databaseWaitSeconds * 1000
	return (work) =>
		waitUntilReachable(work, { waitMs, report }).catch((error) => {
			throw toDatabaseError(error, config)
		})
}
