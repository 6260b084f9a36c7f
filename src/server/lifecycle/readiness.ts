import { setTimeout } from 'node:timers/promises'
import { readMigrations } from '#server/db/migrate.ts'
import { hasMigrations } from '#server/db/schema-check.ts'
import type { Db } from '#server/db/tables.ts'

/** What a ready process passes: it is not stopping, its database answers, and the tables are those of its version. */
export const READINESS_CHECKS = ['process', 'database', 'migrations'] as const
export type ReadinessCheck = (typeof READINESS_CHECKS)[number]

const MAX_AGE_MS = 1_000
const TIMEOUT_MS = 1_000

/** Whether this process can serve requests. */
export interface Readiness {
	/** Returns the failed checks within about a second; none means ready. At most one check of the database runs at a time. */
	findFailures: () => Promise<readonly ReadinessCheck[]>
	/** From now on the process is not ready. */
	beginShutdown: () => void
}

/** Creates the readiness of a process. Calls within a second share one check of the database. */
export function createReadiness(db: Db, clock: () => number): Readiness {
	let migrations: ReturnType<typeof readMigrations> | undefined
	let isStopping = false
	let isChecking = false
	let latest: { failure: Promise<ReadinessCheck | undefined>; atMs: number } | undefined

	async function queryDatabase(): Promise<ReadinessCheck | undefined> {
		isChecking = true
		try {
			migrations ??= readMigrations()
			return (await hasMigrations(db, await migrations)) ? undefined : 'migrations'
		} catch {
			return 'database'
		} finally {
			isChecking = false
		}
	}

	async function findDatabaseFailure(): Promise<ReadinessCheck | undefined> {
		// An earlier check may still wait for a connection
		if (isChecking) return 'database'
		const timeout = new AbortController()
		const expired = setTimeout(TIMEOUT_MS, 'database' as const, { signal: timeout.signal })
		expired.catch(() => {})
		const failure = await Promise.race([queryDatabase(), expired])
		timeout.abort()
		return failure
	}

	return {
		beginShutdown() {
			isStopping = true
		},
		async findFailures() {
			if (isStopping) return ['process']
			// A clock that was set back must not preserve an old result
			if (!latest || Math.abs(clock() - latest.atMs) >= MAX_AGE_MS)
				latest = { failure: findDatabaseFailure(), atMs: clock() }
			const failure = await latest.failure
			if (isStopping) return ['process']
			return failure ? [failure] : []
		},
	}
}
