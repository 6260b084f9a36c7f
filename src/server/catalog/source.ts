import type { ExternalId } from '#contract/external-ids.ts'

/** One item of a source: a raw record, the reason why a record could not be read, or a checkpoint to resume from. `position` is for people. */
export type SourceEntry =
	| { position: string; record: unknown }
	| { position: string; reason: string }
	/** All earlier entries have been yielded; reading can resume after it. */
	| { checkpoint: string }

/** Where a run starts to read. */
export interface StartPosition {
	/** The last checkpoint of an unfinished import. */
	checkpoint?: string
	/** An ISO time: read only what has changed since. A source without change times yields everything. */
	since?: string
}

/** A source of games. Sources differ only in how they read; the importer validates, matches and writes. */
export interface CatalogSource {
	/** The source's name in the database. Together with `sourceId` it identifies a record. */
	name: string
	/** Yields records in the source's order. Throws `SourceError` if it cannot read to the end. Stops soon after the signal. */
	entries: (from: StartPosition, signal: AbortSignal) => AsyncIterable<SourceEntry>
	/** Estimates the number of entries; undefined if unknown. */
	estimateTotal?: (from: StartPosition, signal: AbortSignal) => Promise<number | undefined>
	/** Returns the fraction of the source that has been read, 0 to 1. */
	getProgress?: () => number
	/** Whether a full run yields every record, so that a missing record no longer exists at the source. */
	isComplete?: boolean
}

/** Asks a source for single games. Returns raw records; throws `SourceError` and others if the source fails. */
export interface SourceLookup {
	/** Finds up to `limit` games by words of their names, the likeliest first. */
	find: (words: readonly string[], limit: number, signal: AbortSignal) => Promise<unknown[]>
	/** Finds the game with an id of the source; none if the id is of something else. */
	fetch: (id: string, signal: AbortSignal) => Promise<unknown[]>
	/** The kinds of ids elsewhere that the source has of games. */
	idKinds: readonly string[]
	/** Finds games with an id elsewhere; none for an id of another kind, or that cannot be one. */
	fetchByExternalId: (id: ExternalId, signal: AbortSignal) => Promise<unknown[]>
}

/** What is wrong with a source that gives no answer. */
export type SourceFailure = 'unreachable' | 'truncated' | 'tooLarge' | 'rateLimited'

/** The source cannot be read any further. Records read before are valid. */
export class SourceError extends Error {
	/** Undefined if it answers, but not with what was asked for. */
	readonly failure: SourceFailure | undefined

	constructor(message: string, failure?: SourceFailure) {
		super(message)
		this.failure = failure
	}
}
