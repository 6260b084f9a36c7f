/** An object of a file; empty for anything else. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

/** An array of a file; empty for anything else. */
export function arrayOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : []
}

/** A number of a file, which may be written as a text; null for anything else. */
export function numberOf(value: unknown): number | null {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
	return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** A text of a file; empty for anything else. */
export function stringOf(value: unknown): string {
	return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
