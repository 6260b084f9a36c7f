import * as Type from 'typebox'
import { matching, url } from './setting-schema.ts'

const WORKER_COUNT = /^(auto|[1-9]\d{0,2})$/
/** A number of a database, or nothing. */
const REDIS_PATH = /^\/?\d{0,3}$/

/** The settings of a site with several processes. */
export const PROCESSES = {
	WORKERS: matching(WORKER_COUNT, {
		default: '1',
		expected: 'a whole number from 1 to 999, or auto for one per processor',
		summary: 'Number of processes on this machine, or `auto`; [more than one](docs/self-hosting.md#several-processes)',
		description:
			'The number of processes that serve the site on this machine, or auto for one per processor. SIGHUP restarts them one at a time.',
	}),
	REDIS_URL: Type.Optional(
		Type.Refine(
			url(['redis:', 'rediss:'], {
				unset: 'each process counts by itself',
				example: 'redis://user:password@host:6379/0',
				expected: 'a URL that starts with redis:// or rediss:// and names a host, and at most a database by its number',
				summary: 'Redis or Valkey, which counts requests for all processes: `redis://user:password@host:6379/0`',
				description:
					'A Redis or Valkey server, which counts requests and written bytes for all processes of the site. `rediss://` uses TLS. Percent-encode special characters in the user name and password. Without it each process counts by itself, so that rate limits multiply with the processes.',
			}),
			isRedisUrl,
		),
	),
}

/** Checks whether a URL names a Redis server, and nothing that the site would ignore. */
function isRedisUrl(value: string): boolean {
	if (!URL.canParse(value)) return false
	const { hostname, pathname, search, hash, username, password } = new URL(value)
	const isEncoded = [username, password].every((part) => !/%(?![\da-f]{2})/i.test(part))
	return hostname !== '' && REDIS_PATH.test(pathname) && search === '' && hash === '' && isEncoded
}
