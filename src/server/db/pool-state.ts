import type pg from 'pg'

/** How busy a pool of connections is. */
export interface PoolState {
	/** The open connections, the idle ones included. */
	open: number
	idle: number
	/** The callers that wait for a connection. */
	waiting: number
}

/** A pool with its name, which is unique in a process except for a replica that is configured twice. */
export interface NamedPool extends PoolState {
	name: string
}

export function readPoolState(pool: pg.Pool): PoolState {
	return { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }
}
