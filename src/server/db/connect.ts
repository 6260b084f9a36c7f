import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { type Embedded, startEmbedded } from './embedded.ts'
import { createStatementPreparer, type PrepareStatements } from './prepared-statements.ts'
import { createSession, type Session } from './session.ts'
import { limitStatements } from './statement-timeout.ts'
import type { Tables } from './tables.ts'

/** An open database, embedded or on a PostgreSQL server. Both run the same queries. */
export interface Database {
	kind: 'embedded' | 'postgresql'
	db: Kysely<Tables>
	/** Opens a connection that nothing else uses, for work in one transaction. Close it before the database. */
	openSession: () => Promise<Session>
	/** Returns the whole embedded database as bytes. Throws on a server. */
	dump: () => Promise<ArrayBuffer>
	/** Counts the open connections, the idle ones among them, and the callers that wait for one. */
	countConnections: () => { open: number; idle: number; waiting: number }
	/** Waits for running statements, then closes the connections. */
	close: () => Promise<void>
}

interface ServerAddress {
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
}

/** Called after each statement with its duration, and whether it failed. */
export type ObserveStatement = (seconds: number, hasFailed: boolean) => void

export type DatabaseAddress = ServerAddress | { folder: string } | { memory: true; dump?: ArrayBuffer }

// For requests, which keep a person waiting; background work uses `withoutStatementTimeout`
const STATEMENT_TIMEOUT_MS = 2_000
// Longer than PostgreSQL's deadlock_timeout of one second, so that deadlocks are still detected and retried
const LOCK_TIMEOUT_MS = 1_500
// Frees the locks of a transaction whose client stopped responding
const IDLE_IN_TRANSACTION_MS = 10_000
/** How long after the server's own limit the client waits before it treats a connection as dead. */
const CLIENT_GRACE_MS = 1_000
const CONNECTION_TIMEOUT_MS = 3_000
const KEEP_ALIVE_DELAY_MS = 10_000
// Recycles sessions, and with them the memory that they have accumulated
const CONNECTION_LIFETIME_SECONDS = 30 * 60
const OUT_OF_MEMORY = '53200'

// Timestamps become ISO 8601 text, dates stay text, and counts fit a number
const TIMESTAMPTZ_OID = 1184
const DATE_OID = 1082
const types = {
	getTypeParser(oid: number, format?: 'text' | 'binary') {
		if (oid === TIMESTAMPTZ_OID) return toIsoTime
		if (oid === DATE_OID) return String
		return pg.types.getTypeParser(oid, format)
	},
}

/** Converts `2026-11-21 03:55:10.5+00` to `2026-11-21T03:55:10.500Z`. Every session runs in UTC. */
function toIsoTime(text: string): string {
	return text.length > 19 && text.charCodeAt(4) === 45 && text.endsWith('+00')
		? `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`
		: new Date(text).toISOString()
}

/** Opens the database. Throws an error with a readable message if it cannot be reached or its folder is in use. */
export async function openDatabase(
	address: DatabaseAddress,
	onLost: (error: Error) => void = () => {},
	observeStatement?: ObserveStatement,
): Promise<Database> {
	const embedded =
		'url' in address
			? undefined
			: await startEmbedded('folder' in address ? address : { ...(address.dump ? { dump: address.dump } : {}) }, onLost)
	const prepareStatements = createStatementPreparer()
	const pool = embedded
		? createEmbeddedPool(embedded, prepareStatements)
		: createServerPool(address as ServerAddress, prepareStatements)
	pool.on('error', onLost)
	const db = new Kysely<Tables>({
		dialect: new PostgresDialect({ pool }),
		...(observeStatement && {
			log: ({ level, queryDurationMillis }) => observeStatement(queryDurationMillis / 1000, level === 'error'),
		}),
	})
	try {
		await sql`select 1`.execute(db)
	} catch (error) {
		await pool.end()
		await embedded?.close()
		throw error
	}
	return {
		kind: embedded ? 'embedded' : 'postgresql',
		db,
		openSession: async () => createSession(await pool.connect()),
		dump() {
			if (!embedded) throw new Error('Only the embedded database can be dumped from here')
			return embedded.dump()
		},
		countConnections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
		async close() {
			await db.destroy()
			await embedded?.close()
		},
	}
}

function createEmbeddedPool(embedded: Embedded, prepareStatements: PrepareStatements): pg.Pool {
	const pool = new pg.Pool({
		max: 1,
		maxLifetimeSeconds: CONNECTION_LIFETIME_SECONDS,
		types,
		stream: () => embedded.connect(),
		user: 'postgres',
		database: 'postgres',
		idleTimeoutMillis: 0,
		async onConnect(client) {
			await initializeSession(client, prepareStatements)
			watchErrors(client, ({ code }) => code === OUT_OF_MEMORY && exhausted.add(client))
		},
	})
	// Opening the next connection frees this session's memory, or ends the worker if that does not free enough
	const exhausted = new WeakSet<pg.ClientBase>()
	pool.on('release', (_error, client) => {
		if (exhausted.has(client)) void client.end()
	})
	return pool
}

function createServerPool(
	{
		url,
		connections = 10,
		processName = 'savepoint',
		statementTimeoutMs = STATEMENT_TIMEOUT_MS,
		connectionTimeoutMs = CONNECTION_TIMEOUT_MS,
		onConnectionLost = () => {},
	}: ServerAddress,
	prepareStatements: PrepareStatements,
): pg.Pool {
	const hasLimits = statementTimeoutMs > 0
	const pool = new pg.Pool({
		connectionString: url,
		max: connections,
		maxLifetimeSeconds: CONNECTION_LIFETIME_SECONDS,
		types,
		connectionTimeoutMillis: connectionTimeoutMs,
		idleTimeoutMillis: 60_000,
		keepAlive: true,
		keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
		application_name: processName,
		options: Object.entries({
			TimeZone: 'UTC',
			statement_timeout: statementTimeoutMs,
			lock_timeout: hasLimits ? LOCK_TIMEOUT_MS : 0,
			idle_in_transaction_session_timeout: hasLimits ? IDLE_IN_TRANSACTION_MS : 0,
		})
			.map(([name, value]) => `-c ${name}=${value}`)
			.join(' '),
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
			const client = new pg.Client({ ...address, query_timeout: STATEMENT_TIMEOUT_MS, keepAlive: true })
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

/** Calls `onError` with each error of the connection's statements. */
function watchErrors(client: pg.ClientBase, onError: (error: { code?: unknown }) => unknown): void {
	const query = client.query.bind(client) as (...args: unknown[]) => unknown
	client.query = ((...args: unknown[]) => {
		const result = query(...args)
		if (result instanceof Promise) result.catch(onError)
		return result
	}) as typeof client.query
}

async function initializeSession(client: pg.ClientBase, prepareStatements: PrepareStatements): Promise<void> {
	// A broken connection fails its statement anyway; without a listener the error would also end the process
	client.on('error', () => {})
	await client.query("set time zone 'UTC'")
	prepareStatements(client)
}
