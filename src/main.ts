import cluster from 'node:cluster'
import { existsSync, readFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { isFirstProcess } from '#server/lifecycle/first-process.ts'
import { describeStartupError } from '#server/lifecycle/startup-errors.ts'

// What has been compiled once need not be compiled at the next start. In a tree that cannot be written, nothing is stored
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url)))

try {
	const hasFile = existsSync('.env')
	if (hasFile) process.loadEnvFile('.env')
	const [{ readConfig }, { printStatus, runWorkers, serve, serveAsWorker }] = await Promise.all([
		import('#server/config.ts'),
		import('#server/serve.ts'),
	])
	const config = readConfig(process.env, hasFile ? Object.keys(parseEnv(readFileSync('.env', 'utf8'))) : [])
	if (cluster.isPrimary && config.workers > 1) await runWorkers(config)
	else {
		// The primary of workers needs no site of its own
		const { openSite } = await import('#server/site.ts')
		if (cluster.isPrimary) await serve(await openSite(config, printStatus))
		else await serveAsWorker(() => openSite(config, isFirstProcess ? printStatus : () => {}))
	}
} catch (error) {
	process.stderr.write(`${describeStartupError(error)}\n`)
	process.exit(1)
}
