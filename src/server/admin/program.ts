import { existsSync } from 'node:fs'
import { fastify } from 'fastify'
import { type Config, readConfig } from '#server/config.ts'
import { assertMigrated } from '#server/db/migrate.ts'
import { createLogOptions } from '#server/http/log.ts'
import { UsageError } from '#server/lifecycle/command-line.ts'
import { assertSameSecret } from '#server/lifecycle/database-checks.ts'
import { createDatabaseRetry } from '#server/lifecycle/database-retry.ts'
import { assertHasDatabase, readSecret } from '#server/lifecycle/existing-site.ts'
import { openConfiguredDatabase } from '#server/lifecycle/open-database.ts'
import { deriveKeys } from '#server/lifecycle/secret-keys.ts'
import { describeStartupError } from '#server/lifecycle/startup-errors.ts'
import { createDelivery } from '#server/mail/delivery.ts'
import { createServices, type Services } from '#server/services.ts'
import { CommandError, type Surroundings } from './command.ts'
import { parseAdminCommand } from './commands.ts'

type Print = (sentence: string) => void

/** Runs the command of this process's arguments. Returns false, after printing why, if it failed. */
export async function runAdminProgram(args: readonly string[], print: Print, printError: Print): Promise<boolean> {
	try {
		if (existsSync('.env')) process.loadEnvFile('.env')
		const parsed = parseAdminCommand(args)
		if (typeof parsed === 'string') print(parsed)
		else await runCommand(readConfig(process.env), parsed, print)
		return true
	} catch (error) {
		printError(
			error instanceof CommandError || error instanceof UsageError ? error.message : describeStartupError(error),
		)
		return false
	}
}

interface Parsed {
	run: (...surroundings: Surroundings) => Promise<void>
}

async function runCommand(config: Config, parsed: Parsed, print: Print): Promise<void> {
	const { log } = fastify(createLogOptions(config))
	await withServices(config, (services) => parsed.run(services, print, log))
}

/** Opens the site's database and runs `work` with the services of a site that serves nobody. Mails wait for the site. */
async function withServices(config: Config, work: (services: Services) => Promise<void>): Promise<void> {
	assertHasDatabase(config)
	const secret = await readSecret(config)
	const { fingerprint } = deriveKeys(secret)
	const retryUntilReachable = createDatabaseRetry(config, () => {})
	const database = await retryUntilReachable(() => openConfiguredDatabase(config, fingerprint))
	try {
		await retryUntilReachable(() => assertMigrated(database.backgroundDb))
		await assertSameSecret(database.backgroundDb, fingerprint)
		const { db, backgroundDb } = database
		await work(createServices(config, { db, backgroundDb }, secret, Date.now, createDelivery(config)))
	} finally {
		await database.close()
	}
}
