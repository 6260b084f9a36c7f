/** One thing that a source holds: a record as it was found, or why it could not be read. `place` tells a person where. */
export type SourceEntry = { place: string; record: unknown } | { place: string; reason: string }

/** Where games come from. Sources differ only in how they read; checking and writing are the importer's. */
export interface CatalogueSource {
	/** Names the source in the database: a game is known by this and its `sourceId`. */
	name: string
	/** What it holds, in its order. Throws `SourceBroken` when it ends before its end. */
	entries: () => AsyncIterable<SourceEntry>
}

/** The source cannot be read on; what came before is good. */
export class SourceBroken extends Error {}
