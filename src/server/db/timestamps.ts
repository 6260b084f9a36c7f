const YEAR_10000_MS = Date.UTC(10_000, 0)

/**
 * A caller's RFC 3339 time in the database's form. Instants outside the years 1970 to 9999 become the nearest one inside:
 * nothing is older or newer, and PostgreSQL refuses some of them, as it does offsets of 16 hours and more.
 */
export function toDatabaseTimestamp(time: string): string {
	// A leap second has no place in a Date
	const instantMs = Date.parse(time.replace(/:60(?=[.Zz+-])/, ':59'))
	return new Date(Math.min(Math.max(instantMs, 0), YEAR_10000_MS - 1)).toISOString()
}
