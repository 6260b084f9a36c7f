import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { type Embedded, startEmbedded } from './embedded.ts'
import { createStatementNaming, type NameStatements } from './prepared-statements.ts'
import { limitStatements } from './statement-timeout.ts'
import type { Tables } from './tables.ts'

/** An open database, embedded or a PostgreSQL server: the same queries run on both. */
export interface Database {
	kind: 'embedded' | 'postgresql'
	db: Kysely<Tables>
	/** The whole embedded database as bytes; throws on a server. */
	dump: () => Promise<ArrayBuffer>
	/** Waits for what is running, then closes. */
	close: () => Promise<void>
}

interface ServerAddress {
	url: string
	connections?: number
	/** How the process names itself to the server. */
	processName?: string
	/** How long a statement may take; 0: as long as it needs. */
	statementTimeoutMs?: number
	/** How long to wait for a connection, a new one or one in use. */
	connectionWaitMs?: number
	/** Called when an open connection breaks. */
	onCut?: (error: Error) => void
}

export type DatabaseAddress = ServerAddress | { folder: string } | { memory: true; dump?: ArrayBuffer }

// Of a request, for which somebody waits; what runs by itself is `unhurried`
const STATEMENT_TIMEOUT_MS = 2_000
// Past PostgreSQL's own second after which it looks for deadlocks, so that these are still found and retried
const LOCK_TIMEOUT_MS = 1_500
// A transaction whose client fell silent holds its locks no longer
const IDLE_IN_TRANSACTION_MS = 10_000
/** How much longer than the server this side waits before it takes a connection for dead. */
const SILENCE_MS = 1_000
const CONNECTION_WAIT_MS = 3_000
const KEEP_ALIVE_AFTER_MS = 10_000
// What a session has gathered ends with it
const CONNECTION_LIFETIME_SECONDS = 30 * 60
const OUT_OF_MEMORY = '53200'

// Times stay text, in the wire's form; a `date` stays the day it says; counts fit a number.
const MOMENT = 1184
const DATE = 1082
const types = {
	getTypeParser(oid: number, format?: 'text' | 'binary') {
		if (oid === MOMENT) return wireTime
		if (oid === DATE) return String
		return pg.types.getTypeParser(oid, format)
	},
}

/** `2026-11-21 03:55:10.5+00` as `2026-11-21T03:55:10.500Z`; every session runs in UTC. */
function wireTime(text: string): string {
	return text.length > 19 && text.charCodeAt(4) === 45 && text.endsWith('+00')
		? `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`
		: new Date(text).toISOString()
}

/** Opens the database. Throws with a sentence where it cannot be reached or its folder is in use. */
export async function openDatabase(
	address: DatabaseAddress,
	onLost: (error: Error) => void = () => {},
): Promise<Database> {
	const embedded =
		'url' in address
			? undefined
			: await startEmbedded('folder' in address ? address : { ...(address.dump ? { dump: address.dump } : {}) }, onLost)
	const nameStatements = createStatementNaming()
	const pool = embedded ? embeddedPool(embedded, nameStatements) : serverPool(address as ServerAddress, nameStatements)
	pool.on('error', onLost)
	const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
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
		dump() {
			if (!embedded) throw new Error('Only the embedded database can be dumped from here')
			return embedded.dump()
		},
		async close() {
			await db.destroy()
			await embedded?.close()
		},
	}
}

function embeddedPool(embedded: Embedded, nameStatements: NameStatements): pg.Pool {
	const pool = new pg.Pool({
		max: 1,
		maxLifetimeSeconds: CONNECTION_LIFETIME_SECONDS,
		types,
		stream: () => embedded.connect(),
		user: 'postgres',
		database: 'postgres',
		idleTimeoutMillis: 0,
		async onConnect(client) {
			await prepare(client, nameStatements)
			noteFailures(client, ({ code }) => code === OUT_OF_MEMORY && exhausted.add(client))
		},
	})
	// The next connection gives back what this session holds, and ends the worker where that is not enough
	const exhausted = new WeakSet<pg.ClientBase>()
	pool.on('release', (_error, client) => {
		if (exhausted.has(client)) void client.end()
	})
	return pool
}

function serverPool(
	{
		url,
		connections = 10,
		processName = 'savepoint',
		statementTimeoutMs = STATEMENT_TIMEOUT_MS,
		connectionWaitMs = CONNECTION_WAIT_MS,
		onCut = () => {},
	}: ServerAddress,
	nameStatements: NameStatements,
): pg.Pool {
	const hasLimits = statementTimeoutMs > 0
	const pool = new pg.Pool({
		connectionString: url,
		max: connections,
		maxLifetimeSeconds: CONNECTION_LIFETIME_SECONDS,
		types,
		connectionTimeoutMillis: connectionWaitMs,
		idleTimeoutMillis: 60_000,
		keepAlive: true,
		keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
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
			client.on('error', onCut)
			if (hasLimits) limitStatements(client as pg.Client, { limitMs: statementTimeoutMs + SILENCE_MS, ...silence })
			return prepare(client, nameStatements)
		},
	})
	const silence = silenceOf(pool, { connectionString: url, connectionTimeoutMillis: connectionWaitMs })
	return pool
}

/** What a pool does about silent connections: if one is, its idle ones are taken for silent too. */
function silenceOf(pool: pg.Pool, address: pg.ClientConfig) {
	const idle = new Set<pg.PoolClient>()
	pool.on('acquire', (client) => idle.delete(client))
	pool.on('release', (_error, client) => idle.add(client))
	pool.on('remove', (client) => idle.delete(client))
	return {
		async isWorking(pid: number): Promise<boolean> {
			// The pool may have none but silent ones
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
				// A silent one has no end to wait for
				client.end().catch(() => {})
			}
		},
		onSilent() {
			for (const client of idle) client.connection.stream.destroy(new Error('Connection terminated with a silent one'))
		},
	}
}

/** Calls `note` with each error of the connection's statements. */
function noteFailures(client: pg.ClientBase, note: (error: { code?: unknown }) => unknown): void {
	const query = client.query.bind(client) as (...args: unknown[]) => unknown
	client.query = ((...args: unknown[]) => {
		const result = query(...args)
		if (result instanceof Promise) result.catch(note)
		return result
	}) as typeof client.query
}

async function prepare(client: pg.ClientBase, nameStatements: NameStatements): Promise<void> {
	// A connection that breaks while it is used fails its statement; without a listener it would end the process
	client.on('error', () => {})
	await client.query("set time zone 'UTC'")
	nameStatements(client)
}
