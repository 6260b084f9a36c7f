import { sql } from 'kysely'
import type { CONFLICT_RULES } from '#contract/imports.ts'
import type { LibraryStatus } from '#contract/library-entry.ts'
import type { PlayOutcome } from '#contract/play.ts'
import type { Db } from '#server/db/tables.ts'

/** A game of a person's library, with what an import has changed in it so far. */
export interface LibraryGame {
	gameId: number
	name: string
	platforms: readonly string[]
	entry: EntryRow | null
	plays: PlayRow[]
	sessions: SessionRow[]
	/** Of the kept ones. */
	review: ReviewRow | null
	draft: DraftRow | null
	/** The stored rows as they were, for the journal. */
	before: { entry: object | null; review: object | null; draft: object | null; plays: ReadonlyMap<string, object> }
	changed: {
		entry: boolean
		review: boolean
		isReviewNew: boolean
		draft: boolean
		plays: Set<string>
		newPlays: Set<string>
		newSessions: Set<string>
	}
}

export interface EntryRow {
	status: LibraryStatus | null
	half_stars: number | null
	is_wished: boolean
	is_loved: boolean
	platform: string | null
	review_id: string | null
	created_at: string
	updated_at: string
	/** Whether this import has made it; false if that does not matter. */
	isImported: boolean
}

export interface PlayRow {
	id: string
	platform: string | null
	started_on: string | null
	ended_on: string | null
	outcome: PlayOutcome | null
	is_replay: boolean
	minutes: number | null
	note: string | null
	created_at: string
	updated_at: string
	/** What the file calls it, if it has just been read. */
	key: string | null
	/** Says nothing but its note. */
	isOnlyNote: boolean
}

export interface SessionRow {
	id: string
	day: string | null
	minutes: number
	note: string | null
	play_id: string | null
	source: string | null
	started_at: string | null
	created_at: string
	key: string | null
}

export interface ReviewRow {
	id: string
	half_stars: number
	platform: string
	time_played: number | null
	description: string
	contains_spoilers: boolean
	mentioned: string[]
	created_at: string
	updated_at: string
	day: string | null
}

export interface DraftRow {
	half_stars: number | null
	platform: string | null
	time_played: number | null
	description: string
	contains_spoilers: boolean
	updated_at: string
}

/** Returns the name under which the site remembers what a source calls something of a game. */
export function toKey(kind: 'play' | 'session', source: string, gameId: number, key: string): string {
	return `${kind} ${source} ${gameId} ${key}`
}

/** Locks a person's reviews and entries of games and then the games, in the order of locks, until the transaction ends. */
export async function lockLibraryGames(db: Db, userId: string, gameIds: readonly number[]): Promise<void> {
	await sql`
		select from reviews where user_id = ${userId} and game_id = any(${gameIds}::int[]) and state in ('published', 'withdrawn')
		order by id for no key update`.execute(db)
	await sql`
		select from library_entries where user_id = ${userId} and game_id = any(${gameIds}::int[]) order by game_id for update`.execute(
		db,
	)
	await sql`select from games where id = any(${gameIds}::int[]) order by id for key share`.execute(db)
}

interface StoredGame {
	id: number
	name: string
	platforms: string[]
	entry: (Omit<EntryRow, 'isImported'> & Record<string, unknown>) | null
	plays: (Omit<PlayRow, 'key' | 'isOnlyNote'> & Record<string, unknown>)[] | null
	sessions: Omit<SessionRow, 'key'>[] | null
	review: (ReviewRow & Record<string, unknown>) | null
	draft: (DraftRow & Record<string, unknown>) | null
}

interface LoadedGames {
	userId: string
	importId: string
	gameIds: readonly number[]
	conflicts: (typeof CONFLICT_RULES)[number]
}

/** Loads games of a person's library, whether they are in it or not. */
export async function loadLibraryGames(
	db: Db,
	{ userId, importId, gameIds, conflicts }: LoadedGames,
): Promise<Map<number, LibraryGame>> {
	const { rows } = await sql<StoredGame>`
		select g.id, g.name, g.platforms, to_jsonb(e) as entry, to_jsonb(d) as draft,
			(select to_jsonb(r) from reviews r where r.user_id = ${userId} and r.game_id = g.id and r.state in ('published', 'withdrawn')) as review,
			case when e.play_count > 0 then (
				select jsonb_agg(to_jsonb(p) order by p.created_at, p.id) from plays p where p.user_id = ${userId} and p.game_id = g.id
			) end as plays,
			case when e.session_count > 0 then (
				select jsonb_agg(jsonb_build_object('id', s.id, 'day', s.day, 'minutes', s.minutes, 'play_id', s.play_id, 'note', s.note, 'source', s.source, 'started_at', s.started_at) order by s.id)
				from play_sessions s where s.user_id = ${userId} and s.game_id = g.id
			) end as sessions
		from (select * from games where id = any(${gameIds}::int[]) offset 0) g
		left join library_entries e on e.user_id = ${userId} and e.game_id = g.id
		left join review_drafts d on d.user_id = ${userId} and d.game_id = g.id`.execute(db)
	// Only then does it matter, and each time all of the journal is read
	const matters = conflicts === 'newer' && rows.some(({ entry }) => entry)
	const imported = matters ? await findImportedGames(db, importId, gameIds) : new Set<number>()
	return new Map(rows.map((row) => [row.id, toLibraryGame(row, imported.has(row.id))]))
}

/** Finds the games that an import has added to the library. */
async function findImportedGames(db: Db, importId: string, gameIds: readonly number[]): Promise<Set<number>> {
	const { rows } = await sql<{ game_id: number }>`
		select (after ->> 'game_id')::int as game_id from import_changes
		where import_id = ${importId} and subject = 'entry' and before is null and (after ->> 'game_id')::int = any(${gameIds}::int[])`.execute(
		db,
	)
	return new Set(rows.map(({ game_id }) => game_id))
}

function toLibraryGame(row: StoredGame, isImported: boolean): LibraryGame {
	const plays = row.plays ?? []
	return {
		gameId: row.id,
		name: row.name,
		platforms: row.platforms,
		entry: row.entry && {
			...row.entry,
			updated_at: new Date(row.entry.updated_at).toISOString(),
			isImported,
		},
		plays: plays.map((play) => ({ ...play, key: null, isOnlyNote: saysNothing(play) })),
		sessions: (row.sessions ?? []).map((session) => ({ ...session, key: null })),
		review: row.review && { ...row.review },
		draft: row.draft && { ...row.draft },
		before: {
			entry: row.entry,
			review: row.review,
			draft: row.draft,
			plays: new Map(plays.map((play) => [play.id, play])),
		},
		changed: {
			...{ entry: false, review: false, isReviewNew: false, draft: false },
			...{ plays: new Set(), newPlays: new Set(), newSessions: new Set() },
		},
	}
}

function saysNothing(play: Omit<PlayRow, 'key' | 'isOnlyNote'>): boolean {
	const { started_on, ended_on, outcome, minutes, platform } = play
	return [started_on, ended_on, outcome, minutes, platform].every((value) => value === null)
}

/** Finds what a source's keys were imported as, by key. */
export async function findImportKeys(db: Db, userId: string, keys: readonly string[]): Promise<Map<string, string>> {
	if (keys.length === 0) return new Map()
	const { rows } = await sql<{ key: string; subject_id: string }>`
		select key, subject_id from unnest(${keys}::text[]) w (wanted)
		cross join lateral (
			select k.key, k.subject_id from import_keys k
			where k.user_id = ${userId} and k.kind in ('play', 'session', 'list') and k.key = w.wanted offset 0
		) k`.execute(db)
	return new Map(rows.map(({ key, subject_id }) => [key, subject_id]))
}

/** Counts what limits are about. */
export async function countOfAccount(db: Db, userId: string): Promise<{ games: number; drafts: number }> {
	const { rows } = await sql<{ games: number; drafts: number }>`
		select (select count(*)::int from library_entries where user_id = ${userId}) as games,
			(select count(*)::int from review_drafts where user_id = ${userId}) as drafts`.execute(db)
	return rows[0] ?? { games: 0, drafts: 0 }
}
