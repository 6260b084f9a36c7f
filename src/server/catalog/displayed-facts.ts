import type { StoredFacts } from '#server/db/tables.ts'
import { BUILTIN_SOURCE } from './builtin-source.ts'
import type { Facts } from './record.ts'

/** What a source says of a game. */
export interface KnownRecord {
	source: string
	sourceId: string
	facts: StoredFacts
}

/** Whose facts come first; all others, which are files, follow by name. */
export const TRUST: readonly string[] = [BUILTIN_SOURCE, 'igdb', 'wikidata']

/** What a game shows, and whose facts those are. */
export interface Shown {
	/** The most trusted record. */
	source: string
	sourceId: string
	facts: Facts
	/** All sources whose facts are shown, the most trusted first. */
	sources: string[]
}

/**
 * What is shown of a game's records: of each fact what the most trusted source says that knows it. It depends on the records
 * alone, not on the order in which they came.
 */
export function shownFacts(records: readonly KnownRecord[]): Shown {
	const [first, ...others] = records.toSorted(byTrust)
	if (!first) throw new Error('A game without records shows nothing')
	const merged: StoredFacts = { ...first.facts }
	const sources = new Set([first.source])
	for (const { source, facts } of others)
		for (const [name, fact] of Object.entries(facts))
			if (!(name in merged)) {
				Object.assign(merged, { [name]: fact })
				sources.add(source)
			}
	return { source: first.source, sourceId: first.sourceId, facts: wholeFacts(merged), sources: [...sources] }
}

function byTrust(one: KnownRecord, other: KnownRecord): number {
	return (
		rank(one.source) - rank(other.source) || compare(one.source, other.source) || compare(one.sourceId, other.sourceId)
	)
}

function rank(source: string): number {
	const place = TRUST.indexOf(source)
	return place === -1 ? TRUST.length : place
}

function compare(one: string, other: string): number {
	return one < other ? -1 : one > other ? 1 : 0
}

/** Facts without those that are empty. */
export function storedFacts(facts: Facts): StoredFacts {
	return Object.fromEntries(
		Object.entries(facts).filter(([, fact]) => fact !== null && !(Array.isArray(fact) && fact.length === 0)),
	) as unknown as StoredFacts
}

function wholeFacts(facts: StoredFacts): Facts {
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
	}
}
