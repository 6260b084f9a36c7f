import { existsSync } from 'node:fs'
import { readConfig } from '#server/config.ts'
import { describeStartupError } from '#server/lifecycle/startup-errors.ts'
import { printStatus, serve } from '#server/serve.ts'
import { openSite } from '#server/site.ts'

try {
	if (existsSync('.env')) process.loadEnvFile('.env')
	await serve(await openSite(readConfig(process.env), printStatus))
} catch (error) {
	process.stderr.write(`${describeStartupError(error)}\n`)
	process.exit(1)
}
