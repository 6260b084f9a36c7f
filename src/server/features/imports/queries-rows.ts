import { sql } from 'kysely'
import type { GameRef } from '#contract/game-ref.ts'
import type { ImportRow, RowEffect, RowMatch } from '#contract/imports.ts'
import type { Db } from '#server/db/tables.ts'
import { GAME_REF } from '#server/features/library-entry/queries.ts'
import type { ImportedGame, ImportedList, RowProblem } from './sources/source.ts'

/** A row of an import that is to be written. */
export interface TakenRow {
	row: number
	game_id: number
	item: ImportedGame
	errors: RowProblem[]
}

export async function deleteRows(db: Db, importId: string): Promise<void> {
	await db.deleteFrom('import_rows').where('import_id', '=', importId).execute()
	await db.deleteFrom('import_lists').where('import_id', '=', importId).execute()
}

/** A row as it is read; without an item it could not be. */
export interface ReadRow {
	row: number
	line: number
	title: string
	item: ImportedGame | null
	errors: RowProblem[]
}

/** Adds rows, unless another process has done so. */
export async function addRows(db: Db, importId: string, rows: readonly ReadRow[]): Promise<void> {
	if (rows.length === 0) return
	await sql`
		insert into import_rows (import_id, row, line, title, item, match, errors)
		select ${importId}::uuid, r.row, r.line, r.title, case when r.item <> 'null' then r.item end, 'none', r.errors
		from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (row int, line int, title text, item jsonb, errors jsonb)
		on conflict (import_id, row) do nothing`.execute(db)
}

export async function addLists(
	db: Db,
	importId: string,
	lists: readonly { place: number; item: ImportedList }[],
): Promise<void> {
	if (lists.length === 0) return
	await sql`
		insert into import_lists (import_id, place, item)
		select ${importId}::uuid, l.place, l.item from jsonb_to_recordset(${JSON.stringify(lists)}::jsonb) l (place int, item jsonb)
		on conflict (import_id, place) do nothing`.execute(db)
}

/** Finds the rows after a row that could be read, in their order. */
export async function findReadRows(
	db: Db,
	importId: string,
	{ after, limit }: { after: number; limit: number },
): Promise<{ row: number; item: ImportedGame }[]> {
	const { rows } = await sql<{ row: number; item: ImportedGame }>`
		select row, item from import_rows where import_id = ${importId} and row > ${after} and item is not null
		order by row limit ${limit}::int`.execute(db)
	return rows
}

/** SQL for the game of a row `r`, which may have been merged into another one. */
const PRESENT_GAME = sql`coalesce((select m.game_id from merged_games m where m.id = r.game_id), r.game_id)`
const IS_TAKEN = sql`r.item is not null and r.game_id is not null and (r.decision = 'take' or r.match = 'sure' and r.decision is null)`

/** Finds the rows after a row that are to be written, in their order. */
export async function findTakenRows(
	db: Db,
	importId: string,
	{ after, limit }: { after: number; limit: number },
): Promise<TakenRow[]> {
	const { rows } = await sql<TakenRow>`
		select r.row, ${PRESENT_GAME} as game_id, r.item, r.errors from import_rows r
		where r.import_id = ${importId} and r.row > ${after} and ${IS_TAKEN} order by r.row limit ${limit}::int`.execute(db)
	return rows
}

/** Finds one row that is to be written, or several. */
export async function findTakenRowsOf(db: Db, importId: string, rowNumbers: readonly number[]): Promise<TakenRow[]> {
	const { rows } = await sql<TakenRow>`
		select r.row, ${PRESENT_GAME} as game_id, r.item, r.errors from import_rows r
		where r.import_id = ${importId} and r.row = any(${rowNumbers}::int[]) and ${IS_TAKEN} order by r.row`.execute(db)
	return rows
}

export interface RowResult {
	row: number
	effect: ImportRow['effect']
	errors: RowProblem[]
}

/** Stores what comes of rows. */
export async function saveResults(db: Db, importId: string, results: readonly RowResult[]): Promise<void> {
	if (results.length === 0) return
	await sql`
		update import_rows r set effect = s.effect, errors = s.errors
		from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) s (row int, effect text, errors jsonb)
		where r.import_id = ${importId} and r.row = s.row and (r.effect, r.errors) is distinct from (s.effect, s.errors)`.execute(
		db,
	)
}

/** Forgets what comes of rows that are not to be written. */
export async function clearEffects(db: Db, importId: string): Promise<void> {
	await sql`
		update import_rows r set effect = null where r.import_id = ${importId} and r.effect is not null and (${IS_TAKEN}) is not true`.execute(
		db,
	)
}

/** The highest number of the rows of an import; 0 if it has none. */
export async function findLastRow(db: Db, importId: string): Promise<number> {
	const { rows } = await sql<{ row: number }>`
		select row from import_rows where import_id = ${importId} order by row desc limit 1`.execute(db)
	return rows[0]?.row ?? 0
}

export async function findLists(
	db: Db,
	importId: string,
	{ after, limit }: { after: number; limit: number },
): Promise<{ place: number; item: ImportedList }[]> {
	const { rows } = await sql<{ place: number; item: ImportedList }>`
		select place, item from import_lists where import_id = ${importId} and place > ${after} order by place limit ${limit}::int`.execute(
		db,
	)
	return rows
}

/** Finds the games that are in lists, in the order of each. */
export async function findListGames(
	db: Db,
	importId: string,
	keys: readonly string[],
): Promise<{ key: string; game_id: number; note: string | null }[]> {
	const { rows } = await sql<{ key: string; game_id: number; note: string | null }>`
		select l ->> 'key' as key, ${PRESENT_GAME} as game_id, l ->> 'note' as note
		from import_rows r cross join lateral jsonb_array_elements(r.item -> 'lists') l
		where r.import_id = ${importId} and ${IS_TAKEN} and l ->> 'key' = any(${keys}::text[])
		order by 1, (l ->> 'position')::float8, r.row`.execute(db)
	return rows
}

/** Finds the games that the file has as favorites, in their order. */
export async function findFavoriteGames(db: Db, importId: string, limit: number): Promise<number[]> {
	const { rows } = await sql<{ game_id: number }>`
		select game_id from (
			select ${PRESENT_GAME} as game_id, min((r.item ->> 'favorite')::float8) as place from import_rows r
			where r.import_id = ${importId} and ${IS_TAKEN} and r.item ->> 'favorite' is not null group by 1
		) f order by place limit ${limit}::int`.execute(db)
	return rows.map(({ game_id }) => game_id)
}

export interface ShownRow {
	row: number
	line: number
	title: string
	match: RowMatch
	game_id: number | null
	game: GameRef | null
	candidates: { game: GameRef; why: string }[]
	decision: ImportRow['decision']
	effect: ImportRow['effect']
	item: ImportedGame | null
	errors: RowProblem[]
}

const ROW_COLUMNS = sql`
	r.row, r.line, r.title, r.match, ${PRESENT_GAME} as game_id, r.decision, r.effect, r.item, r.errors,
	(select ${sql.raw(GAME_REF)} from games g where g.id = ${PRESENT_GAME}) as game,
	coalesce((
		select json_agg(json_build_object('game', ${sql.raw(GAME_REF)}, 'why', c.why) order by c.place)
		from rows from (jsonb_to_recordset(r.candidates) as ("gameId" int, why text)) with ordinality c (game_id, why, place)
		left join merged_games m on m.id = c.game_id join games g on g.id = coalesce(m.game_id, c.game_id)
	), '[]') as candidates`

/**
 * Lists rows as their owner sees them, after a row: those that mean a game so surely, those with errors, those that are not written, or
 * those that do this to the library.
 */
export async function listRows(
	db: Db,
	importId: string,
	{
		state,
		effect,
		after,
		limit,
	}: { state: RowMatch | 'failed' | 'out' | undefined; effect: RowEffect | undefined; after: number; limit: number },
): Promise<ShownRow[]> {
	const matching =
		state === undefined
			? sql``
			: state === 'failed'
				? sql`and r.errors <> '[]'`
				: state === 'out'
					? sql`and (${IS_TAKEN}) is not true`
					: sql`and r.match = ${state}::text and r.item is not null`
	const filter = effect === undefined ? matching : sql`${matching} and r.effect = ${effect}::text`
	const { rows } = await sql<ShownRow>`
		select ${ROW_COLUMNS} from (
			select * from import_rows r where r.import_id = ${importId} and r.row > ${after} ${filter} order by r.row limit ${limit}::int
		) r order by r.row`.execute(db)
	return rows
}

export async function findRow(db: Db, importId: string, row: number): Promise<ShownRow | undefined> {
	const { rows } = await sql<ShownRow>`
		select ${ROW_COLUMNS} from import_rows r where r.import_id = ${importId} and r.row = ${row}`.execute(db)
	return rows[0]
}

/** Stores the decision about a row, with the game that was chosen for it, if any. */
export async function decideRow(
	db: Db,
	importId: string,
	{ row, gameId, decision }: { row: number; gameId: number | null; decision: ImportRow['decision'] },
): Promise<void> {
	await sql`
		update import_rows r set decision = ${decision}, game_id = coalesce(${gameId}::int, r.game_id)
		where r.import_id = ${importId} and r.row = ${row}`.execute(db)
}

/** Decides about many rows, and returns up to `limit` of those that are different now. */
export async function decideRows(
	db: Db,
	importId: string,
	{
		rows: numbers,
		match,
		decision,
	}: { rows: readonly number[] | undefined; match: 'unsure' | 'none' | undefined; decision: ImportRow['decision'] },
): Promise<number[]> {
	const named = numbers === undefined ? sql`` : sql`and r.row = any(${numbers}::int[])`
	const matched = match === undefined ? sql`` : sql`and r.match = ${match}::text`
	const { rows } = await sql<{ row: number }>`
		update import_rows r set decision = ${decision}, effect = null
		where r.import_id = ${importId} ${named} ${matched} and r.decision is distinct from ${decision}::text
			and (${decision}::text is distinct from 'take' or r.game_id is not null)
		returning r.row`.execute(db)
	return rows.map(({ row }) => row)
}
