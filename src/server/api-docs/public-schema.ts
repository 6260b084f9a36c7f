import type { TSchema } from 'typebox'

/** Returns a schema as plain JSON, without Savepoint's own keywords. */
export function toPublicSchema(schema: unknown): unknown {
	return JSON.parse(
		JSON.stringify(schema, (key, value) =>
			key === 'sentences' || key === 'exact' || key === 'halfWidth' || key === 'isCheckedByHandler' ? undefined : value,
		),
	)
}

export function requiredNames(schema: TSchema | undefined): readonly string[] {
	return (schema as { required?: readonly string[] } | undefined)?.required ?? []
}
