import type { Config } from '#server/config.ts'
import { isUnreachable } from '#server/db/outage-errors.ts'
import { createReplicas, type ReplicaProblem, type ReplicaStatus, type Replicas } from '#server/db/replicas.ts'
import type { Db } from '#server/db/tables.ts'
import { getErrorMessage, StartupError } from './startup-errors.ts'

/**
 * Opens the configured replicas after the migrations, and checks them once; undefined if there are none. Reports those that
 * are out of service. Throws `StartupError` if one can never serve this database.
 */
export async function openReplicas(
	{ databaseUrl, databaseDirectUrl, databaseReplicaUrls: urls, databaseConnections: connections }: Config,
	primary: Db,
	report: (sentence: string) => void,
): Promise<Replicas | undefined> {
	const primaryUrl = databaseDirectUrl ?? databaseUrl
	if (primaryUrl === undefined || urls.length === 0) return undefined
	const replicas = openAll(() => createReplicas(primary, { urls, primaryUrl, connections }))
	try {
		await replicas.check()
		for (const status of replicas.getStatuses()) {
			assertUsable(status)
			if (status.problem)
				report(
					`The replica ${status.name} is out of service: ${describeProblem(status.problem, status.error)}. The primary serves its reads until it is back.`,
				)
		}
		return replicas
	} catch (error) {
		replicas.close()
		throw error
	}
}

/** The driver reads certificate files that a URL names. */
function openAll(open: () => Replicas): Replicas {
	try {
		return open()
	} catch (error) {
		throw new StartupError(`DATABASE_REPLICA_URLS is invalid: ${getErrorMessage(error)}.`)
	}
}

function assertUsable({ name, problem, error }: ReplicaStatus): void {
	if (problem === 'foreign')
		throw new StartupError(
			`The server ${name} in DATABASE_REPLICA_URLS has another database. Name streaming replicas of the server in DATABASE_URL, with the same database.`,
		)
	if (error !== undefined && !isUnreachable(error))
		throw new StartupError(
			`The server ${name} in DATABASE_REPLICA_URLS cannot be used: ${getErrorMessage(error)}. Correct the URL, or remove it.`,
		)
}

function describeProblem(problem: ReplicaProblem, error: unknown): string {
	if (problem === 'lagging') return 'it has not caught up with the primary yet'
	if (problem === 'writable') return 'it accepts writes, so it is no longer a replica'
	return `it cannot be reached: ${getErrorMessage(error)}`
}
