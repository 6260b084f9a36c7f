import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { CONNECTION_LIFETIME_SECONDS, initializeSession, TYPES } from './connection-setup.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { type NamedPool, readPoolState } from './pool-state.ts'
import { createStatementPreparer } from './prepared-statements.ts'
import { createServerPool, type ServerAddress } from './server-pool.ts'
import { createSession, type Session } from './session.ts'
import type { Tables } from './tables.ts'

/** An open database, embedded or on a PostgreSQL server. Both run the same queries. */
export interface Database {
	kind: 'embedded' | 'postgresql'
	db: Kysely<Tables>
	/**
	 * For background work, migrations and locks, which need a session of their own: the same as `db`, or behind a pooler a few
	 * direct connections.
	 */
	backgroundDb: Kysely<Tables>
	/** Opens a connection that nothing else uses, for work in one transaction. Close it before the database. */
	openSession: () => Promise<Session>
	/** Returns the whole embedded database as bytes. Throws on a server. */
	dump: () => Promise<ArrayBuffer>
	/** Returns the state of each pool: `main`, and `background` if `backgroundDb` has connections of its own. */
	countConnections: () => NamedPool[]
	/** Waits for running statements, then closes the connections. */
	close: () => Promise<void>
}

/** A server; with `directUrl`, `url` is a pooler and `directUrl` the server itself. */
type PooledAddress = Omit<ServerAddress, 'isPooled' | 'isReadOnly'> & { directUrl?: string }

/** Called after each statement with its duration, and whether it failed. */
export type ObserveStatement = (seconds: number, hasFailed: boolean) => void

export type DatabaseAddress = PooledAddress | { folder: string } | { memory: true; dump?: ArrayBuffer }

const OUT_OF_MEMORY = '53200'
/** Enough for the jobs that run at once. */
const DIRECT_CONNECTIONS = 4
const POOLED_PROCESS_NAME = 'savepoint'
const MAIN_POOL = 'main'
const BACKGROUND_POOL = 'background'

/** Opens the database. Throws an error with a readable message if it cannot be reached or its folder is in use. */
export function openDatabase(
	address: DatabaseAddress,
	onLost: (error: Error) => void = () => {},
	observeStatement?: ObserveStatement,
): Promise<Database> {
	const observers = { onLost, observeStatement }
	return 'url' in address ? openServerDatabase(address, observers) : openEmbeddedDatabase(address, observers)
}

interface Observers {
	onLost: (error: Error) => void
	observeStatement: ObserveStatement | undefined
}

async function openServerDatabase({ directUrl, ...address }: PooledAddress, observers: Observers): Promise<Database> {
	// The pooler's connections to the server outlive this process, so they do not bear its name
	const pooled = { ...address, processName: POOLED_PROCESS_NAME, isPooled: true }
	const pool = createServerPool(directUrl === undefined ? address : pooled)
	const db = createDb(pool, observers)
	const direct = { ...address, url: directUrl ?? address.url, connections: DIRECT_CONNECTIONS }
	const backgroundPool = directUrl === undefined ? pool : createServerPool(direct)
	const backgroundDb = directUrl === undefined ? db : createDb(backgroundPool, observers)
	async function close() {
		await db.destroy()
		await backgroundDb.destroy()
	}
	try {
		await sql`select 1`.execute(db)
		await sql`select 1`.execute(backgroundDb)
	} catch (error) {
		await close()
		throw error
	}
	return {
		kind: 'postgresql',
		db,
		backgroundDb,
		openSession: async () => createSession(await backgroundPool.connect()),
		dump() {
			throw new Error('Only the embedded database can be dumped from here')
		},
		countConnections: () => [
			{ name: MAIN_POOL, ...readPoolState(pool) },
			...(backgroundPool === pool ? [] : [{ name: BACKGROUND_POOL, ...readPoolState(backgroundPool) }]),
		],
		close,
	}
}

async function openEmbeddedDatabase(
	address: Exclude<DatabaseAddress, PooledAddress>,
	observers: Observers,
): Promise<Database> {
	const embedded = await startEmbedded(
		'folder' in address ? address : { ...(address.dump ? { dump: address.dump } : {}) },
		observers.onLost,
	)
	const pool = createEmbeddedPool(embedded)
	const db = createDb(pool, observers)
	async function close() {
		await db.destroy()
		await embedded.close()
	}
	try {
		await sql`select 1`.execute(db)
	} catch (error) {
		await close()
		throw error
	}
	return {
		kind: 'embedded',
		db,
		backgroundDb: db,
		openSession: async () => createSession(await pool.connect()),
		dump: () => embedded.dump(),
		countConnections: () => [{ name: MAIN_POOL, ...readPoolState(pool) }],
		close,
	}
}

function createDb(pool: pg.Pool, { onLost, observeStatement }: Observers): Kysely<Tables> {
	pool.on('error', onLost)
	return new Kysely<Tables>({
		dialect: new PostgresDialect({ pool }),
		...(observeStatement && {
			log: ({ level, queryDurationMillis }) => observeStatement(queryDurationMillis / 1000, level === 'error'),
		}),
	})
}

function createEmbeddedPool(embedded: Embedded): pg.Pool {
	const prepareStatements = createStatementPreparer()
	const pool = new pg.Pool({
		max: 1,
		maxLifetimeSeconds: CONNECTION_LIFETIME_SECONDS,
		types: TYPES,
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

/** Calls `onError` with each error of the connection's statements. */
function watchErrors(client: pg.ClientBase, onError: (error: { code?: unknown }) => unknown): void {
	const query = client.query.bind(client) as (...args: unknown[]) => unknown
	client.query = ((...args: unknown[]) => {
		const result = query(...args)
		if (result instanceof Promise) result.catch(onError)
		return result
	}) as typeof client.query
}
