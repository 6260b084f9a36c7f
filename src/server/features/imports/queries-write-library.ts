import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import type { LibraryGame } from './queries-library.ts'

/** Another request has written the same in the meantime: the transaction must begin again. */
export class WrittenMeanwhile extends Error {}

interface Written {
	userId: string
	source: string
	importId: string
	batch: number
	games: readonly LibraryGame[]
}

const json = (rows: readonly unknown[]) => sql`${JSON.stringify(rows)}::jsonb`

/**
 * Makes the transaction one that tells nobody: no text that it writes notifies anyone (decision 62). Reviews and lists that it adds are
 * marked as quiet besides.
 */
export async function beQuiet(db: Db): Promise<void> {
	await sql`select set_config('savepoint.quiet', 'on', true)`.execute(db)
}

/** Stores what an import has changed in games of a library, with the journal. Throws `WrittenMeanwhile`. */
export async function writeLibraryGames(db: Db, written: Written): Promise<void> {
	await writeEntries(db, written)
	await writeReviews(db, written)
	await writePlays(db, written)
	await writeSessions(db, written)
	await writeDrafts(db, written)
	await settleEntries(db, written)
	await saveKeys(db, written)
	await addChanges(db, written)
}

const ENTRY_VALUES = sql`e (game_id int, status text, half_stars smallint, is_wished boolean, is_loved boolean, platform text, created_at timestamptz, updated_at timestamptz)`

const toEntries = (games: readonly LibraryGame[]) =>
	games
		.filter(({ changed, entry }) => changed.entry && entry)
		.map(({ gameId, entry }) => ({ game_id: gameId, ...entry }))

async function writeEntries(db: Db, { userId, games }: Written): Promise<void> {
	const added = toEntries(games.filter(({ before }) => before.entry === null))
	if (added.length > 0) {
		const { numAffectedRows } = await sql`
			insert into library_entries (user_id, game_id, status, half_stars, is_wished, is_loved, platform, created_at, updated_at)
			select ${userId}::uuid, e.* from jsonb_to_recordset(${json(added)}) ${ENTRY_VALUES} order by game_id
			on conflict (user_id, game_id) do nothing`.execute(db)
		if (Number(numAffectedRows) !== added.length) throw new WrittenMeanwhile()
	}
	await updateEntries(db, userId, toEntries(games.filter(({ before }) => before.entry !== null)))
}

async function updateEntries(db: Db, userId: string, entries: readonly object[]): Promise<void> {
	if (entries.length === 0) return
	await sql`
		update library_entries l set status = e.status, half_stars = coalesce(e.half_stars, l.half_stars), is_wished = e.is_wished, is_loved = e.is_loved,
			platform = e.platform, created_at = e.created_at, updated_at = e.updated_at
		from jsonb_to_recordset(${json(entries)}) ${ENTRY_VALUES}
		where l.user_id = ${userId} and l.game_id = e.game_id
			and (l.status, l.half_stars, l.is_wished, l.is_loved, l.platform, l.created_at, l.updated_at)
				is distinct from (e.status, coalesce(e.half_stars, l.half_stars), e.is_wished, e.is_loved, e.platform, e.created_at, e.updated_at)`.execute(
		db,
	)
}

/** What a review that was written made of its entry is not what the file says. */
async function settleEntries(db: Db, { userId, games }: Written): Promise<void> {
	await updateEntries(db, userId, toEntries(games.filter(({ changed }) => changed.review)))
}

async function writeReviews(db: Db, { userId, games }: Written): Promise<void> {
	const reviewed = games.filter(({ changed }) => changed.review)
	const values = sql`r (game_id int, id uuid, half_stars smallint, platform text, time_played int, description text, contains_spoilers boolean,
		mentioned text[], day date, created_at timestamptz, updated_at timestamptz)`
	const toRows = (of: readonly LibraryGame[]) => of.map(({ gameId, review }) => ({ ...review, game_id: gameId }))
	const added = reviewed.filter(({ changed }) => changed.isReviewNew)
	if (added.length > 0) {
		const { numAffectedRows } = await sql`
			insert into reviews (id, game_id, user_id, half_stars, platform, time_played, description, contains_spoilers, mentioned, game_name, day,
				created_at, updated_at, is_quiet)
			select r.id, g.id, ${userId}::uuid, r.half_stars, r.platform, r.time_played, r.description, r.contains_spoilers, r.mentioned, g.name, r.day,
				r.created_at, r.updated_at, true
			from jsonb_to_recordset(${json(toRows(added))}) ${values} join games g on g.id = r.game_id order by g.id
			on conflict (user_id, game_id) where state in ('published', 'withdrawn') do nothing`.execute(db)
		if (Number(numAffectedRows) !== added.length) throw new WrittenMeanwhile()
	}
	const replaced = reviewed.filter(({ changed }) => !changed.isReviewNew)
	if (replaced.length === 0) return
	await sql`
		update reviews t set half_stars = r.half_stars, platform = r.platform, time_played = r.time_played, description = r.description,
			contains_spoilers = r.contains_spoilers, mentioned = r.mentioned, updated_at = r.updated_at
		from jsonb_to_recordset(${json(toRows(replaced))}) ${values} where t.id = r.id and t.user_id = ${userId}`.execute(
		db,
	)
}

const PLAY_VALUES = sql`p (game_id int, id uuid, platform text, started_on text, ended_on text, outcome text, is_replay boolean, minutes int, note text,
	created_at timestamptz, updated_at timestamptz)`

const pickPlays = (games: readonly LibraryGame[], pick: (game: LibraryGame) => ReadonlySet<string>) =>
	games.flatMap((game) =>
		game.plays.filter(({ id }) => pick(game).has(id)).map((play) => ({ ...play, game_id: game.gameId })),
	)

async function writePlays(db: Db, { userId, games }: Written): Promise<void> {
	const added = pickPlays(games, ({ changed }) => changed.newPlays)
	if (added.length > 0)
		await sql`
			insert into plays (id, user_id, game_id, platform, started_on, ended_on, outcome, is_replay, minutes, note, created_at, updated_at)
			select p.id, ${userId}::uuid, p.game_id, p.platform, p.started_on, p.ended_on, p.outcome, p.is_replay, p.minutes, p.note, p.created_at, p.updated_at
			from jsonb_to_recordset(${json(added)}) ${PLAY_VALUES}`.execute(db)
	const replaced = pickPlays(games, ({ changed }) => changed.plays)
	if (replaced.length > 0)
		await sql`
			update plays t set platform = p.platform, started_on = p.started_on, ended_on = p.ended_on, outcome = p.outcome, minutes = p.minutes,
				note = p.note, updated_at = p.updated_at
			from jsonb_to_recordset(${json(replaced)}) ${PLAY_VALUES} where t.id = p.id and t.user_id = ${userId}`.execute(db)
}

const pickSessions = (games: readonly LibraryGame[]) =>
	games.flatMap(({ gameId, sessions, changed }) =>
		sessions.filter(({ id }) => changed.newSessions.has(id)).map((session) => ({ ...session, game_id: gameId })),
	)

async function writeSessions(db: Db, { userId, games }: Written): Promise<void> {
	const added = pickSessions(games)
	if (added.length === 0) return
	await sql`
		insert into play_sessions (id, user_id, game_id, play_id, day, minutes, note, source, started_at, created_at)
		select s.id, ${userId}::uuid, s.game_id, s.play_id, s.day, s.minutes, s.note, s.source, s.started_at, s.created_at
		from jsonb_to_recordset(${json(added)})
			s (id uuid, game_id int, play_id uuid, day date, minutes int, note text, source text, started_at timestamptz, created_at timestamptz)`.execute(
		db,
	)
}

async function writeDrafts(db: Db, { userId, games }: Written): Promise<void> {
	const drafts = games
		.filter(({ changed }) => changed.draft)
		.map(({ gameId, draft }) => ({ ...draft, game_id: gameId }))
	if (drafts.length === 0) return
	const { numAffectedRows } = await sql`
		insert into review_drafts (user_id, game_id, half_stars, platform, time_played, description, contains_spoilers, updated_at)
		select ${userId}::uuid, d.* from jsonb_to_recordset(${json(drafts)})
			d (game_id int, half_stars smallint, platform text, time_played int, description text, contains_spoilers boolean, updated_at timestamptz)
		order by game_id on conflict (user_id, game_id) do nothing`.execute(db)
	if (Number(numAffectedRows) !== drafts.length) throw new WrittenMeanwhile()
}

async function saveKeys(db: Db, { userId, source, games }: Written): Promise<void> {
	const keys = games.flatMap(({ gameId, plays, sessions }) => [
		...plays.flatMap(({ id, key }) =>
			key === null ? [] : [{ kind: 'play', key: `play ${source} ${gameId} ${key}`, id }],
		),
		...sessions.flatMap(({ id, key }) =>
			key === null ? [] : [{ kind: 'session', key: `session ${source} ${gameId} ${key}`, id }],
		),
	])
	await addImportKeys(db, userId, keys)
}

/** Remembers what a source's keys were imported as. */
export async function addImportKeys(
	db: Db,
	userId: string,
	keys: readonly { kind: string; key: string; id: string }[],
): Promise<void> {
	if (keys.length === 0) return
	await sql`
		insert into import_keys (user_id, kind, key, subject_id)
		select distinct on (k.kind, k.key) ${userId}::uuid, k.kind, k.key, k.id from jsonb_to_recordset(${json(keys)}) k (kind text, key text, id uuid)
		order by k.kind, k.key
		on conflict (user_id, kind, key) do update set subject_id = excluded.subject_id`.execute(db)
}

/** What has changed: the rows as they were, and where they are now. */
interface Change {
	subject: string
	ref: string
	before: object | null
}

async function addChanges(db: Db, { userId, importId, batch, games }: Written): Promise<void> {
	const changes: Change[] = [
		...games.flatMap(({ gameId, changed, before }) =>
			changed.entry || changed.review || changed.plays.size + changed.newPlays.size + changed.newSessions.size > 0
				? [{ subject: 'entry', ref: String(gameId), before: before.entry }]
				: [],
		),
		...games.flatMap(({ review, changed, before }) =>
			changed.review && review
				? [{ subject: 'review', ref: review.id, before: changed.isReviewNew ? null : before.review }]
				: [],
		),
		...games.flatMap(({ gameId, changed }) =>
			changed.draft ? [{ subject: 'draft', ref: String(gameId), before: null }] : [],
		),
		...games.flatMap(({ changed, before }) => [
			...[...changed.plays].map((id) => ({ subject: 'play', ref: id, before: before.plays.get(id) ?? null })),
			...[...changed.newPlays].map((id) => ({ subject: 'play', ref: id, before: null })),
		]),
		...pickSessions(games).map(({ id }) => ({ subject: 'session', ref: id, before: null })),
	]
	await insertChanges(db, {
		importId,
		batch,
		changes,
		after: sql`case c.subject
		when 'entry' then (select to_jsonb(t) from library_entries t where t.user_id = ${userId} and t.game_id = c.ref::int)
		when 'draft' then (select to_jsonb(t) from review_drafts t where t.user_id = ${userId} and t.game_id = c.ref::int)
		when 'review' then (select to_jsonb(t) from reviews t where t.id = c.ref::uuid)
		when 'play' then (select to_jsonb(t) from plays t where t.id = c.ref::uuid)
		when 'session' then (select to_jsonb(t) from play_sessions t where t.id = c.ref::uuid) end`,
	})
}

/** Adds to the journal of an import; `after` is SQL of a change `c`. */
export async function insertChanges(
	db: Db,
	{
		importId,
		batch,
		changes,
		after,
	}: { importId: string; batch: number; changes: readonly Change[]; after: RawBuilder<unknown> },
): Promise<void> {
	if (changes.length === 0) return
	await sql`
		insert into import_changes (import_id, batch, id, subject, before, after)
		select ${importId}::uuid, ${batch}::int,
			place + coalesce((select max(id) from import_changes where import_id = ${importId} and batch = ${batch}), 0), subject, before, after from (
			select c.subject, case when c.before <> 'null' then c.before end as before, ${after} as after, c.place
			from rows from (jsonb_to_recordset(${json(changes)}) as (subject text, ref text, before jsonb)) with ordinality c (subject, ref, before, place)
		) c where before is distinct from after`.execute(db)
}
