import { isIP } from 'node:net'
import { Redis, type RedisOptions } from 'ioredis'

/** Adds to a counter with an expiry, unless that would exceed its limit; returns whether it did, the sum and the expiry. */
const ADD_SCRIPT = `
local amount, limit, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local used = tonumber(redis.call('get', KEYS[1]) or '0')
local left = redis.call('pttl', KEYS[1])
if used + amount > limit then
	return {0, used, left > 0 and left or window}
end
if left > 0 then
	return {1, redis.call('incrby', KEYS[1], amount), left}
end
redis.call('set', KEYS[1], amount, 'px', window)
return {1, amount, window}
`

/** A connection to a Redis server with the site's one command. */
export interface RedisClient extends Redis {
	addWithin: (
		key: string,
		amount: number,
		limit: number,
		windowMs: number,
	) => Promise<[isAllowed: 0 | 1, used: number, resetMs: number]>
}

/** Creates a client, which connects on `connect()`. Commands fail at once while it has no connection. */
export function createRedisClient(url: string, options: RedisOptions): RedisClient {
	const { protocol, hostname, port, username, password, pathname } = new URL(url)
	// Of an IPv6 address a URL has the brackets too
	const host = hostname.replace(/^\[(.*)\]$/, '$1')
	return new Redis({
		host,
		port: Number(port || 6379),
		...(username ? { username: decodeURIComponent(username) } : {}),
		...(password ? { password: decodeURIComponent(password) } : {}),
		db: Number(pathname.slice(1)),
		...(protocol === 'rediss:' ? { tls: isIP(host) ? {} : { servername: host } } : {}),
		lazyConnect: true,
		enableOfflineQueue: false,
		// Commands of a lost connection fail with it
		maxRetriesPerRequest: 0,
		autoResendUnfulfilledCommands: false,
		disableClientInfo: true,
		// After a failover the old primary is a replica
		reconnectOnError: ({ message }) => message.startsWith('READONLY'),
		scripts: { addWithin: { lua: ADD_SCRIPT, numberOfKeys: 1 } },
		...options,
	}) as RedisClient
}
