import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { access, mkdir, readFile } from 'node:fs/promises'
import net from 'node:net'
import type { Config } from '#server/config.ts'
import {
	getErrorMessage,
	type ListenAddress,
	METRICS_SETTINGS,
	StartupError,
	toFolderError,
	toListenError,
} from './startup-errors.ts'

const PROBE_TIMEOUT_MS = 1_000
const FIRST_UNPRIVILEGED_PORT = 1024

/** Checks settings and what they name before anything is opened: addresses, folder, packages and servers. Throws `StartupError`. */
export async function checkSettings(config: Config): Promise<void> {
	await checkAddress(config)
	const { metrics, port } = config
	if (metrics && metrics.port !== 0 && metrics.port === port)
		throw new StartupError(`METRICS_PORT must be another port than PORT, not ${port}.`)
	if (metrics) await checkAddress({ ...metrics, settings: METRICS_SETTINGS })
	await checkDataFolder(config.dataDir)
	if (config.tracesEndpoint !== undefined) await checkTracingPackages()
	for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const) {
		const url = name === 'DATABASE_URL' ? config.databaseUrl : config.databaseDirectUrl
		if (url !== undefined) await checkDatabaseServer(name, url)
	}
	if (config.redisUrl === undefined) return
	// The client takes 10 MB
	const { checkRedis } = await import('./redis-check.ts')
	await checkRedis(config.redisUrl)
}

/** Checks that the site can listen on a host and port. Does not listen itself: a client could connect meanwhile. */
async function checkAddress(address: ListenAddress): Promise<void> {
	const { host, port } = address
	// Addresses and ports need the same permissions for UDP
	const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4' })
	try {
		socket.bind({ address: host, port: port < FIRST_UNPRIVILEGED_PORT ? port : 0, exclusive: true })
		await once(socket, 'listening')
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException
		// A machine without IPv6, or a UDP port in use, is no obstacle
		if (code !== 'EADDRINUSE' && !(host === '::' && code === 'EAFNOSUPPORT')) throw toListenError(error, address)
	} finally {
		socket.close()
	}
	// Only now it is certain that this connects to no other machine
	if (port !== 0 && (await isPortInUse(host, port))) throw toListenError({ code: 'EADDRINUSE' }, address)
}

async function isPortInUse(host: string, port: number): Promise<boolean> {
	const socket = net.connect({ port, host: host === '::' || host === '0.0.0.0' ? '127.0.0.1' : host })
	socket.setTimeout(PROBE_TIMEOUT_MS, () => socket.destroy(new Error('no answer')))
	try {
		await once(socket, 'connect')
		return true
	} catch {
		return false
	} finally {
		socket.destroy()
	}
}

async function checkDataFolder(folder: string): Promise<void> {
	try {
		await mkdir(folder, { recursive: true })
		await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
	} catch (error) {
		throw toFolderError(error, folder) ?? error
	}
}

/** Checks that the packages are installed that send traces: they are optional. */
async function checkTracingPackages(): Promise<void> {
	const { peerDependencies } = JSON.parse(
		await readFile(new URL('../../../package.json', import.meta.url), 'utf8'),
	) as { peerDependencies: Record<string, string> }
	try {
		for (const name of Object.keys(peerDependencies)) import.meta.resolve(name)
	} catch {
		const packages = Object.entries(peerDependencies).map(([name, version]) => `${name}@${version}`)
		throw new StartupError(
			`OTEL_EXPORTER_OTLP_ENDPOINT needs packages that are not installed: run npm install --no-save --save-prod --omit=dev ${packages.join(' ')}, or build the image with --build-arg TRACING=1.`,
		)
	}
}

// https://www.postgresql.org/docs/current/protocol-message-formats.html, SSLRequest
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** Checks that the server speaks PostgreSQL's protocol. If it does not respond, opening the database reports that. */
async function checkDatabaseServer(setting: string, url: string): Promise<void> {
	const { default: pg } = await import('pg')
	let address: { host: string; port: number }
	try {
		address = new pg.Client({ connectionString: url })
	} catch (error) {
		throw new StartupError(`${setting} is invalid: ${getErrorMessage(error)}.`)
	}
	const { host, port } = address
	// The path of a Unix socket
	if (host.startsWith('/')) return
	const socket = net.connect({ host, port })
	socket.setTimeout(PROBE_TIMEOUT_MS, () => socket.destroy())
	socket.on('error', () => {})
	socket.end(SSL_REQUEST)
	const response = await new Promise<Buffer | undefined>((resolve) => {
		socket.once('data', resolve)
		socket.once('close', () => resolve(undefined))
	})
	socket.destroy()
	// PostgreSQL responds with one letter, S or N, or with an error message, which begins with E
	if (response && !/^([SN]$|E)/.test(response.toString('latin1')))
		throw new StartupError(`The server at ${host}:${port}, which ${setting} names, is not a PostgreSQL server.`)
}
