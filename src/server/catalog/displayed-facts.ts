import type { StoredFacts } from '#server/db/column-types.ts'
import { BUILTIN_SOURCE } from './builtin-source.ts'
import type { Facts } from './record.ts'
import { isOfEdit, SITE_SOURCE } from './site-source.ts'

/** A source's facts about a game. */
export interface SourceRecord {
	source: string
	sourceId: string
	facts: StoredFacts
}

/** The most trusted sources, in order. All others are files and follow by name. */
export const SOURCE_PRIORITY: readonly string[] = [SITE_SOURCE, BUILTIN_SOURCE, 'igdb', 'wikidata']

/** The facts that a game displays, and their sources. The property names are part of its stored hash. */
export interface DisplayedFacts {
	/** The most trusted record that is not only an edit. */
	source: string
	sourceId: string
	facts: Facts
	/** All sources that contribute a fact, the most trusted first. */
	sources: string[]
	/** The record of the game of which it is an edition. */
	editionOf?: { source: string; sourceId: string }
	/** The source that says how long it takes. */
	timeSource?: string
}

/** Merges a game's records: each fact comes from the most trusted source that has it. Independent of the order of imports. */
export function resolveDisplayedFacts(records: readonly SourceRecord[]): DisplayedFacts {
	const sorted = records.toSorted(compareByPriority)
	const [first, ...others] = sorted
	if (!first) throw new Error('A game needs at least one record')
	const main = sorted.find((record) => !isOfEdit(record)) ?? first
	const merged: StoredFacts = { ...first.facts }
	const sources = new Set([first.source])
	for (const { source, facts } of others)
		for (const [name, fact] of Object.entries(facts))
			if (!(name in merged)) {
				Object.assign(merged, { [name]: fact })
				sources.add(source)
			}
	const timed = sorted.find(({ facts }) => facts.timeToBeat !== undefined)
	const edition = sorted.find(({ facts }) => facts.editionOf !== undefined)
	return {
		source: main.source,
		sourceId: main.sourceId,
		facts: addMissingFacts(merged),
		sources: [...sources],
		...(edition?.facts.editionOf !== undefined && {
			editionOf: { source: edition.source, sourceId: edition.facts.editionOf },
		}),
		...(timed && { timeSource: timed.source }),
	}
}

/** Orders records, the most trusted first. */
export function compareByPriority(one: SourceRecord, other: SourceRecord): number {
	return (
		getPriority(one.source) - getPriority(other.source) ||
		compareText(one.source, other.source) ||
		compareText(one.sourceId, other.sourceId)
	)
}

function getPriority(source: string): number {
	const index = SOURCE_PRIORITY.indexOf(source)
	return index === -1 ? SOURCE_PRIORITY.length : index
}

function compareText(one: string, other: string): number {
	return one < other ? -1 : one > other ? 1 : 0
}

/** Removes nulls and empty arrays: facts are stored this way. */
export function omitEmptyFacts(facts: Facts): StoredFacts {
	return Object.fromEntries(
		Object.entries(facts).filter(([, fact]) => fact !== null && !(Array.isArray(fact) && fact.length === 0)),
	) as unknown as StoredFacts
}

/** Adds empty facts for those that nobody states. */
export function addMissingFacts(facts: StoredFacts): Facts {
	return {
		name: facts.name,
		cover: facts.cover ?? null,
		releaseDate: facts.releaseDate ?? null,
		developers: facts.developers ?? [],
		publishers: facts.publishers ?? [],
		genres: facts.genres ?? [],
		platforms: facts.platforms ?? [],
		gameModes: facts.gameModes ?? [],
		summary: facts.summary ?? null,
		storyline: facts.storyline ?? null,
		description: facts.description ?? null,
		screenshots: facts.screenshots ?? [],
		websites: facts.websites ?? [],
		prominence: facts.prominence ?? null,
		// Absent rather than empty, so that games without them keep their hashes
		...(facts.aliases && { aliases: facts.aliases }),
		...(facts.motif !== undefined && { motif: facts.motif }),
		...(facts.palette !== undefined && { palette: facts.palette }),
		...(facts.series && { series: facts.series }),
		...(facts.kind !== undefined && { kind: facts.kind }),
		...(facts.editionOf !== undefined && { editionOf: facts.editionOf }),
		...(facts.timeToBeat && { timeToBeat: facts.timeToBeat }),
	}
}
