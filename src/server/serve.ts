import cluster from 'node:cluster'
import { lookup } from 'node:dns/promises'
import { isIPv6 } from 'node:net'
import { hostname } from 'node:os'
import { limitConnections } from '#server/http/client-connections.ts'
import { lockDataFolder } from '#server/lifecycle/data-folder-lock.ts'
import { answerPings, HEARTBEAT_LIMIT } from '#server/lifecycle/heartbeat.ts'
import { collectWhenIdle } from '#server/lifecycle/idle-collection.ts'
import { stopSite } from '#server/lifecycle/shutdown.ts'
import { checkSettings } from '#server/lifecycle/startup-checks.ts'
import { describeStartupError, toListenError } from '#server/lifecycle/startup-errors.ts'
import { CLOSED, type StopOrder, waitForPrimary } from '#server/lifecycle/worker-process.ts'
import { createWorkers } from '#server/lifecycle/workers.ts'
import { serveMetrics } from '#server/telemetry/metrics-server.ts'
import type { Config } from './config.ts'
import type { Site } from './site.ts'

/** The time after which a stop gives up and the process exits. */
export const SHUTDOWN_TIMEOUT_MS = 8_000

/** The level of a line in the log that reports no problem. */
const INFO = 30

/** Tells the operator how a start or stop goes: in a terminal as a sentence, otherwise as a line of the log, which then is JSON throughout. */
export function printStatus(sentence: string): void {
	const fields = { level: INFO, time: Date.now(), pid: process.pid, hostname: hostname(), msg: sentence }
	process.stdout.write(`${process.stdout.isTTY ? sentence : JSON.stringify(fields)}\n`)
}

/** Starts listening, prints the URL, and stops the site and the process on SIGTERM, SIGINT or SIGHUP. */
export async function serve(site: Site): Promise<void> {
	const { config, metrics } = site.services
	const connections = limitConnections(site.app.server, config, site.app.log)
	const stop = () => stopGracefully(site, connections)
	stopOnSignals(['SIGTERM', 'SIGINT', 'SIGHUP'], stop, () => {})
	if (metrics && config.metrics) {
		metrics.watchConnections(connections)
		await exposeMetrics(config.metrics, () => metrics.registry.metrics())
	}
	const port = await listen(site, config)
	printReady(config, port)
}

/**
 * Runs the site in several processes, whose primary is this one: it starts them, replaces those that end or exceed the
 * heartbeat's limit, and prints the URL once all listen. SIGTERM and SIGINT stop them gracefully, SIGHUP replaces them one at a time.
 */
export async function runWorkers(config: Config, { heartbeat = HEARTBEAT_LIMIT } = {}): Promise<void> {
	await checkSettings(config)
	await lockDataFolder(config)
	const workers = createWorkers(config.workers, {
		heartbeat,
		report: printStatus,
		onFailure(error) {
			process.stderr.write(`${describeStartupError(error)}\n`)
			process.exit(1)
		},
	})
	if (config.metrics) {
		const { createClusterReader } = await import('#server/telemetry/cluster-metrics.ts')
		await exposeMetrics(config.metrics, createClusterReader(workers.countFailures))
	}
	stopOnSignals(['SIGTERM', 'SIGINT'], workers.stop, workers.kill)
	process.on('SIGHUP', () => void workers.restart())
	const port = await workers.start()
	printStatus(`${config.workers} workers are running.`)
	printReady(config, port)
}

/** Opens a site and serves it as one of the primary's workers, which stops when the primary says so or is gone. */
export async function serveAsWorker(open: () => Promise<Site>): Promise<void> {
	answerPings()
	const site = await open()
	const connections = limitConnections(site.app.server, site.services.config, site.app.log)
	const { metrics } = site.services
	if (metrics) {
		const { shareMetrics } = await import('#server/telemetry/cluster-metrics.ts')
		metrics.watchConnections(connections)
		shareMetrics(metrics)
	}
	let isStopping = false
	async function stop(isLast: boolean): Promise<void> {
		if (isStopping) return
		isStopping = true
		const onClosed = () => process.connected && process.send?.(CLOSED)
		process.exit(
			await stopGracefully(site, connections, { hasSuccessor: !isLast, waitForAcceptor: waitForPrimary, onClosed }),
		)
	}
	process.on('message', ({ kind, isLast }: StopOrder) => kind === 'stop' && void stop(isLast))
	cluster.worker?.once('disconnect', () => {
		// Otherwise Node ends the process at once
		if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
		void stop(false)
	})
	// Terminals and service managers signal every process of the site; the primary says what that means
	for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {})
	await listen(site, site.services.config)
}

function printReady({ publicUrl }: Config, port: number): void {
	printStatus(`Savepoint is ready: ${publicUrl ?? `http://localhost:${port}`} (on port ${port})`)
}

/** Serves the metrics on their own port. */
async function exposeMetrics(address: NonNullable<Config['metrics']>, read: () => Promise<string>): Promise<void> {
	const { port } = await serveMetrics(address, read)
	printStatus(`Metrics are at http://${isIPv6(address.host) ? `[${address.host}]` : address.host}:${port}/metrics.`)
}

/** Listens on the host, or on IPv4 alone if the machine has no IPv6. Returns the port. */
async function listen(site: Site, { host: name, port }: Config): Promise<number> {
	// For localhost Fastify would open a second server for the other address, without this one's connection limits
	const host = name === 'localhost' ? (await lookup(name)).address : name
	try {
		await site.app.listen({ host, port }).catch((error: unknown) => {
			if (host !== '::' || (error as NodeJS.ErrnoException).code !== 'EAFNOSUPPORT') throw error
			return site.app.listen({ host: '0.0.0.0', port })
		})
	} catch (error) {
		throw toListenError(error, { host: name, port })
	}
	collectWhenIdle(site.app.server)
	const address = site.app.server.address()
	return typeof address === 'object' && address ? address.port : port
}

/** Shuts the site down in order, and returns the exit code. Exits with 1 if that takes too long. */
async function stopGracefully(...[site, connections, options]: Parameters<typeof stopSite>): Promise<number> {
	setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref()
	await stopSite(site, connections, options)
	return 0
}

/** Stops and exits on the first signal. A second one aborts the stop. */
function stopOnSignals(signals: readonly string[], stop: () => Promise<number>, abort: () => void): void {
	let isStopping = false
	const onSignal = async () => {
		if (isStopping) {
			abort()
			process.exit(130)
		}
		isStopping = true
		printStatus('Stopping…')
		process.exit(await stop())
	}
	for (const signal of signals) process.on(signal, () => void onSignal())
}
