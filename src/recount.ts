import { existsSync } from 'node:fs'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { recount } from '#server/db/recount.ts'
import { embeddedProblem, explain, serverProblem } from '#server/lifecycle/startup-errors.ts'

// `npm run recount`: compares every kept count with the facts, changes nothing, exits with 1 where they differ.
try {
	if (existsSync('.env')) process.loadEnvFile('.env')
	const { databaseUrl, dataDir } = readConfig(process.env)
	const differences = await differencesIn(databaseUrl, dataDir).catch((error: unknown) => {
		throw databaseUrl ? serverProblem(error) : embeddedProblem(error, dataDir)
	})
	for (const { count, subject, kept, counted } of differences)
		console.log(`${count} of ${subject}: ${kept} is kept, ${counted} is right`)
	console.log(differences.length === 0 ? 'Every count equals what it counts.' : `${differences.length} counts differ.`)
	process.exit(differences.length === 0 ? 0 : 1)
} catch (error) {
	console.error(explain(error))
	process.exit(1)
}

async function differencesIn(url: string | undefined, folder: string) {
	const database = await openDatabase(url ? { url, connections: 1, statementTimeoutMs: 0 } : { folder })
	try {
		await migrate(database.db)
		return await recount(database.db)
	} finally {
		await database.close()
	}
}
