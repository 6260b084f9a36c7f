import { sql } from 'kysely'
import type { Db } from './tables.ts'

/** Returns the fingerprint of the site's secret; undefined if no start has recorded one. */
export async function findSecretFingerprint(db: Db): Promise<string | undefined> {
	const { rows } = await sql<{ exists: boolean; is_read_only: boolean }>`
		select to_regclass('site_secret') is not null as exists,
			current_setting('transaction_read_only')::boolean as is_read_only`.execute(db)
	if (!rows[0]?.exists) return undefined
	const stored = db.selectFrom('site_secret').select('fingerprint')
	// A process that reads it while another secret is accepted waits for that, where it may lock a row
	const row = await (rows[0].is_read_only ? stored : stored.forShare()).executeTakeFirst()
	return row?.fingerprint
}

/** Records the fingerprint of a site's first secret; the one that is recorded stays. */
export async function recordSecretFingerprint(db: Db, fingerprint: string): Promise<void> {
	await db
		.insertInto('site_secret')
		.values({ fingerprint })
		.onConflict((conflict) => conflict.doNothing())
		.execute()
}

/** Makes another secret the site's, from the next start on. */
export async function replaceSecretFingerprint(db: Db, fingerprint: string): Promise<void> {
	await db
		.insertInto('site_secret')
		.values({ fingerprint })
		.onConflict((conflict) => conflict.column('is_only').doUpdateSet({ fingerprint }))
		.execute()
}
