import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { describeTables, STORED_TABLES } from './stored-tables.ts'

// `npm run tables`: writes the types of the tables after a change of the schema.
const folder = await mkdtemp(path.join(tmpdir(), 'savepoint-tables-'))
const database = await openDatabase({ folder })
try {
	await migrate(database.db)
	await writeFile(STORED_TABLES, await describeTables(database.db))
} finally {
	await database.close()
	await rm(folder, { recursive: true })
}
