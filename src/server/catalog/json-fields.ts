/** The fields of a JSON value; none where it is no object. */
export function asObject(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null ? { ...value } : {}
}
