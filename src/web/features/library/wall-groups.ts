/** The number of entries in a group, before it is rounded up to full rows. */
const MIN_GROUP = 60

/** Splits the entries of a wall into groups of full rows, in their order; into one while the number of columns is unknown. */
export function splitIntoGroups<Entry>(entries: readonly Entry[], columns: number | null): (readonly Entry[])[] {
	if (columns === null) return [entries]
	const size = columns * Math.ceil(MIN_GROUP / columns)
	return Array.from({ length: Math.ceil(entries.length / size) }, (_, number) =>
		entries.slice(number * size, (number + 1) * size),
	)
}
