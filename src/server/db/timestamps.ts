const YEAR_10000_MS = Date.UTC(10_000, 0)

/**
 * Converts a caller's RFC 3339 time to a database timestamp, clamped to the years 1970 to 9999: no row is older or newer,
 * and PostgreSQL rejects some of the times outside, as well as offsets of 16 hours and more.
 */
export function toDatabaseTimestamp(time: string): string {
	// A Date cannot represent a leap second
	const instantMs = Date.parse(time.replace(/:60(?=[.Zz+-])/, ':59'))
	return new Date(Math.min(Math.max(instantMs, 0), YEAR_10000_MS - 1)).toISOString()
}
