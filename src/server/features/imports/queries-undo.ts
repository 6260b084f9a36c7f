import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { lockLibraryGames } from './queries-library.ts'

type Stored = Record<string, unknown>

interface Change {
	subject: 'entry' | 'play' | 'session' | 'review' | 'draft' | 'list' | 'list_games' | 'favorites'
	/** The present game of it, into which another one may have been merged since. */
	game_id: number | null
	before: Stored | null
	after: Stored | null
}

const json = (rows: readonly unknown[]) => sql`${JSON.stringify(rows)}::jsonb`

const ENTRY_FIELDS = ['status', 'half_stars', 'is_wished', 'is_loved', 'platform', 'created_at', 'updated_at'] as const
const PLAY_FIELDS = [
	'platform',
	'started_on',
	'ended_on',
	'outcome',
	'is_replay',
	'minutes',
	'note',
	'updated_at',
] as const
const REVIEW_FIELDS = [
	'platform',
	'time_played',
	'description',
	'contains_spoilers',
	'mentioned',
	'updated_at',
] as const

/**
 * Takes back what the last transaction of an import wrote, in the open transaction. What has changed since stays, and so does what others
 * have added something to. Returns false if there is nothing left to take back.
 */
export async function undoLastBatch(
	db: Db,
	{ importId, userId }: { importId: string; userId: string },
): Promise<boolean> {
	const { rows: last } = await sql<{ batch: number }>`
		select batch from import_changes where import_id = ${importId} order by batch desc limit 1`.execute(db)
	const batch = last[0]?.batch
	if (batch === undefined) return false
	const { rows: changes } = await sql<Change>`
		select c.subject, coalesce(m.game_id, (c.after ->> 'game_id')::int) as game_id, c.before, c.after
		from import_changes c left join merged_games m on m.id = (c.after ->> 'game_id')::int
		where c.import_id = ${importId} and c.batch = ${batch} order by c.id desc`.execute(db)
	const gameIds = [...new Set(changes.flatMap(({ game_id }) => game_id ?? []))]
	await lockLibraryGames(db, userId, gameIds)
	const entries = await findEntries(db, userId, gameIds)
	const of = (subject: Change['subject']) => changes.filter((change) => change.subject === subject)
	await removeSessions(db, userId, of('session'))
	await restorePlays(db, userId, of('play'))
	await restoreReviews(db, userId, of('review'))
	await removeDrafts(db, userId, of('draft'))
	await restoreEntries(db, userId, of('entry'), entries)
	await removeLists(db, userId, of('list'))
	for (const change of of('list_games')) await removeListGames(db, userId, change)
	for (const change of of('favorites')) await removeFavorites(db, userId, change)
	await sql`delete from import_changes where import_id = ${importId} and batch = ${batch}`.execute(db)
	return true
}

/** Counts the transactions that are left to be taken back. */
export async function countBatches(db: Db, importId: string): Promise<number> {
	const { rows } = await sql<{ n: number }>`
		select count(distinct batch)::int as n from import_changes where import_id = ${importId}`.execute(db)
	return rows[0]?.n ?? 0
}

async function findEntries(db: Db, userId: string, gameIds: readonly number[]): Promise<Map<number, Stored>> {
	const { rows } = await sql<{ game_id: number; entry: Stored }>`
		select game_id, to_jsonb(e) as entry from library_entries e where user_id = ${userId} and game_id = any(${gameIds}::int[])`.execute(
		db,
	)
	return new Map(rows.map(({ game_id, entry }) => [game_id, entry]))
}

/** Returns the fields of a row that nobody has changed since as they were before. */
function restore(
	current: Stored,
	{ before, after }: Pick<Change, 'before' | 'after'>,
	fields: readonly string[],
): Stored {
	return Object.fromEntries(
		fields.map((field) => {
			const isUntouched = JSON.stringify(current[field]) === JSON.stringify(after?.[field])
			return [field, isUntouched ? (before?.[field] ?? null) : current[field]]
		}),
	)
}

async function removeSessions(db: Db, userId: string, changes: readonly Change[]): Promise<void> {
	if (changes.length === 0) return
	const { rows } = await sql<{ id: string }>`
		delete from play_sessions s using jsonb_array_elements(${json(changes.map(({ after }) => after))}) c
		where s.id = (c ->> 'id')::uuid and s.user_id = ${userId} and to_jsonb(s) @> (c - 'game_id' - 'play_id') returning s.id`.execute(
		db,
	)
	await forgetKeys(db, rows)
}

async function restorePlays(db: Db, userId: string, changes: readonly Change[]): Promise<void> {
	const added = changes.filter(({ before }) => before === null)
	if (added.length > 0) {
		const { rows } = await sql<{ id: string }>`
			delete from plays p using jsonb_array_elements(${json(added.map(({ after }) => after))}) c
			where p.id = (c ->> 'id')::uuid and p.user_id = ${userId} and to_jsonb(p) @> (c - 'game_id')
				and not exists (select from play_sessions s where s.play_id = p.id)
			returning p.id`.execute(db)
		await forgetKeys(db, rows)
	}
	const changed = changes.filter(({ before }) => before !== null)
	if (changed.length === 0) return
	const { rows } = await sql<{ id: string; play: Stored }>`
		select id, to_jsonb(p) as play from plays p
		where user_id = ${userId} and id = any(${changed.map(({ after }) => String(after?.['id']))}::uuid[])`.execute(db)
	const current = new Map(rows.map(({ id, play }) => [id, play]))
	const restored = changed.flatMap((change) => {
		const id = String(change.after?.['id'])
		const play = current.get(id)
		return play ? [{ id, ...restore(play, change, PLAY_FIELDS) }] : []
	})
	await sql`
		update plays p set platform = r.platform, started_on = r.started_on, ended_on = r.ended_on, outcome = r.outcome, is_replay = r.is_replay,
			minutes = r.minutes, note = r.note, updated_at = r.updated_at
		from jsonb_to_recordset(${json(restored)}) r (id uuid, platform text, started_on text, ended_on text, outcome text, is_replay boolean,
			minutes int, note text, updated_at timestamptz)
		where p.id = r.id`.execute(db)
}

async function restoreReviews(db: Db, userId: string, changes: readonly Change[]): Promise<void> {
	const added = changes.filter(({ before }) => before === null).flatMap(({ after }) => after ?? [])
	if (added.length > 0) {
		const facts = sql`half_stars, platform, time_played, description, contains_spoilers, state`
		await sql`select from windows for share`.execute(db)
		const { rows } = await sql<{ id: string }>`
			select t.id from reviews t cross join jsonb_array_elements(${json(added)}) c
			where t.id = (c ->> 'id')::uuid and t.user_id = ${userId}
				and (select (${facts}) from (select t.*) t) = (select (${facts}) from jsonb_populate_record(null::reviews, c))
				and not exists (select from comments m where m.review_id = t.id)
				and not exists (select from review_likes l where l.review_id = t.id)
			order by t.id for update of t`.execute(db)
		await sql`delete from reviews where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(db)
	}
	const changed = changes.filter(({ before }) => before !== null)
	if (changed.length === 0) return
	const { rows } = await sql<{ id: string; review: Stored }>`
		select id, to_jsonb(t) as review from reviews t
		where user_id = ${userId} and id = any(${changed.map(({ after }) => String(after?.['id']))}::uuid[])`.execute(db)
	const current = new Map(rows.map(({ id, review }) => [id, review]))
	const restored = changed.flatMap((change) => {
		const id = String(change.after?.['id'])
		const review = current.get(id)
		return review ? [{ id, ...restore(review, change, REVIEW_FIELDS) }] : []
	})
	await sql`
		update reviews t set platform = r.platform, time_played = r.time_played, description = r.description, contains_spoilers = r.contains_spoilers,
			mentioned = r.mentioned, updated_at = r.updated_at
		from jsonb_to_recordset(${json(restored)}) r (id uuid, platform text, time_played int, description text, contains_spoilers boolean,
			mentioned text[], updated_at timestamptz)
		where t.id = r.id`.execute(db)
}

async function removeDrafts(db: Db, userId: string, changes: readonly Change[]): Promise<void> {
	if (changes.length === 0) return
	await sql`
		delete from review_drafts d using jsonb_to_recordset(${json(changes)}) c (game_id int, after jsonb)
		where d.user_id = ${userId} and d.game_id = c.game_id and to_jsonb(d) @> (c.after - 'game_id')`.execute(db)
}

/** `entries` are as they were before plays and reviews were taken back. */
async function restoreEntries(
	db: Db,
	userId: string,
	changes: readonly Change[],
	entries: ReadonlyMap<number, Stored>,
): Promise<void> {
	if (changes.length === 0) return
	const restored = changes.flatMap((change) => {
		const current = change.game_id === null ? undefined : entries.get(change.game_id)
		const { before, after } = change
		// Deleted since, and perhaps made again
		if (!current || !after || current['created_at'] !== after['created_at']) return []
		const nothing = {
			is_wished: false,
			is_loved: false,
			created_at: after['created_at'],
			updated_at: after['updated_at'],
		}
		return [{ game_id: change.game_id, ...restore(current, { before: before ?? nothing, after }, ENTRY_FIELDS) }]
	})
	const gameIds = restored.map(({ game_id }) => game_id)
	await sql`
		insert into library_entries as e (user_id, game_id, status, half_stars, is_wished, is_loved, platform, created_at, updated_at)
		select ${userId}::uuid, r.* from jsonb_to_recordset(${json(restored)})
			r (game_id int, status text, half_stars smallint, is_wished boolean, is_loved boolean, platform text, created_at timestamptz, updated_at timestamptz)
		order by game_id
		on conflict (user_id, game_id) do update set status = excluded.status,
			-- A review that stays keeps its rating
			half_stars = case when e.review_id is null then excluded.half_stars else coalesce(excluded.half_stars, e.half_stars) end,
			is_wished = excluded.is_wished, is_loved = excluded.is_loved,
			platform = excluded.platform, created_at = excluded.created_at, updated_at = excluded.updated_at`.execute(db)
	await sql`
		delete from library_entries e where user_id = ${userId} and game_id = any(${gameIds}::int[]) and is_empty_entry(e)`.execute(
		db,
	)
}

/** Lists that others have liked, copied or commented on stay, and so do those whose owner has changed them. */
async function removeLists(db: Db, userId: string, changes: readonly Change[]): Promise<void> {
	if (changes.length === 0) return
	const { rows } = await sql<{ id: string }>`
		select t.id from lists t cross join jsonb_array_elements(${json(changes.map(({ after }) => after))}) c
		where t.id = (c ->> 'id')::uuid and t.user_id = ${userId} and to_jsonb(t) @> (c - 'items')
			and (select coalesce(jsonb_agg(to_jsonb(i) - 'game_id' order by i.position), '[]') from list_items i where i.list_id = t.id)
				= (select coalesce(jsonb_agg(i - 'game_id' order by (i ->> 'position')::int), '[]') from jsonb_array_elements(c -> 'items') i)
			and not exists (select from list_likes l where l.list_id = t.id)
			and not exists (select from comments m where m.list_id = t.id)
			and not exists (select from lists o where o.copied_from = t.id)
		order by t.id for update of t`.execute(db)
	if (rows.length === 0) return
	await sql`delete from lists where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(db)
	await forgetKeys(db, rows)
}

async function removeListGames(db: Db, userId: string, { before, after }: Change): Promise<void> {
	const listId = String(after?.['list_id'])
	const { rows } = await sql<{ updated_at: string }>`
		select to_jsonb(t) ->> 'updated_at' as updated_at from lists t where id = ${listId} and user_id = ${userId} for update`.execute(
		db,
	)
	if (!rows[0]) return
	await sql`delete from list_items where list_id = ${listId} and id = any(${(after?.['ids'] ?? []) as string[]}::uuid[])`.execute(
		db,
	)
	await sql`
		update list_items i set position = n.place - 1
		from (select id, row_number() over (order by position)::int as place from list_items where list_id = ${listId}) n
		where i.id = n.id and i.position <> n.place - 1`.execute(db)
	if (rows[0].updated_at === after?.['updated_at'])
		await sql`update lists set updated_at = ${String(before?.['updated_at'])}::timestamptz where id = ${listId}`.execute(
			db,
		)
}

async function removeFavorites(db: Db, userId: string, { after }: Change): Promise<void> {
	const ids = (after?.['games'] ?? []) as number[]
	await sql`select from user_counts where id = ${userId} for no key update`.execute(db)
	await sql`
		delete from favorites where user_id = ${userId}
			and array(select game_id from favorites where user_id = ${userId} order by position) = ${ids}::int[]`.execute(db)
}

async function forgetKeys(db: Db, removed: readonly { id: string }[]): Promise<void> {
	if (removed.length === 0) return
	await sql`delete from import_keys where subject_id = any(${removed.map(({ id }) => id)}::uuid[])`.execute(db)
}
