import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { leaseServer } from './bundled/bundled-server.ts'
import { type NamedPool, readPoolState } from './pool-state.ts'
import { createServerPool, type ServerAddress } from './server-pool.ts'
import { createSession, type Session } from './session.ts'
import type { Tables } from './tables.ts'

/** An open database. */
export interface Database {
	db: Kysely<Tables>
	/**
	 * For background work, migrations and locks, which need a session of their own: the same as `db`, or behind a pooler a few
	 * direct connections.
	 */
	backgroundDb: Kysely<Tables>
	/** Opens a connection that nothing else uses, for work in one transaction. Close it before the database. */
	openSession: () => Promise<Session>
	/** Returns the state of each pool: `main`, and `background` if `backgroundDb` has connections of its own. */
	countConnections: () => NamedPool[]
	/** Waits for running statements, then closes the connections. */
	close: () => Promise<void>
}

/** Called after each statement with its duration, and whether it failed. */
export type ObserveStatement = (seconds: number, hasFailed: boolean) => void

/** How connections are used, wherever the server is. */
type ConnectionOptions = Omit<ServerAddress, 'url' | 'isPooled' | 'isReadOnly'>

/** Where the database is. */
export type DatabasePlace =
	/** On a server; with `directUrl`, `url` is a pooler and `directUrl` the server itself. */
	| { url: string; directUrl?: string | undefined }
	/** On the bundled server of a data folder, which starts unless it runs; `waitMs` is how long it may take. */
	| { folder: string; waitMs?: number }

export type DatabaseAddress = ConnectionOptions & DatabasePlace

/** Enough for the jobs that run at once. */
const DIRECT_CONNECTIONS = 4
const POOLED_PROCESS_NAME = 'savepoint'
const MAIN_POOL = 'main'
const BACKGROUND_POOL = 'background'

/** Opens the database. Throws an error with a readable message if it cannot be reached, or if the bundled server cannot run. */
export async function openDatabase(address: DatabaseAddress, observeStatement?: ObserveStatement): Promise<Database> {
	if ('url' in address) return connect(address, observeStatement)
	const { folder, waitMs, ...options } = address
	const lease = await leaseServer(folder, waitMs === undefined ? {} : { waitMs })
	try {
		const database = await connect({ ...options, url: lease.url }, observeStatement)
		return {
			...database,
			async close() {
				await database.close()
				await lease.release()
			},
		}
	} catch (error) {
		await lease.release()
		throw error
	}
}

async function connect(
	{ directUrl, ...address }: ServerAddress & { directUrl?: string | undefined },
	observeStatement: ObserveStatement | undefined,
): Promise<Database> {
	// The pooler's connections to the server outlive this process, so they do not bear its name
	const pooled = { ...address, processName: POOLED_PROCESS_NAME, isPooled: true }
	const pool = createServerPool(directUrl === undefined ? address : pooled)
	const db = createDb(pool, observeStatement)
	const direct = { ...address, url: directUrl ?? address.url, connections: DIRECT_CONNECTIONS }
	const backgroundPool = directUrl === undefined ? pool : createServerPool(direct)
	const backgroundDb = directUrl === undefined ? db : createDb(backgroundPool, observeStatement)
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
		db,
		backgroundDb,
		openSession: async () => createSession(await backgroundPool.connect()),
		countConnections: () => [
			{ name: MAIN_POOL, ...readPoolState(pool) },
			...(backgroundPool === pool ? [] : [{ name: BACKGROUND_POOL, ...readPoolState(backgroundPool) }]),
		],
		close,
	}
}

function createDb(pool: pg.Pool, observeStatement: ObserveStatement | undefined): Kysely<Tables> {
	// The pool replaces closed connections
	pool.on('error', () => {})
	return new Kysely<Tables>({
		dialect: new PostgresDialect({ pool }),
		...(observeStatement && {
			log: ({ level, queryDurationMillis }) => observeStatement(queryDurationMillis / 1000, level === 'error'),
		}),
	})
}
