import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Where people reach the site: as configured, or else where this request was sent. */
export function originOf(
	{ publicUrl }: Pick<Config, 'publicUrl'>,
	{ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): string {
	if (publicUrl !== undefined) return publicUrl
	const url = `${protocol}://${host}`
	return URL.canParse(url) ? new URL(url).origin : 'http://localhost'
}
