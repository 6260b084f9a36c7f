/** One thing that a source gives: a record as it was found, why one could not be read, or a point from which reading can go on. `place` tells a person where. */
export type SourceEntry =
	| { place: string; record: unknown }
	| { place: string; reason: string }
	/** Everything before it has been given; reading can begin again after it. */
	| { checkpoint: string }

/** Where reading begins. */
export interface ReadFrom {
	/** The last checkpoint of an import that did not reach its end. */
	checkpoint?: string
	/** An ISO time: only what has changed since is wanted; a source that cannot tell gives everything. */
	since?: string
}

/** Where games come from. Sources differ only in how they read; checking, merging and writing are the importer's. */
export interface CatalogSource {
	/** Names the source in the database: a game is known by this and its `sourceId`. */
	name: string
	/** Records in the source's order. Throws `SourceBroken` when it ends before its end. Stops soon after the signal. */
	entries: (from: ReadFrom, signal: AbortSignal) => AsyncIterable<SourceEntry>
	/** About how many entries there will be; undefined where it cannot tell. */
	total?: (from: ReadFrom, signal: AbortSignal) => Promise<number | undefined>
	/** How much of the source has been read, 0 to 1. */
	share?: () => number
	/** What a reading from the beginning to the end does not give is no longer there. */
	isWhole?: boolean
}

/** The source cannot be read on; what came before is good. */
export class SourceBroken extends Error {}
