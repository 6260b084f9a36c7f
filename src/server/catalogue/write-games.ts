import { createHash } from 'node:crypto'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { SEARCH_FORM, searchFormOf } from '../games/search-key.ts'
import { slipsOf } from '../games/slips.ts'
import { inTransaction } from '../transaction.ts'
import type { GameFacts } from './record.ts'

// any number that nothing else on the server takes
const LOCK = 5_091_158

const ADD_SLIPS =
	'insert into game_word_slips (slip, word) select slip, word from unnest($1::text[], $2::text[]) as s (slip, word) on conflict do nothing'

// What has not changed is left alone before the insert: a conflict would lock, and so rewrite, each row. It is looked up
// by a subquery, which cannot become a join that reads the whole table for each batch.
const WRITE = `with
	given as materialized (
		select * from json_to_recordset($1) as g (
			source_id text, facts_hash text, name text, cover text, release_date text, developers text[], publishers text[], genres text[],
			platforms text[], game_modes text[], summary text, storyline text, description text, screenshots text[], websites jsonb,
			key text, joined text, words text[], word_count smallint
		)
		where (select k.facts_hash from games k where k.source = $2 and k.source_id = g.source_id) is distinct from g.facts_hash
	),
	written as (
		insert into games as g (
			source, source_id, facts_hash, name, cover, release_date, developers, publishers, genres,
			platforms, game_modes, summary, storyline, description, screenshots, websites, created_at, updated_at
		)
		select $2, source_id, facts_hash, name, cover, release_date, developers, publishers, genres,
			platforms, game_modes, summary, storyline, description, screenshots, websites, $3, $3
		from given
		on conflict (source, source_id) do update set
			facts_hash = excluded.facts_hash, name = excluded.name, cover = excluded.cover, release_date = excluded.release_date,
			developers = excluded.developers, publishers = excluded.publishers, genres = excluded.genres, platforms = excluded.platforms,
			game_modes = excluded.game_modes, summary = excluded.summary, storyline = excluded.storyline,
			description = excluded.description, screenshots = excluded.screenshots, websites = excluded.websites, updated_at = excluded.updated_at
		returning g.id, g.source_id, g.name, (g.xmax = 0) as is_new
	),
	searchable as (
		insert into game_search (game_id, key, joined, words, word_count)
		select written.id, key, joined, array_to_tsvector(words), word_count from written join given using (source_id)
		on conflict (game_id) do update set key = excluded.key, joined = excluded.joined, words = excluded.words, word_count = excluded.word_count
			where (game_search.key, game_search.words) is distinct from (excluded.key, excluded.words)
	),
	renamed as (
		update reviews r set game_name = written.name from written
		where not written.is_new and r.game_id = written.id and r.game_name <> written.name
	)
	select count(*) filter (where is_new)::int as added, count(*) filter (where not is_new)::int as changed from written`

/**
 * Returns a function that adds and updates games of a source in one transaction, and says how many were added and
 * changed. A game whose facts are as stored is not touched; counters never are.
 */
export function gameWriter(db: Kysely<Tables>, source: string, clock: () => number) {
	const knownWords = new Set<string>()
	return async (games: readonly GameFacts[]): Promise<{ added: number; changed: number }> => {
		const rows = games.map(rowOf)
		// in one order, so that two writers never wait for each other
		const words = [
			...new Set(rows.flatMap((row) => row.words.filter((word) => isWord(word) && !knownWords.has(word)))),
		].sort()
		const slips = words.flatMap((word) => slipsOf(word).map((slip) => ({ slip, word })))
		const counts = await inTransaction(db, async (transaction) => {
			await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction)
			if (slips.length > 0)
				await transaction.executeQuery(
					CompiledQuery.raw(ADD_SLIPS, [slips.map(({ slip }) => slip), slips.map(({ word }) => word)]),
				)
			const at = new Date(clock()).toISOString()
			const { rows: counted } = await transaction.executeQuery<{ added: number; changed: number }>(
				CompiledQuery.raw(WRITE, [JSON.stringify(rows), source, at]),
			)
			return counted[0] ?? { added: 0, changed: 0 }
		})
		for (const word of words) knownWords.add(word)
		return counts
	}
}

/** Joined words, initials and numbers are found as they stand: no slip leads to them. */
function isWord(word: string): boolean {
	return !/^[+=\p{N}]/u.test(word)
}

function rowOf(game: GameFacts) {
	const form = searchFormOf(game.name)
	const facts = {
		source_id: game.sourceId,
		name: game.name,
		cover: game.cover,
		release_date: game.releaseDate,
		developers: game.developers,
		publishers: game.publishers,
		genres: game.genres,
		platforms: game.platforms,
		game_modes: game.gameModes,
		summary: game.summary,
		storyline: game.storyline,
		description: game.description,
		screenshots: game.screenshots,
		websites: game.websites,
	}
	const factsHash = createHash('sha256')
		.update(`${SEARCH_FORM} ${JSON.stringify(facts)}`)
		.digest('base64url')
		.slice(0, 27)
	return {
		...facts,
		facts_hash: factsHash,
		key: form.key,
		joined: form.joined,
		words: form.words,
		word_count: form.wordCount,
	}
}
