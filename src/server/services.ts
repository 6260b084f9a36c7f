import type { Kysely } from 'kysely'
import type { Config } from './config.ts'
import type { Tables } from './db/tables.ts'
import type { Keys } from './secret.ts'

/** What the routes stand on; handed down as an argument, never imported. */
export interface Services {
	config: Config
	db: Kysely<Tables>
	keys: Keys
	/** The time in milliseconds since 1970. */
	clock: () => number
}

/** The time as the database and the wire write it. */
export function now(services: Services): string {
	return new Date(services.clock()).toISOString()
}
