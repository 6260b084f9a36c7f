import { sql } from 'kysely'
import type { ImportRun, ImportSource, PairedGame, UnsurePair } from '#contract/admin-catalog.ts'
import { LIMITS } from '#contract/limits.ts'
import type { CatalogRunProgress } from '#server/db/column-types.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db, Row } from '#server/db/tables.ts'

/** An import that admins have started and that has not ended. */
export interface OpenRun {
	id: string
	source: ImportSource
	refresh: boolean
	from_start: boolean
	started_at: string | null
	cancelled_at: string | null
	progress: CatalogRunProgress
	failures: number
}

const MAX_LISTED_RUNS = 10

/** Adds an import. Returns false while another one is open. */
export async function addRun(
	db: Db,
	run: { id: string; source: ImportSource; refresh: boolean; fromStart: boolean; at: string },
): Promise<boolean> {
	const { rows } = await sql`
		insert into catalog_runs (id, source, refresh, from_start, created_at)
		values (${run.id}, ${run.source}, ${run.refresh}, ${run.fromStart}, ${run.at})
		on conflict ((true)) where state in ('waiting', 'running') do nothing
		returning id`.execute(db)
	return rows.length > 0
}

/** Finds the import that waits or runs. */
export async function findOpenRun(db: Db): Promise<OpenRun | undefined> {
	const { rows } = await sql<OpenRun>`
		select id, source, refresh, from_start, started_at, cancelled_at, progress, failures
		from catalog_runs where state in ('waiting', 'running')`.execute(db)
	return rows[0]
}

/** Records that an import has begun, or goes on after a restart. */
export async function markRunning(db: Db, id: string, at: string): Promise<void> {
	await sql`
		update catalog_runs set state = 'running', started_at = coalesce(started_at, ${at}::timestamptz)
		where id = ${id} and state in ('waiting', 'running')`.execute(db)
}

/** Records how far an import has come. Returns whether it is to go on: nobody has cancelled it. */
export async function saveProgress(db: Db, id: string, progress: CatalogRunProgress): Promise<boolean> {
	const { rows } = await sql<{ is_cancelled: boolean }>`
		update catalog_runs set progress = ${JSON.stringify(progress)}::jsonb, failures = 0
		where id = ${id} and state = 'running' returning cancelled_at is not null as is_cancelled`.execute(db)
	return rows[0]?.is_cancelled === false
}

/** Records how an import has ended. */
export async function endRun(
	db: Db,
	id: string,
	end: { state: 'done' | 'failed' | 'cancelled'; error: string | null; at: string },
): Promise<void> {
	await sql`
		update catalog_runs set state = ${end.state}, error = ${end.error}::text, ended_at = ${end.at}::timestamptz
		where id = ${id} and state in ('waiting', 'running')`.execute(db)
}

/** Counts a failed attempt; returns how many there were one after the other. */
export async function countFailure(db: Db, id: string): Promise<number> {
	const { rows } = await sql<{ failures: number }>`
		update catalog_runs set failures = failures + 1 where id = ${id} returning failures`.execute(db)
	return rows[0]?.failures ?? 0
}

/** Asks an open import to stop; one that has not begun ends at once. Returns whether it was open. */
export async function cancelRun(db: Db, id: string, at: string): Promise<boolean> {
	const { rows } = await sql`
		update catalog_runs
		set cancelled_at = coalesce(cancelled_at, ${at}::timestamptz),
			ended_at = case state when 'waiting' then ${at}::timestamptz end,
			state = case state when 'waiting' then 'cancelled' else state end
		where id = ${id} and state in ('waiting', 'running') returning id`.execute(db)
	return rows.length > 0
}

interface RunRow extends OpenRun {
	state: ImportRun['state']
	created_at: string
	ended_at: string | null
	error: string | null
}

const toRun = ({ progress, ...row }: RunRow): ImportRun => ({
	id: row.id,
	source: row.source,
	isRefresh: row.refresh,
	state: row.state,
	isCancelling: row.state === 'running' && row.cancelled_at !== null,
	createdAt: row.created_at,
	startedAt: row.started_at,
	endedAt: row.ended_at,
	fraction: row.state === 'done' ? 1 : (progress.fraction ?? null),
	added: progress.added ?? 0,
	joined: progress.joined ?? 0,
	changed: progress.changed ?? 0,
	unchanged: progress.unchanged ?? 0,
	unsure: progress.unsure ?? 0,
	refused: progress.refused ?? 0,
	withdrawn: progress.withdrawn ?? 0,
	refusals: progress.refusals ?? [],
	error: row.error,
})

/** Finds an import; undefined if there is none with this id. */
export async function findRun(db: Db, id: string): Promise<ImportRun | undefined> {
	const { rows } = await sql<RunRow>`select * from catalog_runs where id = ${id}`.execute(db)
	return rows[0] && toRun(rows[0])
}

/** Lists the newest imports. */
export async function listRuns(db: Db): Promise<ImportRun[]> {
	const { rows } = await sql<RunRow>`
		select * from catalog_runs order by created_at desc, id desc limit ${sql.lit(MAX_LISTED_RUNS)}`.execute(db)
	return rows.map(toRun)
}

/** Deletes all but the newest imports that have ended. */
export async function deleteOldRuns(db: Db): Promise<void> {
	await sql`
		delete from catalog_runs where ended_at is not null and id not in (
			select id from catalog_runs order by created_at desc, id desc limit ${sql.lit(MAX_LISTED_RUNS)}
		)`.execute(db)
}

type PairKey = readonly [notedAt: string, one: number, other: number]

interface PairRow extends Pick<Row<'game_pairs'>, 'noted_at' | 'one' | 'other' | 'reason'> {
	one_game: PairedGame
	other_game: PairedGame
}

/** Lists the pairs that nobody has decided, the oldest first, after the key of the last one of the page before. */
export async function findUnsurePairs(
	db: Db,
	{ limit, after }: { limit: number; after: PairKey | undefined },
): Promise<{ pairs: UnsurePair[]; next: PairKey | undefined }> {
	const game = (id: 'one' | 'other') => sql`(
		select json_build_object('id', g.id, 'name', g.name, 'cover', g.cover, 'releaseDate', g.release_date,
			'developers', g.developers, 'publishers', g.publishers, 'platforms', g.platforms, 'sources', g.sources,
			'reviewCount', c.reviews_total)
		from games g join game_counts c on c.id = g.id where g.id = p.${sql.ref(id)})`
	const { rows } = await sql<PairRow>`
		select p.*, ${game('one')} as one_game, ${game('other')} as other_game
		from (
			select noted_at, one, other, reason from game_pairs
			where not kept_apart and ${
				after ? sql`(noted_at, one, other) > (${after[0]}::timestamptz, ${after[1]}::int, ${after[2]}::int)` : sql`true`
			}
			order by noted_at, one, other limit ${sql.lit(roundUpLimit(limit + 1))}
		) p order by p.noted_at, p.one, p.other`.execute(db)
	const last = rows[limit - 1]
	return {
		pairs: rows.slice(0, limit).map((row) => ({
			id: `${row.one}-${row.other}`,
			one: row.one_game,
			other: row.other_game,
			reason: row.reason,
		})),
		next: last && rows.length > limit ? [last.noted_at, last.one, last.other] : undefined,
	}
}

/** Counts the pairs that nobody has decided, up to 1,000. */
export async function countUnsurePairs(db: Db): Promise<number> {
	const { rows } = await sql<{ n: number }>`
		select count(*)::int as n
		from (select from game_pairs where not kept_apart limit ${sql.lit(LIMITS.maxCountedMatches)}) pairs`.execute(db)
	return rows[0]?.n ?? 0
}
