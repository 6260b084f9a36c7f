/** The primary's WAL positions over the last seconds, which date what a replica has replayed without comparing clocks. */
export interface WalHistory {
	/** Records a position that was read from the primary at `atMs` or later. */
	record: (position: bigint, atMs: number) => void
	/**
	 * Returns a time up to which a replica with this position has everything; undefined if it lags by more than the limit.
	 * What the primary had at the first record counts as required at once.
	 */
	findFreshness: (replayed: bigint, nowMs: number) => number | undefined
}

interface Entry {
	position: bigint
	atMs: number
}

/** Creates a history that accepts replicas that lag by at most `maxLagMs`. While the primary is idle or away, nobody lags. */
export function createWalHistory(maxLagMs: number): WalHistory {
	let entries: Entry[] = []

	/** Returns the newest entry that is at least `maxLagMs` old, or else the first one. */
	function findRequired(nowMs: number): Entry | undefined {
		return entries.findLast(({ atMs }) => atMs <= nowMs - maxLagMs) ?? entries[0]
	}
	return {
		record(position, atMs) {
			// After a failover, the new primary may not have everything that the former one had
			if (position < (entries.at(-1)?.position ?? 0n)) entries = []
			const required = findRequired(atMs)
			entries = entries.slice(required ? entries.indexOf(required) : 0)
			entries.push({ position, atMs })
		},
		findFreshness(replayed, nowMs) {
			const required = findRequired(nowMs)
			if (!required || replayed < required.position) return undefined
			return entries.findLast(({ position }) => position <= replayed)?.atMs
		},
	}
}
