import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newDatabase } from '#kit/site.ts'
import { describeTables, STORED_TABLES } from './stored-tables.ts'

test('the types of the tables are those of the schema: npm run tables writes them', async () => {
	await using database = await newDatabase()
	expect(readFileSync(STORED_TABLES, 'utf8')).toBe(await describeTables(database.db))
})
