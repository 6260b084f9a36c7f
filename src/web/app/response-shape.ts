import type { TSchema } from 'typebox'

interface Node {
	readonly type?: unknown
	readonly properties?: Readonly<Record<string, Node>>
	readonly required?: readonly string[]
}

/**
 * Whether a response has the objects and arrays that its schema requires, so that a screen can traverse it. Array items
 * and the types of scalar values are not checked.
 */
export function hasShape(schema: TSchema | undefined, response: unknown): boolean {
	return matches((schema ?? {}) as Node, response)
}

function matches({ type, properties, required = [] }: Node, value: unknown): boolean {
	if (type === 'array') return Array.isArray(value)
	if (type !== 'object') return true
	if (typeof value !== 'object' || value === null) return false
	return required.every((name) => matches(properties?.[name] ?? {}, (value as Record<string, unknown>)[name]))
}
