import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import type { Match, MatchCandidate } from './match-games.ts'

/** Games of one name or id that are considered. */
const MAX_NAMESAKES = sql.lit(20)
const MAX_SIMILAR = sql.lit(5)

const GAME = sql`g.id as "gameId", g.name, g.release_date as "releaseDate", g.platforms`

/** Finds games by their ids elsewhere. */
export async function findGamesOfIds(
	db: Db,
	ids: readonly { source: string; id: string }[],
): Promise<(MatchCandidate & { source: string; id: string })[]> {
	const { rows } = await sql<MatchCandidate & { source: string; id: string }>`
		select w.source, w.id, ${GAME}
		from unnest(${ids.map(({ source }) => source)}::text[], ${ids.map(({ id }) => id)}::text[]) w (source, id)
		cross join lateral (select record_id from game_external_ids e where e.source = w.source and e.id = w.id limit ${MAX_NAMESAKES}) e
		cross join lateral (select game_id from game_records r where r.id = e.record_id offset 0) found
		cross join lateral (select * from games where id = found.game_id offset 0) g`.execute(db)
	return rows
}

/** Finds games by their own ids, and those that they were merged into. */
export async function findGamesOfSite(
	db: Db,
	ids: readonly number[],
): Promise<(MatchCandidate & { asked: number; joined: string })[]> {
	const { rows } = await sql<MatchCandidate & { asked: number; joined: string }>`
		select w.id as asked, ${GAME}, s.joined from unnest(${ids}::int[]) w (id)
		left join merged_games m on m.id = w.id
		cross join lateral (select * from games where id = coalesce(m.game_id, w.id) offset 0) g
		cross join lateral (select joined from game_search where game_id = g.id offset 0) s`.execute(db)
	return rows
}

/** Finds games by their names in joined search form. */
export async function findGamesOfNames(
	db: Db,
	keys: readonly string[],
): Promise<(MatchCandidate & { joined: string })[]> {
	const { rows } = await sql<MatchCandidate & { joined: string }>`
		select w.joined, ${GAME} from unnest(${keys}::text[]) w (joined)
		cross join lateral (
			select game_id from game_search s where s.joined = w.joined order by s.game_id limit ${MAX_NAMESAKES}
		) s
		cross join lateral (select * from games where id = s.game_id offset 0) g`.execute(db)
	return rows
}

/** Finds games whose names begin with these words, the best known first. */
export async function findGamesOfPrefixes(
	db: Db,
	prefixes: readonly string[],
): Promise<(MatchCandidate & { asked: string })[]> {
	const { rows } = await sql<MatchCandidate & { asked: string }>`
		select w.prefix as asked, found.* from unnest(${prefixes}::text[]) w (prefix)
		cross join lateral (
			select ${GAME}, g.prominence from (
				select game_id from game_search s where s.key > w.prefix || ' ' and s.key < w.prefix || '!' order by s.key limit 50
			) s join games g on g.id = s.game_id order by g.prominence desc, g.id limit ${MAX_SIMILAR}
		) found`.execute(db)
	return rows
}

/** Finds games whose names have all of these words, the shortest names first. */
export async function findGamesOfWords(
	db: Db,
	queries: readonly string[],
): Promise<(MatchCandidate & { asked: string })[]> {
	const { rows } = await sql<MatchCandidate & { asked: string }>`
		select w.query as asked, found.* from unnest(${queries}::text[]) w (query)
		cross join lateral (
			select ${GAME} from (
				select game_id, word_count from game_search s where s.words @@ w.query::tsquery limit 50
			) s join games g on g.id = s.game_id order by s.word_count, g.prominence desc, g.id limit ${MAX_SIMILAR}
		) found`.execute(db)
	return rows
}

/** Stores which games rows mean. */
export async function saveMatches(
	db: Db,
	importId: string,
	matches: readonly (Match & { row: number })[],
): Promise<void> {
	await sql`
		update import_rows r set match = m.match, is_by_id = m."isById", game_id = m."gameId", candidates = m.candidates
		from jsonb_to_recordset(${JSON.stringify(matches)}::jsonb) m (row int, match text, "isById" boolean, "gameId" int, candidates jsonb)
		where r.import_id = ${importId} and r.row = m.row`.execute(db)
}

/** Makes rows unsure that have different names and were matched with one game by these alone. */
export async function doubtDuplicates(db: Db, importId: string): Promise<void> {
	// Once, and not for each row
	await sql`
		with doubted as materialized (
			select game_id from import_rows where import_id = ${importId} and match = 'sure' and not is_by_id
			group by game_id having count(distinct lower(title)) > 1
		)
		update import_rows r set match = 'unsure', candidates = jsonb_build_array(jsonb_build_object('gameId', r.game_id, 'why', 'Another row with another name is this game, too'))
		where r.import_id = ${importId} and r.match = 'sure' and not r.is_by_id and r.game_id in (select game_id from doubted)`.execute(
		db,
	)
}
