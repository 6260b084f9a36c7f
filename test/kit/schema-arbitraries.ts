import fc, { type Arbitrary } from 'fast-check'
import { Check } from 'typebox/schema'
import { hasIllegalCharacters } from '#contract/problems.ts'

/** The subset of JSON Schema that the API description uses. */
export interface Schema {
	type?: string | string[]
	properties?: Record<string, Schema>
	required?: string[]
	items?: Schema
	enum?: unknown[]
	format?: string
	pattern?: string
	minimum?: number
	maximum?: number
	multipleOf?: number
	minLength?: number
	maxLength?: number
	maxItems?: number
}

/** A placeholder for a value that is known only when the request is sent, such as a created ID or the newest token. */
export interface KnownValue {
	known: string
	/** Index of the value; 0 is the newest. */
	pick: number
}

const UUID = '^[0-9a-fA-F]{8}-'

/** Generates values that a schema allows; for properties that `knows` accepts, most are known values. */
export function validValues(schema: Schema, knows: (name: string) => boolean, name = ''): Arbitrary<unknown> {
	const generated = generatedValues(schema, knows, name)
	if (!knows(name) || schema.items) return generated
	// Mostly the newest, which is unlikely to be deleted already
	const pick = fc.oneof(fc.constant(0), fc.nat(1000))
	return fc.oneof(
		{ weight: 1, arbitrary: generated },
		{ weight: 3, arbitrary: fc.record({ known: fc.constant(name), pick }) },
	)
}

function generatedValues(schema: Schema, knows: (name: string) => boolean, name: string): Arbitrary<unknown> {
	if (schema.properties) return objects(schema, knows)
	if (schema.items)
		return fc.array(validValues(schema.items, knows, name), { maxLength: Math.min(schema.maxItems ?? 4, 4) })
	if (schema.enum) return fc.constantFrom(...schema.enum)
	const types = [schema.type ?? 'string'].flat()
	const some = ofType(types[0] ?? 'string', schema)
	return types.includes('null') ? fc.oneof(some, fc.constant(null)) : some
}

function objects(schema: Schema, knows: (name: string) => boolean): Arbitrary<unknown> {
	const properties = Object.entries(schema.properties ?? {}).map(
		([name, property]) => [name, validValues(property, knows, name)] as const,
	)
	const needed = schema.required ?? []
	const optional = properties.map(([name]) => name).filter((name) => !needed.includes(name))
	// Few optional properties at a time: with many, one of them almost always refers to nothing
	return fc
		.tuple(
			fc.record(Object.fromEntries(properties)),
			fc.subarray(optional, { maxLength: Math.min(3, optional.length) }),
		)
		.map(([whole, kept]) =>
			Object.fromEntries(Object.entries(whole).filter(([name]) => needed.includes(name) || kept.includes(name))),
		)
}

function ofType(type: string, schema: Schema): Arbitrary<unknown> {
	const { minimum = -1e9, maximum = 1e9, multipleOf = 0.01 } = schema
	if (type === 'boolean') return fc.boolean()
	if (type === 'integer')
		return fc.oneof(
			fc.integer({ min: minimum, max: Math.min(maximum, minimum + 3) }),
			fc.integer({ min: minimum, max: maximum }),
		)
	if (type === 'number')
		return fc
			.integer({ min: Math.ceil(minimum / multipleOf), max: Math.floor(maximum / multipleOf) })
			.map((steps) => Number((steps * multipleOf).toFixed(2)))
	return texts(schema).filter(
		(text) => !hasIllegalCharacters(text) && Check(schema, text.trim()) && Check(schema, text),
	)
}

function texts({ format, pattern, minLength = 0, maxLength = 200 }: Schema): Arbitrary<string> {
	if (format === 'date-time')
		return fc
			.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
			.map((date) => date.toISOString())
	if (pattern?.startsWith(UUID)) return fc.uuid()
	if (pattern?.includes('@')) return fc.emailAddress()
	if (pattern?.includes('(?=')) return anyText(minLength, maxLength - 3).map((text) => `aA1${text}`)
	if (pattern) return fc.stringMatching(new RegExp(pattern.replace('*$', `{${minLength},${maxLength}}$`), 'u'))
	const longest = fc.constantFrom('x', 'é', '\u{1f3ae}').map((character) => character.repeat(maxLength))
	return fc.oneof(
		{ weight: 8, arbitrary: anyText(minLength, maxLength) },
		{ weight: 1, arbitrary: longest },
		{
			weight: 1,
			arbitrary: fc.constantFrom('%', '_', '\\', "'", '<b>', '{{1}}').map((text) => text.padEnd(minLength, text)),
		},
	)
}

function anyText(minLength: number, maxLength: number): Arbitrary<string> {
	return fc.string({ unit: 'binary', minLength, maxLength })
}

/** Whether values of all types are valid: then the call answers each one by itself. */
const takesAnything = ({ type }: Schema) => Array.isArray(type) && type.length === 6

/** Generates values whose JSON type or size a schema does not allow. */
export function invalidValues(schema: Schema): Arbitrary<unknown> {
	const { minimum, maximum, minLength = 0, maxLength, maxItems, items } = schema
	const wrong: Arbitrary<unknown>[] = [
		fc.constantFrom<unknown>({}, { a: 1 }, [], [1], true, false, 0, 0.1234, -1, 1e300, '', 'x', '12', null),
		fc
			.constantFrom('\u0000', 'text with \u0007', '\ud800', 'half \udc00 pair')
			.map((text) => text.padEnd(minLength, 'aA1')),
		...(minimum === undefined ? [] : [fc.constant(minimum - 1)]),
		...(maximum === undefined ? [] : [fc.constant(maximum + 1)]),
		...(minLength > 0 ? [fc.constant('aA1'.padEnd(minLength, 'x').slice(0, minLength - 1))] : []),
		...(maxLength === undefined ? [] : [fc.constant('aA1'.padEnd(maxLength + 1, 'x'))]),
		...(maxItems === undefined || !items
			? []
			: [validValues(items, () => false).map((item) => Array.from({ length: maxItems + 1 }, () => item))]),
		...(items && !takesAnything(items) ? [invalidValues(items).map((item) => [item])] : []),
		...(schema.properties ? [invalidObjects(schema)] : []),
	]
	return fc.oneof(...wrong).filter((value) => isInvalid(schema, value))
}

/** Generates objects with a required field missing or one field invalid. */
export function invalidObjects(schema: Schema): Arbitrary<unknown> {
	const properties = Object.entries(schema.properties ?? {})
	const breaks = [
		...(schema.required ?? []).map((name) => fc.constant({ [name]: undefined })),
		...properties.map(([name, property]) => invalidValues(property).map((value) => ({ [name]: value }))),
	]
	return fc
		.tuple(
			generatedValues({ ...schema, required: properties.map(([name]) => name) }, () => false, ''),
			fc.oneof(...breaks),
		)
		.map(([whole, broken]) => ({ ...(whole as object), ...broken }))
		.filter((value) => isInvalid(schema, value))
}

/** Whether a value is invalid both as it is and with trimmed texts, as the API reads them. */
function isInvalid(schema: Schema, value: unknown): boolean {
	const json = JSON.parse(JSON.stringify(value) ?? 'null')
	return hasIllegalText(json) || (!Check(schema, json) && !Check(schema, trimTexts(json)))
}

function hasIllegalText(value: unknown): boolean {
	if (typeof value === 'string') return hasIllegalCharacters(value)
	return typeof value === 'object' && value !== null && Object.values(value).some(hasIllegalText)
}

function trimTexts(value: unknown): unknown {
	if (typeof value === 'string') return value.trim()
	if (Array.isArray(value)) return value.map(trimTexts)
	if (typeof value !== 'object' || value === null) return value
	return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, trimTexts(part)]))
}
