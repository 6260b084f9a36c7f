import net from 'node:net'
import { ConfigMistakes } from './config.ts'
import { FolderInUse } from './db/folder-lock.ts'
import { WrongSchema } from './db/migrate.ts'
import type { Site } from './site.ts'
import { unusedConnections } from './unused-connections.ts'

const DRAINING_MS = 300
const STOPPING_MS = 8_000

/** Tells the operator what is going on. */
export const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

/** Lets a site listen until a signal stops it, and with it this process; says where it is once it does. */
export async function serve(site: Site): Promise<void> {
	const { host, port: wanted, publicUrl } = site.services.config
	stopOnSignals(site)
	const port = await listen(site, host, wanted)
	if (site.database.kind === 'embedded')
		say(
			'The embedded database survives a killed process, but it does not wait for the disk: after a power cut the last writes can be missing. Use PostgreSQL for a public site.',
		)
	say(`Savepoint is ready: ${publicUrl ? `${publicUrl} (on port ${port})` : `http://localhost:${port}`}`)
}

/** Listens on the configured host; where a machine has no IPv6, on IPv4 alone. Returns the port. */
async function listen(site: Site, host: string, port: number): Promise<number> {
	try {
		await site.app.listen({ host, port })
	} catch (error) {
		if (host !== '::' || (error as NodeJS.ErrnoException).code !== 'EAFNOSUPPORT') throw error
		await site.app.listen({ host: '0.0.0.0', port })
	}
	const address = site.app.server.address()
	return typeof address === 'object' && address ? address.port : port
}

/**
 * On SIGTERM and SIGINT: takes no new connections, tells the open ones that they end with their next answer, and
 * closes when all is answered. A second signal ends the process at once.
 */
function stopOnSignals(site: Site): void {
	const closeUnused = unusedConnections(site.app.server)
	let stopping = false
	const stop = async () => {
		if (stopping) process.exit(130)
		stopping = true
		say('Stopping…')
		setTimeout(() => process.exit(1), STOPPING_MS).unref()
		// the HTTP server's own close would cut idle connections off while their next request is on its way
		net.Server.prototype.close.call(site.app.server)
		site.stopping()
		await new Promise((resolve) => setTimeout(resolve, DRAINING_MS))
		closeUnused()
		await site.close()
		process.exit(0)
	}
	process.on('SIGTERM', () => void stop())
	process.on('SIGINT', () => void stop())
}

/** What went wrong at the start, as a sentence for the operator. */
export function explain(error: unknown): string {
	if (error instanceof ConfigMistakes) return `The configuration is not usable:\n${error.message}`
	if (error instanceof FolderInUse || error instanceof WrongSchema) return error.message
	const { code, message, stack } = error as NodeJS.ErrnoException
	if (code === 'EADDRINUSE')
		return 'The port is in use by another program. Stop that one, or choose another port with PORT.'
	if (code === 'EACCES') return `No permission: ${message}`
	if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code?.startsWith('28') || code === '3D000')
		return `The database cannot be reached: ${message}`
	return `Savepoint could not start: ${stack ?? message}`
}
