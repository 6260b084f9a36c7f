import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'
import { toHalfWidth } from './half-width.ts'

/** An invalid field: `path` is dotted (`games.0.notes`), `message` is shown to people. */
export interface Problem {
	path: string
	message: string
}

/**
 * Custom messages of a schema node, by JSON Schema keyword. `required` applies to a missing value and to an empty
 * string, `type` to a value of the wrong type.
 */
export type Sentences = Readonly<Record<string, string>>

interface Node {
	readonly type?: string | readonly string[]
	readonly properties?: Readonly<Record<string, Node>>
	readonly items?: Node
	readonly sentences?: Sentences
	readonly exact?: boolean
	readonly halfWidth?: boolean
}

// Control characters except line feed and tab, and code points that are no characters, which XML and some fonts cannot have.
const ILLEGAL = /(?![\n\t])[\p{Cc}\p{Noncharacter_Code_Point}]/u
// The braille pattern without dots is as blank as a space
const VISIBLE = /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u

/**
 * Returns a copy of the value as the server stores it: without unknown properties, strings trimmed at both ends and
 * CR LF and CR converted to LF, empty if nothing in them is visible, except where the schema says `exact` (passwords, tokens).
 * Where it says `halfWidth` (codes), full-width digits and letters are plain ones.
 */
export function normalizeInput(schema: TSchema, value: unknown): unknown {
	return normalizeNode(schema as Node, value)
}

function normalizeNode(node: Node | undefined, value: unknown): unknown {
	if (typeof value === 'string') {
		if (node?.exact) return value
		if (!hasVisibleCharacter(value)) return ''
		return (node?.halfWidth ? toHalfWidth(value) : value).replace(/\r\n?/g, '\n').trim()
	}
	if (Array.isArray(value)) return node?.items ? value.map((item) => normalizeNode(node.items, item)) : value
	if (value === null || typeof value !== 'object' || !node?.properties) return value
	const normalized: Record<string, unknown> = {}
	for (const [name, property] of Object.entries(node.properties))
		if (Object.hasOwn(value, name)) normalized[name] = normalizeNode(property, (value as Record<string, unknown>)[name])
	return normalized
}

/** Returns the problems of a normalized value, at most one per field, in schema order; empty if it is valid. */
export function findProblems(schema: TSchema, value: unknown): Problem[] {
	const messages = new Map<string, string>()
	const add = (path: string, message: string) => {
		if (!messages.has(path)) messages.set(path, message)
	}
	for (const error of Errors(schema, value)) {
		const path = error.instancePath.slice(1).replaceAll('/', '.')
		const node = getNode(schema as Node, error.schemaPath)
		if (error.keyword === 'required') {
			for (const name of (error.params as { requiredProperties: string[] }).requiredProperties)
				add(path ? `${path}.${name}` : name, messageFor(node?.properties?.[name], 'required', name, 'is required'))
			continue
		}
		const empty = getValue(value, error.instancePath) === ''
		add(path, messageFor(node, empty ? 'required' : error.keyword, path, error.message, error.keyword))
	}
	for (const path of findIllegalTexts(schema as Node, value, ''))
		add(path, `${label(path)} contains characters that are not allowed`)
	return [...messages].map(([path, message]) => ({ path, message }))
}

/** Whether a text contains a control character (other than line feed and tab), a noncharacter or a lone surrogate. */
export function hasIllegalCharacters(text: string): boolean {
	return ILLEGAL.test(text) || !text.isWellFormed()
}

/** Whether a text contains more than spaces and characters that show nothing. */
export function hasVisibleCharacter(text: string): boolean {
	return VISIBLE.test(text)
}

function* findIllegalTexts(node: Node | undefined, value: unknown, path: string): Generator<string> {
	if (typeof value === 'string') {
		if (hasIllegalCharacters(value)) yield path
	} else if (Array.isArray(value)) {
		// Recurse only as deep as the schema: a value may be nested deeper than the stack allows
		if (node?.items)
			for (const [index, item] of value.entries()) yield* findIllegalTexts(node.items, item, join(path, String(index)))
	} else if (value !== null && typeof value === 'object') {
		for (const [name, property] of Object.entries(node?.properties ?? {}))
			if (Object.hasOwn(value, name))
				yield* findIllegalTexts(property, (value as Record<string, unknown>)[name], join(path, name))
	}
}

function messageFor(node: Node | undefined, keyword: string, path: string, fallback: string, other = keyword): string {
	return node?.sentences?.[keyword] ?? node?.sentences?.[other] ?? `${label(path)} ${fallback}`
}

function label(path: string): string {
	const name = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? 'Value'
	const words = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
	return words.charAt(0).toUpperCase() + words.slice(1) || 'Value'
}

function join(path: string, name: string): string {
	return path ? `${path}.${name}` : name
}

function getNode(schema: Node, schemaPath: string): Node | undefined {
	return getAt(schema, schemaPath.replace(/^#\/?/, '')) as Node | undefined
}

function getValue(value: unknown, instancePath: string): unknown {
	return getAt(value, instancePath.slice(1))
}

function getAt(root: unknown, path: string): unknown {
	let current = root
	for (const part of path === '' ? [] : path.split('/'))
		current =
			current !== null && typeof current === 'object' && Object.hasOwn(current, part)
				? (current as Record<string, unknown>)[part]
				: undefined
	return current
}
