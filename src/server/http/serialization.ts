import fastJsonStringify, { type Schema } from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'

/**
 * Serializes responses by their schemas, without properties that the schema does not name. Compiles each schema for its
 * first response, because compiling all of them delays startup.
 */
export const serializerCompiler: FastifySerializerCompiler<Schema> = ({ schema }) => {
	let serialize: ((body: unknown) => string) | undefined
	return (body) => {
		serialize ??= fastJsonStringify(schema)
		return serialize(body)
	}
}
