import { existsSync } from 'node:fs'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { recount } from '#server/recount.ts'

// `npm run recount`: compares every kept count with the facts, changes nothing, exits with 1 where they differ.
if (existsSync('.env')) process.loadEnvFile('.env')
const { databaseUrl, dataDir } = readConfig(process.env)
const database = await openDatabase(
	databaseUrl ? { url: databaseUrl, connections: 1, statementTimeoutMs: 0 } : { folder: dataDir },
)
await migrate(database.db)
const differences = await recount(database.db)
await database.close()
for (const { count, subject, kept, counted } of differences)
	console.log(`${count} of ${subject}: ${kept} is kept, ${counted} is right`)
console.log(differences.length === 0 ? 'Every count equals what it counts.' : `${differences.length} counts differ.`)
process.exit(differences.length === 0 ? 0 : 1)
