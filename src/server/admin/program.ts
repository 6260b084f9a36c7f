import { existsSync } from 'node:fs'
import { fastify } from 'fastify'
import { type Config, readConfig } from '#server/config.ts'
import { assertHasSite, assertMigrated } from '#server/db/migrate.ts'
import type { Db } from '#server/db/tables.ts'
import { createLogOptions } from '#server/http/log.ts'
import { UsageError } from '#server/lifecycle/command-line.ts'
import { assertSameSecret } from '#server/lifecycle/database-checks.ts'
import { createDatabaseRetry } from '#server/lifecycle/database-retry.ts'
import { assertHasDatabase, readSecret } from '#server/lifecycle/existing-site.ts'
import { openConfiguredDatabase } from '#server/lifecycle/open-database.ts'
import { deriveKeys, withSecret } from '#server/lifecycle/secret-keys.ts'
import { describeStartupError } from '#server/lifecycle/startup-errors.ts'
import { createDelivery } from '#server/mail/delivery.ts'
import { createServices, type Services } from '#server/services.ts'
import { CommandError } from './command.ts'
import { type ParsedAdminCommand, parseAdminCommand } from './commands.ts'

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

async function runCommand(config: Config, { takesAnySecret, run }: ParsedAdminCommand, print: Print): Promise<void> {
	const { log } = fastify(createLogOptions(config))
	assertHasDatabase(config)
	const work = (services: Services) => run(services, print, log)
	if (!takesAnySecret) {
		const secret = await readSecret(config)
		const check = async (db: Db) => {
			await assertMigrated(db)
			await assertSameSecret(db, deriveKeys(secret).fingerprint)
		}
		return withServices(config, secret, check, work)
	}
	await withSecret(config, (secret) => withServices(config, secret, assertHasSite, work))
}

/**
 * Opens the site's database and runs `work` with the services of a site that serves nobody, after a check. Mails wait for the
 * site.
 */
async function withServices(
	config: Config,
	secret: string,
	check: (db: Db) => Promise<void>,
	work: (services: Services) => Promise<void>,
): Promise<void> {
	const retryUntilReachable = createDatabaseRetry(config, () => {})
	const database = await retryUntilReachable(() => openConfiguredDatabase(config, deriveKeys(secret).fingerprint))
	try {
		await retryUntilReachable(() => check(database.backgroundDb))
		const { db, backgroundDb } = database
		await work(createServices(config, { db, backgroundDb }, secret, Date.now, createDelivery(config)))
	} finally {
		await database.close()
	}
}
