import pg from 'pg'
import { CONNECTION_LIFETIME_SECONDS, initializeSession, TYPES } from './connection-setup.ts'
import { createStatementPreparer, PREPARED_PLANS } from './prepared-statements.ts'
import { limitStatements } from './statement-timeout.ts'

export interface ServerAddress {
	url: string
	connections?: number
	/** The application name of this process on the server. */
	processName?: string
	/** The time limit of a statement; 0 means none. */
	statementTimeoutMs?: number
	/** How long to wait for a connection, whether new or from the pool. */
	connectionTimeoutMs?: number
	/** Called when an open connection breaks. */
	onConnectionLost?: (error: Error) => void
	/**
	 * Whether a pooler such as PgBouncer hands out server connections per transaction. It accepts no startup options, so the
	 * server's role has the time limits, and it loses prepared statements.
	 */
	isPooled?: boolean
	/** For a standby: the server has to refuse writes, and failed statements are not retried here. */
	isReadOnly?: boolean
}

/** The time limits of requests, which keep a person waiting; background work uses `withoutStatementTimeout`. */
export const REQUEST_LIMITS = {
	statementTimeoutMs: 2_000,
	// Longer than PostgreSQL's deadlock_timeout of one second, so that deadlocks are still detected and retried
	lockTimeoutMs: 1_500,
	// Frees the locks of a transaction whose client stopped responding
	idleInTransactionMs: 10_000,
} as const
/**
 * Just-in-time compilation is for statements of seconds. The planner chooses it by estimates, which are wrong while tables are
 * young: a statement of 1 ms took 300 ms, and no time limit can interrupt the compilation. Parallel workers are too: to start them
 * took 15 ms of a page of popular games, which a plan for any offset expects to be long.
 */
export const PLANNER_SETTINGS = { jit: 'off', max_parallel_workers_per_gather: 0 } as const
/** How long after the server's own limit the client waits before it treats a connection as dead. */
const CLIENT_GRACE_MS = 1_000
const CONNECTION_TIMEOUT_MS = 3_000
const KEEP_ALIVE_DELAY_MS = 10_000

/** Creates the connection pool of a server, whose statements have the limits of requests unless `address` says otherwise. */
export function createServerPool({
	url,
	connections = 10,
	processName = 'savepoint',
	statementTimeoutMs = REQUEST_LIMITS.statementTimeoutMs,
	connectionTimeoutMs = CONNECTION_TIMEOUT_MS,
	onConnectionLost = () => {},
	isPooled = false,
	isReadOnly = false,
}: ServerAddress): pg.Pool {
	const hasLimits = statementTimeoutMs > 0
	const prepareStatements = createStatementPreparer({ isPreparing: !isPooled, isRetrying: !isReadOnly })
	const pool = new pg.Pool({
		connectionString: url,
		max: connections,
		maxLifetimeSeconds: CONNECTION_LIFETIME_SECONDS,
		types: TYPES,
		connectionTimeoutMillis: connectionTimeoutMs,
		idleTimeoutMillis: 60_000,
		keepAlive: true,
		keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
		application_name: processName,
		...(isPooled
			? {}
			: {
					options: toOptions({
						TimeZone: 'UTC',
						...PLANNER_SETTINGS,
						...PREPARED_PLANS,
						statement_timeout: statementTimeoutMs,
						lock_timeout: hasLimits ? REQUEST_LIMITS.lockTimeoutMs : 0,
						idle_in_transaction_session_timeout: hasLimits ? REQUEST_LIMITS.idleInTransactionMs : 0,
						...(isReadOnly ? { default_transaction_read_only: 'on' } : {}),
					}),
				}),
		onConnect(client) {
			client.on('error', onConnectionLost)
			if (hasLimits)
				limitStatements(client as pg.Client, { limitMs: statementTimeoutMs + CLIENT_GRACE_MS, ...unresponsiveHandler })
			return initializeSession(client, prepareStatements)
		},
	})
	const unresponsiveHandler = createUnresponsiveHandler(pool, {
		connectionString: url,
		connectionTimeoutMillis: connectionTimeoutMs,
	})
	return pool
}

/** Handles unresponsive connections of a pool: once one is found, the pool's idle connections are dropped as well. */
function createUnresponsiveHandler(pool: pg.Pool, address: pg.ClientConfig) {
	const idle = new Set<pg.PoolClient>()
	pool.on('acquire', (client) => idle.delete(client))
	pool.on('release', (_error, client) => idle.add(client))
	pool.on('remove', (client) => idle.delete(client))
	return {
		async isWorking(pid: number): Promise<boolean> {
			// All connections of the pool may be unresponsive
			const client = new pg.Client({ ...address, query_timeout: REQUEST_LIMITS.statementTimeoutMs, keepAlive: true })
			client.on('error', () => {})
			await client.connect()
			try {
				const { rows } = await client.query<{ state: string | null }>(
					'select state from pg_stat_activity where pid = $1',
					[pid],
				)
				return rows[0] !== undefined && !rows[0].state?.startsWith('idle')
			} finally {
				// Not awaited: an unresponsive connection never confirms its end
				client.end().catch(() => {})
			}
		},
		onUnresponsive() {
			for (const client of idle)
				client.connection.stream.destroy(new Error('Connection terminated along with an unresponsive one'))
		},
	}
}

/** Writes settings as the startup options of a connection. */
export function toOptions(settings: Readonly<Record<string, string | number>>): string {
	return Object.entries(settings)
		.map(([name, value]) => `-c ${name}=${value}`)
		.join(' ')
}
