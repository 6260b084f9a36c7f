import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newDatabase, startSite } from '#kit/site.ts'
import { FolderInUseError, lockFolder } from './folder-lock.ts'
import { assertMigrated, checkMigrations, listMigrations, type Migration, migrate } from './migrate.ts'
import { SchemaMismatchError } from './migration-errors.ts'

test('migrating again changes nothing', async () => {
	await using site = await startSite()
	expect(await migrate(site.services.db)).toEqual([])
})

test('a database that a newer version has migrated is refused with a readable message', async () => {
	await using site = await startSite()
	const { db } = site.services
	await sql`insert into schema_migrations (name, checksum) values ('999_from_the_future', 'x')`.execute(db)
	try {
		await expect(migrate(db)).rejects.toThrow(SchemaMismatchError)
		await expect(migrate(db)).rejects.toThrow(/newer version of Savepoint .*"999_from_the_future"/)
	} finally {
		await sql`delete from schema_migrations where name = '999_from_the_future'`.execute(db)
	}
})

test('a migration that changed after it was applied is refused with a readable message', async () => {
	await using site = await startSite()
	const { db } = site.services
	const { rows } = await sql<{
		name: string
		checksum: string
	}>`select name, checksum from schema_migrations order by name limit 1`.execute(db)
	const [first] = rows
	await sql`update schema_migrations set checksum = 'other' where name = ${first?.name}`.execute(db)
	try {
		await expect(migrate(db)).rejects.toThrow(`The migration "${first?.name}" has changed`)
	} finally {
		await sql`update schema_migrations set checksum = ${first?.checksum} where name = ${first?.name}`.execute(db)
	}
})

test('a database from before the baseline is told what to do, and is not touched', async () => {
	await using database = await newDatabase()
	const { db } = database
	await sql`delete from schema_migrations where name <> '001_baseline'`.execute(db)
	await sql`update schema_migrations set name = '001_accounts_games_reviews'`.execute(db)
	const sentence =
		/^The database is of a version before 0\.1\.0\. Start the site, or restore the backup, with commit [0-9a-f]{8}, and then start this version\.$/
	await expect(migrate(db)).rejects.toThrow(sentence)
	await expect(assertMigrated(db)).rejects.toThrow(sentence)
	expect(() => checkMigrations([{ name: '001_accounts_games_reviews', checksum: 'x' }])).toThrow(sentence)
	expect((await listMigrations(db)).map(({ name }) => name)).toEqual(['001_accounts_games_reviews'])
})

test('a command finds the site of this version, also while a migration is postponed, and nothing else', async () => {
	await using site = await startSite()
	const { db } = site.services
	const applied = (await listMigrations(db)) as Migration[]
	await assertMigrated(db, applied)
	await assertMigrated(db, [...applied, { name: '999_next.contract', checksum: '', text: '' }])
	const next = [...applied, { name: '999_next', checksum: '', text: 'create table next ()' }]
	await expect(assertMigrated(db, next)).rejects.toThrow('The database is of an earlier version of Savepoint.')
	await expect(assertMigrated(db, applied.slice(0, -1))).rejects.toThrow('newer version of Savepoint')
	expect(await listMigrations(db)).toEqual(applied)
})

test('a failed statement rolls back its transaction, and the connection stays usable', async () => {
	await using site = await startSite()
	const { db } = site.services
	await expect(
		db.transaction().execute(async (transaction) => {
			await sql`insert into site_counts values ('games', 99, 1)`.execute(transaction)
			await sql`select 1 / 0`.execute(transaction)
		}),
	).rejects.toThrow(/division by zero/)
	expect((await sql`select 1 from site_counts where slot = 99`.execute(db)).rows).toEqual([])
})

test('a folder belongs to one process, and a stale lock is taken over', async () => {
	const folder = await mkdtemp(path.join(tmpdir(), 'savepoint-lock-'))
	try {
		const release = await lockFolder(folder)
		await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError)
		await release()
		for (const staleLock of [
			'{"pid":999999999,"started":"1"}',
			`{"pid":${process.pid},"started":"another time"}`,
			'',
			'cut off',
		]) {
			await writeFile(path.join(folder, 'lock'), staleLock)
			const again = await lockFolder(folder)
			await again()
		}
	} finally {
		await rm(folder, { recursive: true })
	}
})
