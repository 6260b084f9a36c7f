import type { Db } from '#server/db/tables.ts'

/** Returns the hash of a source's last load; undefined without one. */
export async function findLoadedHash(db: Db, source: string): Promise<string | undefined> {
	const loaded = await db
		.selectFrom('catalogue_loads')
		.select('content_hash')
		.where('source', '=', source)
		.executeTakeFirst()
	return loaded?.content_hash
}

export async function saveLoadedHash(db: Db, source: string, hash: string, at: string): Promise<void> {
	await db
		.insertInto('catalogue_loads')
		.values({ source, content_hash: hash, loaded_at: at })
		.onConflict((conflict) =>
			conflict.column('source').doUpdateSet((row) => ({
				content_hash: row.ref('excluded.content_hash'),
				loaded_at: row.ref('excluded.loaded_at'),
			})),
		)
		.execute()
}
