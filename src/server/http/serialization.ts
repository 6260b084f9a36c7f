import fastJsonStringify, { type Schema } from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'

/**
 * Writes answers by their schemas: what a schema does not name is left out. A schema is compiled for its first answer,
 * because compiling all of them delays the start.
 */
export const serializerCompiler: FastifySerializerCompiler<Schema> = ({ schema }) => {
	let serialize: ((answer: unknown) => string) | undefined
	return (answer) => {
		serialize ??= fastJsonStringify(schema)
		return serialize(answer)
	}
}
