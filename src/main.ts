import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import { readConfig } from '#server/config.ts'
import { describeStartupError } from '#server/lifecycle/startup-errors.ts'
import { printStatus, runWorkers, serve, serveAsWorker } from '#server/serve.ts'

/** The worker that prepares the database, and says so. */
const FIRST_WORKER = 1

try {
	if (existsSync('.env')) process.loadEnvFile('.env')
	const config = readConfig(process.env)
	if (cluster.isPrimary && config.workers > 1) await runWorkers(config)
	else {
		// The primary of workers needs no site of its own
		const { openSite } = await import('#server/site.ts')
		if (cluster.isPrimary) await serve(await openSite(config, printStatus))
		else await serveAsWorker(() => openSite(config, cluster.worker?.id === FIRST_WORKER ? printStatus : () => {}))
	}
} catch (error) {
	process.stderr.write(`${describeStartupError(error)}\n`)
	process.exit(1)
}
