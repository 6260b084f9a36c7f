import { Check } from 'typebox/value'
import type { SettingSchema } from './setting-schema.ts'

/** The raw value of a setting. */
export interface RawSetting {
	text: string
	/** The variable that holds it: its name or its former name. */
	variable: string
}

/** Converts the text of a variable to the value that its schema describes, which may be invalid. */
export function parseSetting({ type, separator }: SettingSchema, text: string): string | number | string[] {
	if (type === 'integer' || type === 'number') return Number(text)
	if (type !== 'array') return text
	return text
		.split(separator ?? /[\s,]+/)
		.map((item) => item.trim())
		.filter(Boolean)
}

/** Returns one sentence per mistake in a value; lists get one per invalid item. */
export function findMistakes(schema: SettingSchema, { text, variable }: RawSetting): string[] {
	const { items, maxItems = Number.POSITIVE_INFINITY } = schema
	const value = parseSetting(schema, text)
	if (!items || !Array.isArray(value)) return Check(schema, value) ? [] : [describeMistake(schema, variable, text)]
	if (value.length > maxItems) return [`${variable} must have at most ${maxItems} items, not ${value.length}.`]
	return value.filter((item) => !Check(items, item)).map((item) => describeMistake(schema, variable, item))
}

function describeMistake(schema: SettingSchema, variable: string, text: string): string {
	const example = schema.expected && schema.example ? `, such as ${schema.example}` : ''
	const actual = schema.isSecret ? '' : `, not ${JSON.stringify(text)}`
	return `${variable} must be ${describeValues(schema)}${example}${actual}.`
}

function describeValues({ expected, enum: choices, type, minimum, maximum }: SettingSchema): string {
	if (expected) return expected
	if (choices) return `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
	return `a ${type === 'integer' ? 'whole ' : ''}number from ${minimum} to ${maximum}`
}
