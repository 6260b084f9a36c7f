import pg from 'pg'
import { getProcessId } from './server-info.ts'
import { limitStatements } from './statement-timeout.ts'

/** What a server says about itself. */
export interface ServerState {
	/** Identifies the cluster and the database in it; physical replicas have the same. */
	identity: string
	isStandby: boolean
	/** How far the WAL is flushed on a primary, or replayed on a standby. */
	position: bigint
	/** Whether a pooler is between this client and the server. */
	isPooled: boolean
}

/** Reads the state of a server over a connection of its own. */
export interface Probe {
	/** Throws if the server does not answer in time. Not to be called again before it has answered. */
	run: () => Promise<ServerState>
	close: () => void
}

const STATE = `select pg_is_in_recovery() as is_standby, pg_backend_pid() as pid,
	(select system_identifier from pg_control_system()) || ' ' || (select oid from pg_database where datname = current_database()) as identity,
	pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end, '0/0')::text as position`

/** Creates a probe, which opens its connection when it first runs, and again after a failure. */
export function createProbe(url: string, timeoutMs: number): Probe {
	let client: pg.Client | undefined

	async function open(): Promise<pg.Client> {
		const opened = new pg.Client({
			connectionString: url,
			connectionTimeoutMillis: timeoutMs,
			application_name: 'savepoint',
			keepAlive: true,
		})
		client = opened
		// A broken connection also fails the next run
		opened.on('error', () => {})
		await opened.connect()
		limitStatements(opened, { limitMs: timeoutMs, isWorking: async () => false, onUnresponsive() {} })
		return opened
	}
	/** A connection that does not answer never confirms its end, so its socket is destroyed. */
	function close(): void {
		client?.connection.stream.destroy()
		client = undefined
	}
	return {
		async run() {
			try {
				const current = client ?? (await open())
				const { rows } = await current.query<{
					is_standby: boolean
					pid: number
					identity: string
					position: string | null
				}>(STATE)
				const [row] = rows
				if (!row) throw new Error('The server returned no state')
				return {
					identity: row.identity,
					isStandby: row.is_standby,
					position: BigInt(row.position ?? 0),
					isPooled: getProcessId(current) !== row.pid,
				}
			} catch (error) {
				close()
				throw error
			}
		},
		close,
	}
}
