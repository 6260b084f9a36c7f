import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { newDatabase } from '#kit/site.ts'
import { UNPREPARED } from './prepared-statements.ts'
import type { Tables } from './tables.ts'
import { withoutStatementTimeout } from './without-statement-timeout.ts'

const readMode = async (db: Kysely<Tables>, hint = '') =>
	(await sql<{ mode: string }>`${sql.raw(hint)}select current_setting('plan_cache_mode') as mode`.execute(db)).rows[0]
		?.mode

test('a prepared statement is planned once, however cheap a plan for its values looks', async () => {
	await using database = await newDatabase()
	await database.db.connection().execute(async (db) => {
		for (let n = 0; n < 12; n++) await sql`select from users where ${null}::uuid is null or id = ${null}`.execute(db)
		const { rows } = await sql`select generic_plans::int, custom_plans::int from pg_prepared_statements
			where statement like 'select from users%'`.execute(db)
		expect(rows).toEqual([{ generic_plans: 10, custom_plans: 0 }])
	})
})

test('an unprepared statement is planned for its values, and the next one is not, whether it succeeds or fails', async () => {
	await using database = await newDatabase()
	await database.db.connection().execute(async (db) => {
		expect(await readMode(db, UNPREPARED)).toBe('auto')
		expect(await readMode(db)).toBe('force_generic_plan')
		const fail = (session: Kysely<Tables>) => sql`${sql.raw(UNPREPARED)}select 1 / 0`.execute(session)
		await expect(fail(db)).rejects.toThrow('division by zero')
		expect(await readMode(db)).toBe('force_generic_plan')
		await expect(db.transaction().execute(fail)).rejects.toThrow('division by zero')
		expect(await readMode(db)).toBe('force_generic_plan')
		await db.transaction().execute(async (transaction) => {
			expect(await readMode(transaction, UNPREPARED)).toBe('auto')
			expect(await readMode(transaction)).toBe('force_generic_plan')
		})
	})
	await withoutStatementTimeout(database.db, async (db) => expect(await readMode(db)).toBe('auto'))
})
