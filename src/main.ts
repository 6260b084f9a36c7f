import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { describeStartupError } from '#server/lifecycle/startup-errors.ts'

/** The worker that prepares the database, and says so. */
const FIRST_WORKER = 1

// What has been compiled once need not be compiled at the next start. In a tree that cannot be written, nothing is stored
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url)))

try {
	if (existsSync('.env')) process.loadEnvFile('.env')
	const [{ readConfig }, { printStatus, runWorkers, serve, serveAsWorker }] = await Promise.all([
		import('#server/config.ts'),
		import('#server/serve.ts'),
	])
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
