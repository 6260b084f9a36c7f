import { existsSync } from 'node:fs'
import { readConfig } from '#server/config.ts'
import { explain } from '#server/lifecycle/startup-errors.ts'
import { say, serve } from '#server/serve.ts'
import { openSite } from '#server/site.ts'

try {
	if (existsSync('.env')) process.loadEnvFile('.env')
	await serve(await openSite(readConfig(process.env), say))
} catch (error) {
	process.stderr.write(`${explain(error)}\n`)
	process.exit(1)
}
