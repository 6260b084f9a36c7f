import type { Config } from '#server/config.ts'
import { isRejectedByPooler, isUnreachable } from '#server/db/outage-errors.ts'
import { createProbe, type ServerState } from '#server/db/replica-probe.ts'
import { readSession, type TimeLimits } from '#server/db/server-info.ts'
import { PLANNER_SETTINGS, REQUEST_LIMITS, toOptions } from '#server/db/server-pool.ts'
import { getErrorMessage, StartupError } from './startup-errors.ts'

const PROBE_TIMEOUT_MS = 3_000

/** The limits of a connection whose statements come through a pooler. */
const LIMITS = {
	statement_timeout: REQUEST_LIMITS.statementTimeoutMs,
	lock_timeout: REQUEST_LIMITS.lockTimeoutMs,
	idle_in_transaction_session_timeout: REQUEST_LIMITS.idleInTransactionMs,
} satisfies Record<keyof TimeLimits, number>

/**
 * Checks that a pooler in DATABASE_URL comes with the server's own URL, and that statements through it have time limits.
 * Throws `StartupError`.
 */
export async function checkPooler({ databaseUrl, databaseDirectUrl }: Config): Promise<void> {
	if (databaseUrl === undefined) return
	if (databaseDirectUrl === undefined) await checkWithoutDirectUrl(databaseUrl)
	else await checkDirectUrl(databaseUrl, databaseDirectUrl)
}

async function checkWithoutDirectUrl(url: string): Promise<void> {
	const session = await readSession(url, toOptions(LIMITS)).catch((error: unknown) => {
		if (isRejectedByPooler(error)) return undefined
		throw error
	})
	// A pooler that keeps the options of a client also keeps its session
	if (!session || (session.isPooled && hasNoLimit(session.limits)))
		throw new StartupError(
			'DATABASE_URL names PgBouncer or another pooler. Set DATABASE_DIRECT_URL to the URL of the same database without the pooler, for migrations and background work.',
		)
}

async function checkDirectUrl(url: string, directUrl: string): Promise<void> {
	const pooled = await readState(url)
	const direct = await readState(directUrl).catch((error: unknown) => {
		if (isUnreachable(error)) throw error
		throw new StartupError(
			`The server in DATABASE_DIRECT_URL cannot be used: ${getErrorMessage(error)}. Correct the URL.`,
		)
	})
	if (direct.isPooled)
		throw new StartupError(
			'DATABASE_DIRECT_URL names a pooler. Set it to the URL of the PostgreSQL server itself, and DATABASE_URL to the pooler.',
		)
	if (pooled.identity !== direct.identity)
		throw new StartupError(
			'DATABASE_DIRECT_URL and DATABASE_URL name different databases. Both must lead to the same one: without the pooler, and through it.',
		)
	if (!hasNoLimit((await readSession(url)).limits)) return
	const statements = Object.entries({ ...LIMITS, ...PLANNER_SETTINGS }).map(([name, value]) => `set ${name}=${value}`)
	throw new StartupError(
		`Statements through the pooler have no time limits, because it passes on none that the site sends. Add to the line of the database in pgbouncer.ini, and restart it: connect_query='${statements.join('; ')}'.`,
	)
}

async function readState(url: string): Promise<ServerState> {
	const probe = createProbe(url, PROBE_TIMEOUT_MS)
	try {
		return await probe.run()
	} finally {
		probe.close()
	}
}

function hasNoLimit(limits: TimeLimits): boolean {
	return Object.values(limits).includes('0')
}
