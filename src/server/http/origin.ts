import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'

// Clients choose the Host header, so only a host name or IP address with an optional port may end up in a page.
const HOST_AND_PORT = /^([a-z\d.-]+|\[[a-f\d:.]+\])(:\d{1,5})?$/i

/** Returns the origin of the site: the configured one, or else that of the request. */
export function getSiteOrigin(
	{ publicUrl }: Pick<Config, 'publicUrl'>,
	{ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): string {
	if (publicUrl !== undefined) return publicUrl
	const origin = `${protocol}://${host}`
	return HOST_AND_PORT.test(host) && URL.canParse(origin) ? origin : 'http://localhost'
}

/** Returns the origin of the site where there is no request: the configured one, or else that of this machine. */
export function getConfiguredOrigin({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
	return publicUrl ?? `http://localhost:${port}`
}

/** Returns the path and query of a request, also if the client sent an absolute URL as to a proxy. */
export function getRequestPath({ url }: Pick<FastifyRequest, 'url'>): string {
	return url.startsWith('/') ? url : `/${url.replace(/^[a-z]+:\/\/[^/?]*\/?/i, '')}`
}
