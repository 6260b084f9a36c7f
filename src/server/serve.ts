import { lookup } from 'node:dns/promises'
import { type Connections, limitConnections } from '#server/http/client-connections.ts'
import { stopSite } from '#server/lifecycle/shutdown.ts'
import { toListenError } from '#server/lifecycle/startup-errors.ts'
import type { Site } from './site.ts'

/** The time after which a stop gives up and the process exits. */
export const SHUTDOWN_TIMEOUT_MS = 8_000

/** Prints a progress message for the operator. */
export const printStatus = (sentence: string) => process.stdout.write(`${sentence}\n`)

/** Starts listening, prints the URL, and stops the site and the process on SIGTERM or SIGINT. */
export async function serve(site: Site): Promise<void> {
	const { host, port: configuredPort, publicUrl } = site.services.config
	stopOnSignals(site, limitConnections(site.app.server, site.services.config, site.app.log))
	const port = await listen(site, host, configuredPort)
	if (site.database.kind === 'embedded')
		printStatus(
			'The embedded database survives a killed process, but a power failure can lose the last writes, because it does not wait for the disk. Use PostgreSQL for a public site.',
		)
	printStatus(`Savepoint is ready: ${publicUrl ? `${publicUrl} (on port ${port})` : `http://localhost:${port}`}`)
}

/** Listens on the host, or on IPv4 alone if the machine has no IPv6. Returns the port. */
async function listen(site: Site, name: string, port: number): Promise<number> {
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
	const address = site.app.server.address()
	return typeof address === 'object' && address ? address.port : port
}

/** Shuts the site and the process down in order on SIGTERM or SIGINT. A second signal exits at once. */
function stopOnSignals(site: Site, connections: Connections): void {
	let isStopping = false
	const stop = async () => {
		if (isStopping) process.exit(130)
		isStopping = true
		printStatus('Stopping…')
		setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref()
		await stopSite(site, connections)
		process.exit(0)
	}
	process.on('SIGTERM', () => void stop())
	process.on('SIGINT', () => void stop())
}
