import { existsSync } from 'node:fs'
import { type Config, getDirectPlace, readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { assertMigrated } from '#server/db/migrate.ts'
import { recount } from '#server/db/recount.ts'
import { assertHasDatabase } from '#server/lifecycle/existing-site.ts'
import { describeStartupError, toDatabaseError } from '#server/lifecycle/startup-errors.ts'

// `npm run recount`: compares every stored count with the rows that it counts. Changes nothing; exits with 1 on a difference.
try {
	if (existsSync('.env')) process.loadEnvFile('.env')
	const config = readConfig(process.env)
	const differences = await findDifferences(config).catch((error: unknown) => {
		throw toDatabaseError(error, config)
	})
	for (const { count, subject, stored, counted } of differences)
		console.log(`${count} of ${subject}: ${stored} stored, ${counted} counted`)
	console.log(
		differences.length === 0 ? 'All stored counts are correct.' : `${differences.length} stored counts are wrong.`,
	)
	process.exit(differences.length === 0 ? 0 : 1)
} catch (error) {
	console.error(describeStartupError(error))
	process.exit(1)
}

async function findDifferences(config: Config) {
	assertHasDatabase(config)
	const database = await openDatabase({ ...getDirectPlace(config), connections: 1, statementTimeoutMs: 0 })
	try {
		await assertMigrated(database.db)
		return await recount(database.db)
	} finally {
		await database.close()
	}
}
