import type { Kysely, Selectable, Transaction } from 'kysely'
import type { StoredTables } from './stored-tables.ts'

/** The typed tables and views. */
export interface Tables extends StoredTables {
	/** The public columns of users that are not being deleted, with their counts. */
	visible_users: VisibleUsers
	/** Whom a viewer does not see, since one of the two has blocked the other. */
	blocked_pairs: HiddenPair
	/** The blocked pairs, and whom a viewer has muted. */
	quiet_pairs: HiddenPair
}

/** A row of a table or view, as statements read it. */
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>

/** A connection or an open transaction: the first parameter of every query. */
export type Db = Kysely<Tables> | Transaction<Tables>

/** An open transaction. */
export type Tx = Transaction<Tables>

type VisibleUsers = Pick<
	StoredTables['users'],
	'id' | 'username' | 'picture' | 'bio' | 'created_at' | 'needs_username'
> &
	Omit<StoredTables['user_counts'], 'id' | 'fed_at' | 'hidden_list_count' | 'counted_on'>

interface HiddenPair {
	viewer_id: string
	hidden_id: string
}
