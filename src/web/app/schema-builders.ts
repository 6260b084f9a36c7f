// The browser's replacement of TypeBox, which is 1.2 kB larger: the same JSON schemas, without its types and checks. The
// contract imports TypeBox; vite.config.ts puts this in its place.

type Schema = Record<string, unknown>

const build = (type: string) => (options?: Schema) => ({ type, ...options })

const buildArray = (items: Schema, options?: Schema) => ({ type: 'array', items, ...options })
const buildBoolean = build('boolean')
const buildNumber = build('number')
const buildString = build('string')
const buildObject = (properties: Record<string, Schema>, options?: Schema) => {
	const required = Object.keys(properties).filter((name) => !properties[name]?.['~optional'])
	return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options }
}

export {
	buildArray as Array,
	buildBoolean as Boolean,
	buildNumber as Number,
	buildObject as Object,
	buildString as String,
}
export const Integer = build('integer')
export const Unsafe = (schema: Schema) => schema
/** Marks a property as optional; the mark is not part of the JSON schema. */
export const Optional = (schema: Schema) => Object.defineProperty({ ...schema }, '~optional', { value: true })
