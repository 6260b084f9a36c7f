import { once } from 'node:events'
import net from 'node:net'
import { createRedisClient } from '#server/http/redis-client.ts'
import { getErrorMessage, StartupError } from './startup-errors.ts'

const PROBE_TIMEOUT_MS = 1_000
const CHECK_KEY = 'savepoint:check'

const WRONG_PASSWORD = /^(WRONGPASS|NOAUTH|ERR (AUTH|invalid password|Client sent AUTH))/
/** The server starts, fails over or has no memory left: it may count later. */
const TEMPORARY = /^(LOADING|MASTERDOWN|CLUSTERDOWN|BUSY|OOM|TRYAGAIN)/
const TLS_FAILURE = /^(SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|CERT_|ERR_TLS_|ERR_SSL_|EPROTO)/

/**
 * Checks that a URL names a Redis server on which the site may count. Throws `StartupError`. An unreachable server is no
 * error, because the site works without it: the counters log it.
 */
export async function checkRedis(url: string): Promise<void> {
	const { hostname, port: portText } = new URL(url)
	const host = hostname.replace(/^\[(.*)\]$/, '$1')
	const port = Number(portText || 6379)
	if (!(await isReachable(host, port))) return
	const error = await findFailure(url)
	if (error === undefined) return
	const message = getErrorMessage(error)
	const { name, code = '' } = error as NodeJS.ErrnoException
	if (TLS_FAILURE.test(code)) throw new StartupError(`The connection to Redis cannot be secured: ${message}.`)
	if (name !== 'ReplyError')
		throw new StartupError(
			`The server at ${host}:${port}, which REDIS_URL names, does not answer as a Redis server: ${message}.`,
		)
	if (WRONG_PASSWORD.test(message))
		throw new StartupError(`The Redis server rejects the user name or password in REDIS_URL (${message}).`)
	if (!TEMPORARY.test(message))
		throw new StartupError(`The Redis server that REDIS_URL names cannot count for this site: ${message}.`)
}

async function isReachable(host: string, port: number): Promise<boolean> {
	const socket = net.connect({ host, port })
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

/** Counts once, and returns the first error; undefined without any. */
async function findFailure(url: string): Promise<unknown> {
	const redis = createRedisClient(url, {
		enableReadyCheck: false,
		retryStrategy: () => null,
		connectTimeout: PROBE_TIMEOUT_MS,
		socketTimeout: PROBE_TIMEOUT_MS,
	})
	let failure: unknown
	// Of a rejected password, or a database that does not exist, only this event tells
	redis.on('error', (error: unknown) => {
		failure ??= error
	})
	try {
		await redis.connect()
		const [isAllowed] = await redis.addWithin(CHECK_KEY, 1, Number.MAX_SAFE_INTEGER, PROBE_TIMEOUT_MS)
		if (isAllowed !== 1) failure ??= new Error('it sent something else')
	} catch (error) {
		failure ??= error
	} finally {
		redis.disconnect()
	}
	return failure
}
