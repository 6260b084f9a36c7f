import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openMigratedDatabase } from '#kit/database-server.ts'
import { openSessionPool } from './session-pool.ts'
import { createTableLoader } from './table-loader.ts'

const SLIPS = { name: 'game_word_slips', columns: ['slip', 'word'] }
const WINDOWS = { name: 'windows', columns: ['today'] }

test('the rows of a table come in any number of parts, but in one place', async () => {
	const database = await openMigratedDatabase({ statementTimeoutMs: 0 })
	const pool = await openSessionPool(database, 1)
	const loaded: string[] = []
	const loader = createTableLoader(pool, (table) => loaded.push(table))
	for (const slip of ['one', 'two', 'three']) await loader.add(SLIPS, Buffer.from(`${slip}\tword\n`))
	expect(loaded).toEqual([])
	await loader.add(WINDOWS, Buffer.from('2026-11-22\n'))
	expect(loaded).toEqual(['game_word_slips'])
	await expect(loader.add(SLIPS, Buffer.from('four\tword\n'))).rejects.toThrow(
		'it contains the rows of game_word_slips in two places',
	)
	expect(loaded).toEqual(['game_word_slips', 'windows'])
	pool.close()
	const { rows } = await sql`select slip, today from game_word_slips, windows order by slip`.execute(database.db)
	expect(rows).toEqual(['one', 'three', 'two'].map((slip) => ({ slip, today: '2026-11-22' })))
	await database.close()
})

test('rows that the database refuses are reported before their table counts as loaded', async () => {
	const database = await openMigratedDatabase({ statementTimeoutMs: 0 })
	const pool = await openSessionPool(database, 1)
	const loader = createTableLoader(pool, () => {})
	await loader.add(WINDOWS, Buffer.from('someday\n'))
	await expect(loader.finish()).rejects.toThrow(
		'The database refuses rows of windows: invalid input syntax for type date',
	)
	pool.close()
	await database.close()
})
