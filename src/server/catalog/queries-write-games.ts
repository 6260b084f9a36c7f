import { CompiledQuery, sql } from 'kysely'
import type { ExternalId } from '#contract/external-ids.ts'
import type { Db } from '#server/db/tables.ts'

const ADD_TYPOS =
	'insert into game_word_slips (slip, word) select slip, word from unnest($1::text[], $2::text[]) as s (slip, word) on conflict do nothing'

const WRITE_GAMES = `with
	given as materialized (
		select * from json_to_recordset($1) as g (
			id integer, is_new boolean, source text, source_id text, sources text[], facts_hash text,
			name text, cover_source text, release_date text, developers text[], publishers text[], genres text[],
			platforms text[], game_modes text[], summary text, storyline text, description text, screenshot_sources text[], websites jsonb, prominence smallint, motif text, palette text,
			series text, series_slug text, kind text, edition_of_source text, edition_of_source_id text,
			catalog_finished integer, catalog_completed integer, catalog_source text, key text, joined text, words text[], word_count smallint
		)
	),
	written as (
		insert into games (
			id, source, source_id, sources, facts_hash, name, cover_source, release_date, developers, publishers, genres,
			platforms, game_modes, summary, storyline, description, screenshot_sources, websites, prominence, motif, palette,
			series, series_slug, kind, edition_of_source, edition_of_source_id, created_at, updated_at
		)
		select id, source, source_id, sources, facts_hash, name, cover_source, release_date, developers, publishers, genres,
			platforms, game_modes, summary, storyline, description, screenshot_sources, websites, prominence, motif, palette,
			series, series_slug, kind, edition_of_source, edition_of_source_id, $2, $2
		from given
		on conflict (id) do update set
			source = excluded.source, source_id = excluded.source_id, sources = excluded.sources, facts_hash = excluded.facts_hash,
			name = excluded.name, cover_source = excluded.cover_source, release_date = excluded.release_date,
			developers = excluded.developers, publishers = excluded.publishers, genres = excluded.genres, platforms = excluded.platforms,
			game_modes = excluded.game_modes, summary = excluded.summary, storyline = excluded.storyline,
			description = excluded.description, screenshot_sources = excluded.screenshot_sources, websites = excluded.websites, prominence = excluded.prominence,
			motif = excluded.motif, palette = excluded.palette, series = excluded.series, series_slug = excluded.series_slug, kind = excluded.kind,
			edition_of_source = excluded.edition_of_source, edition_of_source_id = excluded.edition_of_source_id, updated_at = excluded.updated_at
	),
	timed as (
		insert into times_to_beat as t (game_id, catalog_finished, catalog_completed, catalog_source)
		select id, catalog_finished, catalog_completed, catalog_source from given
		where catalog_source is not null or exists (select from times_to_beat b where b.game_id = id and b.catalog_source is not null) order by id
		on conflict (game_id) do update set
			catalog_finished = excluded.catalog_finished, catalog_completed = excluded.catalog_completed, catalog_source = excluded.catalog_source
			where (t.catalog_finished, t.catalog_completed, t.catalog_source)
				is distinct from (excluded.catalog_finished, excluded.catalog_completed, excluded.catalog_source)
	),
	searchable as (
		insert into game_search (game_id, key, joined, words, word_count)
		select id, key, joined, array_to_tsvector(words), word_count from given
		on conflict (game_id) do update set key = excluded.key, joined = excluded.joined, words = excluded.words, word_count = excluded.word_count
			where (game_search.key, game_search.words) is distinct from (excluded.key, excluded.words)
	)
	update reviews r set game_name = given.name from given
	where not given.is_new and r.game_id = given.id and r.game_name <> given.name`

const WRITE_RECORDS = `insert into game_records (source, source_id, game_id, facts_hash, facts)
	select $2, source_id, game_id, facts_hash, facts
	from json_to_recordset($1) as g (source_id text, game_id integer, facts_hash text, facts jsonb)
	on conflict (source, source_id) do update set facts_hash = excluded.facts_hash, facts = excluded.facts, withdrawn = false
	returning id, source_id`

const DELETE_IDS = 'delete from game_external_ids where record_id = any($1)'
const WRITE_IDS = `insert into game_external_ids (source, id, record_id)
	select source, id, record_id from unnest($1::text[], $2::text[], $3::int[]) as e (source, id, record_id)`
const WRITE_PAIRS = `insert into game_pairs (one, other, reason, noted_at)
	select least(a, b), greatest(a, b), reason, $4 from unnest($1::int[], $2::int[], $3::text[]) as p (a, b, reason) where a <> b
	on conflict do nothing`
const UNHIDE_GAMES = 'update games set hidden = false where hidden and id = any($1::int[])'
const ADD_SEEN_RECORDS = 'insert into catalogue_met (record_id) select unnest($1::int[]) on conflict do nothing'

/** Disables sequential scans for a transaction: plans are cached, and those made for empty tables would scan full ones. */
export async function disableSequentialScans(transaction: Db): Promise<void> {
	await sql`set local enable_seqscan = off`.execute(transaction)
}

/** Reserves ids for new games. */
export async function reserveGameIds(db: Db, count: number): Promise<number[]> {
	const { rows } = await sql<{ id: number }>`
		select nextval(pg_get_serial_sequence('games', 'id'))::int as id from generate_series(1, ${count})`.execute(db)
	return rows.map(({ id }) => id)
}

/** Inserts or updates games with their search entries. */
export async function writeGames(db: Db, games: readonly object[], at: string): Promise<void> {
	await execute(db, WRITE_GAMES, [JSON.stringify(games), at])
}

/** Inserts or updates records of a source. */
export async function writeRecords(
	db: Db,
	source: string,
	records: readonly object[],
): Promise<{ id: number; source_id: string }[]> {
	return (await execute<{ id: number; source_id: string }>(db, WRITE_RECORDS, [JSON.stringify(records), source])).rows
}

export async function deleteExternalIds(db: Db, recordIds: readonly number[]): Promise<void> {
	await execute(db, DELETE_IDS, [recordIds])
}

export async function addExternalIds(db: Db, ids: readonly (ExternalId & { recordId: number })[]): Promise<void> {
	await execute(db, WRITE_IDS, [
		ids.map(({ source }) => source),
		ids.map(({ id }) => id),
		ids.map(({ recordId }) => recordId),
	])
}

/** Stores pairs of games that may be the same. */
export async function addPairs(
	db: Db,
	pairs: readonly { one: number; other: number; reason: string }[],
	at: string,
): Promise<void> {
	await execute(db, WRITE_PAIRS, [
		pairs.map(({ one }) => one),
		pairs.map(({ other }) => other),
		pairs.map(({ reason }) => reason),
		at,
	])
}

export async function addWordTypos(db: Db, typos: readonly { slip: string; word: string }[]): Promise<void> {
	await execute(db, ADD_TYPOS, [typos.map(({ slip }) => slip), typos.map(({ word }) => word)])
}

/** Unhides games that a source has again. */
export async function unhideGames(db: Db, gameIds: readonly number[]): Promise<void> {
	await execute(db, UNHIDE_GAMES, [gameIds])
}

/** Marks records as seen by the current run. */
export async function addSeenRecords(db: Db, recordIds: readonly number[]): Promise<void> {
	await execute(db, ADD_SEEN_RECORDS, [recordIds])
}

/** Updates the planner's statistics, at once after a large import. */
export async function analyzeCatalog(db: Db): Promise<void> {
	for (const table of ['games', 'game_search', 'game_word_slips', 'game_records', 'game_external_ids'])
		await sql`analyze ${sql.table(table)}`.execute(db)
}

function execute<Row>(db: Db, text: string, values: unknown[]) {
	return db.executeQuery<Row>(CompiledQuery.raw(text, values) as CompiledQuery<Row>)
}
