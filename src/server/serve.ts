import { lookup } from 'node:dns/promises'
import { boundConnections, type Connections } from '#server/http/client-connections.ts'
import { stopSite } from '#server/lifecycle/shutdown.ts'
import { listenProblem } from '#server/lifecycle/startup-errors.ts'
import type { Site } from './site.ts'

const STOPPING_MS = 8_000

/** Tells the operator what is going on. */
export const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

/** Lets a site listen until a signal stops it, and with it this process; says where it is once it does. */
export async function serve(site: Site): Promise<void> {
	const { host, port: wanted, publicUrl } = site.services.config
	stopOnSignals(site, boundConnections(site.app.server, site.services.config, site.app.log))
	const port = await listen(site, host, wanted)
	if (site.database.kind === 'embedded')
		say(
			'The embedded database survives a killed process, but it does not wait for the disk: after a power cut the last writes can be missing. Use PostgreSQL for a public site.',
		)
	say(`Savepoint is ready: ${publicUrl ? `${publicUrl} (on port ${port})` : `http://localhost:${port}`}`)
}

/** Listens on the configured host; where a machine has no IPv6, on IPv4 alone. Returns the port. */
async function listen(site: Site, name: string, port: number): Promise<number> {
	// Fastify would serve the other address of this name by a second server, without the bounds of the first
	const host = name === 'localhost' ? (await lookup(name)).address : name
	try {
		await site.app.listen({ host, port }).catch((error: unknown) => {
			if (host !== '::' || (error as NodeJS.ErrnoException).code !== 'EAFNOSUPPORT') throw error
			return site.app.listen({ host: '0.0.0.0', port })
		})
	} catch (error) {
		throw listenProblem(error, { host: name, port })
	}
	const address = site.app.server.address()
	return typeof address === 'object' && address ? address.port : port
}

/** On SIGTERM and SIGINT ends the site in order, and with it the process. A second signal ends the process at once. */
function stopOnSignals(site: Site, connections: Connections): void {
	let isStopping = false
	const stop = async () => {
		if (isStopping) process.exit(130)
		isStopping = true
		say('Stopping…')
		setTimeout(() => process.exit(1), STOPPING_MS).unref()
		await stopSite(site, connections)
		process.exit(0)
	}
	process.on('SIGTERM', () => void stop())
	process.on('SIGINT', () => void stop())
}
