import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'

// What a header may say is anything; what becomes part of a page is a name or an address, and a port.
const HOST_AND_PORT = /^([a-z\d.-]+|\[[a-f\d:.]+\])(:\d{1,5})?$/i

/** Where people reach the site: as configured, or else where this request was sent. */
export function getSiteOrigin(
	{ publicUrl }: Pick<Config, 'publicUrl'>,
	{ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): string {
	if (publicUrl !== undefined) return publicUrl
	const origin = `${protocol}://${host}`
	return HOST_AND_PORT.test(host) && URL.canParse(origin) ? origin : 'http://localhost'
}

/** Path and query of a request; a client may also send a whole address, as to a proxy. */
export function getRequestPath({ url }: Pick<FastifyRequest, 'url'>): string {
	return url.startsWith('/') ? url : `/${url.replace(/^[a-z]+:\/\/[^/?]*\/?/i, '')}`
}
