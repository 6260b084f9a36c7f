import { EDITABLE_FACTS, type EditableFact } from '#contract/editable-facts.ts'
import type { EditableFacts, EditedGame } from '#contract/game-edits.ts'
import type { StoredFacts } from '#server/db/column-types.ts'
import type { Db } from '#server/db/tables.ts'
import { addMissingFacts, compareByPriority, resolveDisplayedFacts, type SourceRecord } from './displayed-facts.ts'
import { findNewestEdit } from './queries-game-changes.ts'
import { findGameOfHistory } from './queries-game-history.ts'
import { findRecordsOfGames } from './queries-records.ts'
import type { Facts } from './record.ts'
import { SITE_SOURCE } from './site-source.ts'

/** A record with its id. */
export type GameRecord = SourceRecord & { id: number }

/** The facts that somebody states of a game; others are absent. */
export type StatedFacts = Partial<StoredFacts>

/** A game with what the site and its other sources say. */
export interface OpenedGame {
	id: number
	/** All records, the most trusted first. */
	records: readonly GameRecord[]
	/** Those of the site: the suggestion that it came from and the edits, more than one only after a merge. */
	ofSite: readonly GameRecord[]
	ofOthers: readonly GameRecord[]
	said: StatedFacts
	shown: Facts
}

/** Reads a game's records; undefined if it has none. */
export async function openGame(db: Db, id: number): Promise<OpenedGame | undefined> {
	const rows = await findRecordsOfGames(db, [id])
	const records = rows
		.map(({ id, source, source_id, facts }): GameRecord => ({ id, source, sourceId: source_id, facts }))
		.toSorted(compareByPriority)
	if (records.length === 0) return undefined
	const ofSite = records.filter(({ source }) => source === SITE_SOURCE)
	return {
		id,
		records,
		ofSite,
		ofOthers: records.filter(({ source }) => source !== SITE_SOURCE),
		said: joinFacts(ofSite),
		shown: resolveDisplayedFacts(records).facts,
	}
}

/** Joins what several records say, the first one first. */
export function joinFacts(records: readonly Pick<SourceRecord, 'facts'>[]): StatedFacts {
	return Object.assign({}, ...records.map(({ facts }) => facts).reverse())
}

/** Converts a game to the facts as moderators edit them. */
export async function toEditedGame(db: Db, { id, records, ofOthers, shown }: OpenedGame): Promise<EditedGame> {
	const found = await findGameOfHistory(db, id)
	if (!found) throw new Error('A game with records is not there')
	const sourceOf = (from: readonly GameRecord[], field: EditableFact) =>
		from.find(({ facts }) => field in facts)?.source ?? null
	return {
		game: found.game,
		seen: await findNewestEdit(db, id),
		shown: toEditableFacts(shown),
		ofSources: toEditableFacts(addMissingFacts(joinFacts(ofOthers) as StoredFacts)),
		origins: EDITABLE_FACTS.map((field) => ({
			field,
			source: sourceOf(records, field),
			otherSource: sourceOf(ofOthers, field),
		})),
	}
}

function toEditableFacts(facts: Facts): EditableFacts {
	return {
		name: facts.name ?? null,
		aliases: facts.aliases ?? [],
		releaseDate: facts.releaseDate,
		developers: facts.developers,
		publishers: facts.publishers,
		platforms: facts.platforms,
		genres: facts.genres,
		gameModes: facts.gameModes,
		series: facts.series ?? null,
		summary: facts.summary,
		storyline: facts.storyline,
		description: facts.description,
		websites: facts.websites,
		cover: facts.cover,
		screenshots: facts.screenshots,
	}
}
