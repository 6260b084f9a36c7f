/** Returns the current time of a site in ISO 8601, as the database and the API use it. */
export function now({ clock }: { clock: () => number }): string {
	return new Date(clock()).toISOString()
}
