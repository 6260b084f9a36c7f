import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { type Embedded, startEmbedded } from './embedded.ts'
import { nameStatements } from './named-statements.ts'
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
	/** How long a statement may take; 0: as long as it needs. */
	statementTimeoutMs?: number
}

export type DatabaseAddress = ServerAddress | { folder: string } | { memory: true; dump?: ArrayBuffer }

// of a request, for which somebody waits; what runs by itself is `unhurried`
const STATEMENT_TIMEOUT_MS = 2_000

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
	const pool = embedded ? embeddedPool(embedded) : serverPool(address as ServerAddress)
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

function embeddedPool(embedded: Embedded): pg.Pool {
	return new pg.Pool({
		max: 1,
		types,
		stream: () => embedded.connect(),
		user: 'postgres',
		database: 'postgres',
		idleTimeoutMillis: 0,
		onConnect: prepare,
	})
}

function serverPool({ url, connections = 10, statementTimeoutMs = STATEMENT_TIMEOUT_MS }: ServerAddress): pg.Pool {
	return new pg.Pool({
		connectionString: url,
		max: connections,
		types,
		connectionTimeoutMillis: 10_000,
		idleTimeoutMillis: 60_000,
		keepAlive: true,
		application_name: 'savepoint',
		options: `-c TimeZone=UTC -c statement_timeout=${statementTimeoutMs}`,
		onConnect: prepare,
	})
}

async function prepare(client: pg.ClientBase): Promise<void> {
	await client.query("set time zone 'UTC'")
	nameStatements(client)
}
