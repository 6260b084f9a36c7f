/** The keys of advisory locks, arbitrary numbers that nothing else on the server uses. `rankings.sql` has 5091161, `browse.sql` 5091163, `time-to-beat.sql` 5091165. */
export const ADVISORY_LOCKS = {
	migrations: 5_091_157,
	/** Of transactions that add, merge or withdraw games. */
	catalog: 5_091_158,
	import: 5_091_159,
	builtinCatalog: 5_091_160,
	backup: 5_091_162,
	/** Of the transaction that replaces what the likes of all people say. */
	recommendations: 5_091_164,
} as const
