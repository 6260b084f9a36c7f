import fastify, { type FastifyBaseLogger } from 'fastify'

/** Creates a log that collects its lines. */
export function createReadableLog(): { lines: string[]; log: FastifyBaseLogger } {
	const lines: string[] = []
	const stream = { write: (line: string) => void lines.push(line) }
	return { lines, log: fastify({ logger: { level: 'debug', stream } }).log }
}
