import {
	CompiledQuery,
	type Dialect,
	Kysely,
	PostgresAdapter,
	PostgresIntrospector,
	PostgresQueryCompiler,
	type QueryResult,
} from 'kysely'
import type pg from 'pg'
import { isTransient, isUnreachable } from './outage-errors.ts'
import { type PoolState, readPoolState } from './pool-state.ts'
import { createServerPool, type ServerAddress } from './server-pool.ts'
import type { Tables } from './tables.ts'

/** The connections to one replica. */
export interface Replica {
	/** Runs single reads: on the replica while it is open, and on the primary while it is closed or if it fails. */
	db: Kysely<Tables>
	open: (isPooled: boolean) => void
	/** Closes the connections; with `isBroken` without waiting for the statements that the replica has not answered yet. */
	close: (isBroken: boolean) => void
	/** Counts the connections; none while it is closed. */
	countConnections: () => PoolState
}

const READ = /^\s*(\/\*.*?\*\/\s*)?(select|with)\b/i
// Shorter than on the primary, which may have to run the statement again while a person waits
const STATEMENT_TIMEOUT_MS = 1_000
const CONNECTION_TIMEOUT_MS = 1_000
const READ_ONLY_TRANSACTION = '25006'

/** Creates a replica, closed at first. A read that fails on it for a temporary reason runs once on the primary. */
export function createReplica(address: Pick<ServerAddress, 'url' | 'connections'>, primary: Kysely<Tables>): Replica {
	let current: Connections | undefined

	async function read(text: string, values: readonly unknown[]): Promise<QueryResult<unknown>> {
		// On the primary a write would succeed
		if (!READ.test(text)) throw new Error('A replica runs single reads only')
		if (current) {
			try {
				return await current.query(text, values)
			} catch (error) {
				if (!isTransient(error) || (error as { code?: string }).code === READ_ONLY_TRANSACTION) throw error
			}
		}
		return primary.executeQuery(CompiledQuery.raw(text, [...values]))
	}
	return {
		db: new Kysely<Tables>({ dialect: createReadDialect(read) }),
		open(isPooled) {
			current ??= openConnections({ ...address, isPooled })
		},
		close(isBroken) {
			current?.close(isBroken)
			current = undefined
		},
		countConnections: () => current?.count() ?? { open: 0, idle: 0, waiting: 0 },
	}
}

interface Connections {
	query: (text: string, values: readonly unknown[]) => Promise<QueryResult<unknown>>
	close: (isBroken: boolean) => void
	count: () => PoolState
}

function openConnections(address: ServerAddress): Connections {
	const pool = createServerPool({
		...address,
		isReadOnly: true,
		statementTimeoutMs: STATEMENT_TIMEOUT_MS,
		connectionTimeoutMs: CONNECTION_TIMEOUT_MS,
	})
	const clients = new Set<pg.PoolClient>()
	pool.on('connect', (client) => clients.add(client))
	pool.on('remove', (client) => clients.delete(client))
	// The pool replaces lost connections
	pool.on('error', () => {})
	return {
		async query(text, values) {
			const client = await pool.connect()
			try {
				const { rows } = await client.query<object>(text, [...values])
				client.release()
				return { rows }
			} catch (error) {
				client.release(isUnreachable(error))
				throw error
			}
		},
		close(isBroken) {
			if (isBroken)
				for (const client of clients)
					client.connection.stream.destroy(new Error('Connection terminated along with its replica'))
			pool.end().catch(() => {})
		},
		count: () => readPoolState(pool),
	}
}

/** Creates a dialect whose statements `read` runs, each for itself: there are no transactions. */
function createReadDialect(read: (text: string, values: readonly unknown[]) => Promise<QueryResult<unknown>>): Dialect {
	const refuse = (): never => {
		throw new Error('A replica runs single reads only')
	}
	const connection = {
		executeQuery: async <Row>({ sql, parameters }: CompiledQuery) => (await read(sql, parameters)) as QueryResult<Row>,
		streamQuery: refuse,
	}
	return {
		createDriver: () => ({
			init: async () => {},
			acquireConnection: async () => connection,
			beginTransaction: async () => refuse(),
			commitTransaction: async () => refuse(),
			rollbackTransaction: async () => refuse(),
			releaseConnection: async () => {},
			destroy: async () => {},
		}),
		createAdapter: () => new PostgresAdapter(),
		createQueryCompiler: () => new PostgresQueryCompiler(),
		createIntrospector: (db) => new PostgresIntrospector(db),
	}
}
