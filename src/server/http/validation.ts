import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { findProblems, hasIllegalCharacters, normalizeInput } from '#contract/problems.ts'
import { HTTP_REFUSALS, invalidInput, notFound } from './errors.ts'

interface Property {
	readonly type?: string | readonly string[]
	readonly default?: unknown
	readonly items?: Property
}

/**
 * Validates the parts of a request by their schemas. Trims texts, and parses numbers, booleans and repeated parameters in
 * query strings and paths. An invalid path value gets a 404, because nothing with such an id exists.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
	// Compiled on first use: compiling all schemas delays startup, and few are needed soon
	let validator: ReturnType<typeof Compile<TSchema>> | undefined
	return (value: unknown) => {
		validator ??= Compile(schema)
		const received = normalizeInput(schema, httpPart === 'body' ? (value ?? {}) : parseParameters(schema, value))
		if (validator.Check(received) && !hasIllegalText(received, schema)) return { value: received }
		if (httpPart === 'params') return { error: notFound(HTTP_REFUSALS[404]) }
		return { error: invalidInput(findProblems(schema, received)) }
	}
}

/** Parses a query string or path by its schema, with defaults for missing values. */
function parseParameters(schema: TSchema, value: unknown): Record<string, unknown> {
	const values = (value ?? {}) as Record<string, unknown>
	const { properties = {}, required = [] } = schema as { properties?: Record<string, Property>; required?: string[] }
	const result: Record<string, unknown> = {}
	for (const [name, property] of Object.entries(properties)) {
		const text = Object.hasOwn(values, name) ? values[name] : undefined
		// An empty value counts as missing, unless the parameter is required
		const isMissing = text === undefined || (text === '' && !required.includes(name))
		const convert = property.type === 'array' ? convertTexts : convertText
		const parsed = isMissing ? property.default : convert(property, text)
		if (parsed !== undefined) result[name] = parsed
	}
	return result
}

/** Converts a parameter that may be repeated. Empty values count as missing. */
function convertTexts({ items = {} }: Property, texts: unknown): unknown {
	return (Array.isArray(texts) ? texts : [texts]).filter((text) => text !== '').map((text) => convertText(items, text))
}

function convertText(property: Property, text: unknown): unknown {
	if (typeof text !== 'string') return text
	if (property.type === 'integer') return /^-?\d{1,15}$/.test(text) ? Number(text) : text
	if (property.type === 'number') return /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : text
	if (property.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
	return text
}

interface Node {
	readonly properties?: Readonly<Record<string, Node>>
	readonly items?: Node
	readonly isCheckedByHandler?: true
}

/** Whether a value has an illegal text anywhere but where the handler checks it. */
function hasIllegalText(value: unknown, node: Node | undefined): boolean {
	if (typeof value === 'string') return hasIllegalCharacters(value)
	if (value === null || typeof value !== 'object' || node?.isCheckedByHandler) return false
	if (Array.isArray(value)) return value.some((item) => hasIllegalText(item, node?.items))
	return Object.entries(value).some(([name, property]) => hasIllegalText(property, node?.properties?.[name]))
}
