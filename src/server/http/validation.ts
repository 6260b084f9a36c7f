import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { hasIllegalCharacters, findProblems, normalizeInput } from '#contract/problems.ts'
import { invalidInput, notFound, HTTP_REFUSALS } from './errors.ts'

interface Property {
	readonly type?: string | readonly string[]
	readonly default?: unknown
}

/**
 * Checks the parts of a request by their schemas: bodies as they came but with texts trimmed, query strings and path
 * values read as the numbers they stand for. A refused path value means that the thing does not exist.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
	// Few of the site's schemas are met soon after its start, and compiling all of them delays it
	let rule: ReturnType<typeof Compile<TSchema>> | undefined
	return (value: unknown) => {
		rule ??= Compile(schema)
		const received = normalizeInput(schema, httpPart === 'body' ? (value ?? {}) : parseParameters(schema, value))
		if (rule.Check(received) && !hasIllegalText(received)) return { value: received }
		if (httpPart === 'params') return { error: notFound(HTTP_REFUSALS[404]) }
		return { error: invalidInput(findProblems(schema, received)) }
	}
}

/** A query string or path by its schema: numbers where the schema has them, defaults where nothing stands. */
function parseParameters(schema: TSchema, value: unknown): Record<string, unknown> {
	const given = (value ?? {}) as Record<string, unknown>
	const { properties = {}, required = [] } = schema as { properties?: Record<string, Property>; required?: string[] }
	const result: Record<string, unknown> = {}
	for (const [name, property] of Object.entries(properties)) {
		const text = Object.hasOwn(given, name) ? given[name] : undefined
		// An empty value in an address says nothing, unless one is needed
		const absent = text === undefined || (text === '' && !required.includes(name))
		const part = absent ? property.default : convertText(property, text)
		if (part !== undefined) result[name] = part
	}
	return result
}

function convertText(property: Property, text: unknown): unknown {
	if (typeof text !== 'string') return text
	if (property.type === 'integer') return /^-?\d{1,15}$/.test(text) ? Number(text) : text
	if (property.type === 'number') return /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : text
	if (property.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
	return text
}

function hasIllegalText(value: unknown): boolean {
	if (typeof value === 'string') return hasIllegalCharacters(value)
	if (value === null || typeof value !== 'object') return false
	return Object.values(value).some(hasIllegalText)
}
