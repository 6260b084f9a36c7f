/** Returns a shallow copy of a JSON object, or an empty object for any other value. */
export function asObject(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null ? { ...value } : {}
}
