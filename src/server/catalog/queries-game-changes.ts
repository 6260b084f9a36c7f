import { sql } from 'kysely'
import type { ChangedFacts, SaidFacts, StoredFacts } from '#server/db/column-types.ts'
import type { Db } from '#server/db/tables.ts'

/** Changes of a game by imports and merges that are kept; edits are kept all. */
const MAX_OTHER_CHANGES = sql.lit(50)

/** Stores what imports of a source, or a merge, changed about games, and deletes the oldest of such changes past fifty a game. */
export async function addChanges(
	db: Db,
	change: { kind: 'import' | 'merge'; source: string | null; at: string },
	games: readonly { gameId: number; facts: ChangedFacts }[],
): Promise<void> {
	if (games.length === 0) return
	const rows = games.map(({ gameId, facts }) => ({ game_id: gameId, facts }))
	await sql`
		insert into game_changes (game_id, kind, source, facts, created_at)
		select game_id, ${change.kind}, ${change.source}, facts, ${change.at}::timestamptz
		from json_to_recordset(${JSON.stringify(rows)}) as g (game_id integer, facts jsonb)`.execute(db)
	await sql`
		delete from game_changes where id in (
			select old.id from unnest(${games.map(({ gameId }) => gameId)}::int[]) g (id) cross join lateral (
				select c.id from game_changes c where c.game_id = g.id and c.kind <> 'edit' order by c.id desc offset ${MAX_OTHER_CHANGES}
			) old)`.execute(db)
}

/** Stores an edit, whose entry is in the log. */
export async function addEdit(
	db: Db,
	edit: {
		gameId: number
		actionId: string
		undoes: string | null
		facts: ChangedFacts
		said: SaidFacts
		at: string
	},
): Promise<void> {
	await db
		.insertInto('game_changes')
		.values({
			game_id: edit.gameId,
			kind: 'edit',
			source: null,
			action_id: edit.actionId,
			undoes: edit.undoes,
			facts: JSON.stringify(edit.facts),
			said: JSON.stringify(edit.said),
			created_at: edit.at,
		})
		.execute()
}

/** An edit, with who made it. */
export interface EditRow {
	id: number
	game_id: number
	moderator_id: string | null
	said: SaidFacts
	undone_at: string | null
	created_at: string
}

const EDIT_COLUMNS = sql`c.id, c.game_id, a.moderator_id, c.said, a.undone_at, c.created_at`

/** Finds an edit by its entry in the log. */
export async function findEdit(db: Db, actionId: string): Promise<EditRow | undefined> {
	const { rows } = await sql<EditRow>`
		select ${EDIT_COLUMNS} from game_changes c join moderation_actions a on a.id = c.action_id
		where c.action_id = ${actionId}`.execute(db)
	return rows[0]
}

/** Finds the newest edit of a game. */
export async function findNewestEdit(db: Db, gameId: number): Promise<string | null> {
	const { rows } = await sql<{ action_id: string }>`
		select action_id from game_changes where game_id = ${gameId} and kind = 'edit' order by id desc limit 1`.execute(db)
	return rows[0]?.action_id ?? null
}

/** Finds the newest edit of any of these facts of a game, after one. */
export async function findEditOf(
	db: Db,
	{ gameId, fields, after }: { gameId: number; fields: readonly string[]; after: number },
): Promise<EditRow | undefined> {
	const { rows } = await sql<EditRow>`
		select ${EDIT_COLUMNS} from game_changes c join moderation_actions a on a.id = c.action_id
		where c.game_id = ${gameId} and c.id > ${after} and c.said ?| ${fields}::text[] order by c.id desc limit 1`.execute(
		db,
	)
	return rows[0]
}

/** Gives the changes of a game to another one, with which it is merged. */
export async function moveChanges(db: Db, from: number, to: number): Promise<void> {
	await db.updateTable('game_changes').set({ game_id: to }).where('game_id', '=', from).execute()
}

/** Stores the record of what the site says of a game in place of those records, and returns its id; without facts, it deletes them. */
export async function replaceSiteRecords(
	db: Db,
	record: { gameId: number; source: string; sourceId: string; hash: string; facts: StoredFacts | null },
	replaced: readonly number[],
): Promise<number | undefined> {
	const kept = record.facts === null ? undefined : await upsertRecord(db, { ...record, facts: record.facts })
	const gone = replaced.filter((id) => id !== kept)
	if (gone.length === 0) return kept
	if (kept !== undefined)
		await sql`
			insert into game_external_ids (source, id, record_id)
			select source, id, ${kept} from game_external_ids where record_id = any(${gone}::int[]) on conflict do nothing`.execute(
			db,
		)
	await sql`delete from game_records where id = any(${gone}::int[])`.execute(db)
	return kept
}

async function upsertRecord(
	db: Db,
	{ gameId, source, sourceId, hash, facts }: Parameters<typeof replaceSiteRecords>[1] & { facts: StoredFacts },
): Promise<number | undefined> {
	const { rows } = await sql<{ id: number }>`
		insert into game_records (source, source_id, game_id, facts_hash, facts)
		values (${source}, ${sourceId}, ${gameId}, ${hash}, ${JSON.stringify(facts)}::jsonb)
		on conflict (source, source_id) do update set game_id = excluded.game_id, facts_hash = excluded.facts_hash, facts = excluded.facts
		returning id`.execute(db)
	return rows[0]?.id
}
