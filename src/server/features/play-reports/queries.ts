import { sql } from 'kysely'
import type { CheckedReport } from '#contract/check-play-report.ts'
import { PLAY_REPORT_LIMITS } from '#contract/play-report-limits.ts'
import type { ClientGame, ReportedGame, ReportingClient } from '#contract/play-reports.ts'
import type { PlayingNow } from '#contract/profile-detail.ts'
import type { Db, Row, Tx } from '#server/db/tables.ts'
import type { PlaySessionRow } from '#server/features/library/queries-plays.ts'
import { SESSION_COLUMNS } from '#server/features/library/queries-plays.ts'
import { playingNowOf } from '#server/features/library-entry/queries-playing.ts'

/** A program of an account. */
export interface ClientOf {
	userId: string
	client: string
}

/** Makes the transactions that write reports of an account run one after the other, in all processes. */
export async function lockPlayReports(tx: Tx, userId: string): Promise<void> {
	await sql`select pg_advisory_xact_lock(hashtextextended(${userId}::text, 5091163))`.execute(tx)
}

/** Adds a program to an account. Returns false if it has too many. */
export async function addClient(tx: Tx, { userId, client }: ClientOf): Promise<boolean> {
	const { rows } = await sql<{ is_there: boolean; n: number }>`
		select exists (select from play_clients where user_id = ${userId} and client = ${client}) as is_there,
			(select count(*)::int from play_clients where user_id = ${userId}) as n`.execute(tx)
	const [{ is_there = false, n = 0 } = {}] = rows
	if (is_there) return true
	if (n >= PLAY_REPORT_LIMITS.clientsPerAccount) return false
	await tx
		.insertInto('play_clients')
		.values({ user_id: userId, client, last_key: null, last_report_at: null })
		.onConflict((conflict) => conflict.doNothing())
		.execute()
	return true
}

/** Stores which report of a program was the last. */
export async function setLastReport(db: Db, { userId, client, key, at }: ClientOf & { key: string; at: string }) {
	await db
		.updateTable('play_clients')
		.set({ last_key: key, last_report_at: at })
		.where('user_id', '=', userId)
		.where('client', '=', client)
		.execute()
}

/** Finds the last report of a program; undefined if there is none. */
export async function findLastReport(db: Db, { userId, client }: ClientOf) {
	const row = await db
		.selectFrom('play_clients as c')
		.leftJoin('play_reports as r', (join) =>
			join.onRef('r.user_id', '=', 'c.user_id').onRef('r.client', '=', 'c.client').onRef('r.key', '=', 'c.last_key'),
		)
		.select(['c.last_key', 'c.last_report_at', 'r.session_id'])
		.where('c.user_id', '=', userId)
		.where('c.client', '=', client)
		.executeTakeFirst()
	return row?.last_key == null || row.last_report_at === null
		? undefined
		: { key: row.last_key, reportedAt: row.last_report_at, sessionId: row.session_id }
}

/** Lists the programs of an account, the last heard of first. */
export async function listClients(db: Db, userId: string): Promise<ReportingClient[]> {
	const { rows } = await sql<ReportingClient>`
		select client, last_report_at as "lastReportAt" from play_clients where user_id = ${userId}
		order by last_report_at desc nulls last, client limit ${sql.lit(PLAY_REPORT_LIMITS.clientsPerAccount)}`.execute(db)
	return rows
}

const IS_UNMATCHED = sql`game_id is null and not is_ignored`

/** Lists the games of an account's programs that wait to be matched, the last reported first, and counts them. */
export async function listUnmatchedGames(db: Db, userId: string): Promise<{ games: ClientGame[]; totalCount: number }> {
	const { rows } = await sql<ClientGame>`
		select id, client, named_as as game, reported_at as "reportedAt",
			(select count(*)::int from unmatched_reports r where r.client_game_id = g.id) as "reportCount"
		from client_games g where user_id = ${userId} and ${IS_UNMATCHED}
		order by reported_at desc, id desc limit ${sql.lit(PLAY_REPORT_LIMITS.unmatchedShown)}`.execute(db)
	return { games: rows, totalCount: await countUnmatchedGames(db, userId) }
}

export async function countUnmatchedGames(db: Db, userId: string): Promise<number> {
	const { rows } = await sql<{ n: number }>`
		select count(*)::int as n from client_games where user_id = ${userId} and ${IS_UNMATCHED}`.execute(db)
	return rows[0]?.n ?? 0
}

/** Counts the reports that wait for a match, and the names of games that are remembered. */
export async function countKept(db: Db, userId: string): Promise<{ reports: number; names: number }> {
	const { rows } = await sql<{ reports: number; names: number }>`
		select (
			select count(*)::int from client_games g join unmatched_reports r on r.client_game_id = g.id where g.user_id = ${userId} and ${IS_UNMATCHED}
		) as reports, (select count(*)::int from client_games where user_id = ${userId}) as names`.execute(db)
	return rows[0] ?? { reports: 0, names: 0 }
}

export type ClientGameRow = Pick<Row<'client_games'>, 'id' | 'key' | 'game_id' | 'is_ignored' | 'total_seconds'>

/** Finds what is remembered of a program's games, by their keys. */
export async function findClientGames(
	db: Db,
	{ userId, client }: ClientOf,
	keys: readonly string[],
): Promise<Map<string, ClientGameRow>> {
	const { rows } = await sql<ClientGameRow>`
		select id, key, game_id, is_ignored, total_seconds from client_games
		where user_id = ${userId} and client = ${client} and key = any (${keys}::text[])`.execute(db)
	return new Map(rows.map((row) => [row.key, row]))
}

/** A game as a program names it. */
export interface NamedGame {
	id: string
	key: string
	namedAs: ReportedGame
}

/** Adds games of a program, or marks those that are there as reported now. */
export async function putClientGames(
	tx: Tx,
	{ userId, client }: ClientOf,
	games: readonly NamedGame[],
	{ gameId, at }: { gameId: number | null; at: string },
): Promise<void> {
	await sql`
		insert into client_games (id, user_id, client, key, named_as, game_id, reported_at)
		select id, ${userId}::uuid, ${client}, key, named_as, ${gameId}::int, ${at}::timestamptz
		from unnest(${games.map(({ id }) => id)}::uuid[], ${games.map(({ key }) => key)}::text[],
			${games.map(({ namedAs }) => JSON.stringify(namedAs))}::jsonb[]) g (id, key, named_as)
		on conflict (user_id, client, key) do update set reported_at = excluded.reported_at, named_as = excluded.named_as`.execute(
		tx,
	)
}

/** Stores how much of the running totals is in sessions. */
export async function setTotals(tx: Tx, { userId, client }: ClientOf, totals: ReadonlyMap<string, number>) {
	await sql`
		update client_games g set total_seconds = t.seconds
		from unnest(${[...totals.keys()]}::text[], ${[...totals.values()]}::int[]) t (key, seconds)
		where g.user_id = ${userId} and g.client = ${client} and g.key = t.key`.execute(tx)
}

/** Stores how a person decides about a program's game: which it is, or (null) that it is ignored. */
export async function decideClientGame(tx: Tx, id: string, gameId: number | null): Promise<void> {
	await tx
		.updateTable('client_games')
		.set({ game_id: gameId, is_ignored: gameId === null })
		.where('id', '=', id)
		.execute()
}

/** Finds a program's game of an account that is not matched. */
export async function findUnmatchedGame(tx: Tx, id: string, userId: string) {
	return tx
		.selectFrom('client_games')
		.select(['id', 'client', 'key', 'named_as'])
		.where('id', '=', id)
		.where('user_id', '=', userId)
		.where('game_id', 'is', null)
		.executeTakeFirst()
}

/** Keeps reports until their game is matched, in their order; one that is there is not kept twice. */
export async function keepReports(
	tx: Tx,
	reports: readonly { clientGameId: string; report: CheckedReport }[],
): Promise<void> {
	const totals = reports.map(({ report: { time } }) => (time.kind === 'total' ? time.seconds : null))
	await sql`
		insert into unmatched_reports (client_game_id, key, total_seconds, platform, time)
		select game_id, key, total, platform, time from unnest(
			${reports.map(({ clientGameId }) => clientGameId)}::uuid[], ${reports.map(({ report }) => report.key)}::text[], ${totals}::int[],
			${reports.map(({ report }) => report.platform)}::text[], ${reports.map(({ report }) => JSON.stringify(report.time))}::jsonb[]
		) with ordinality r (game_id, key, total, platform, time, place) order by place
		on conflict do nothing`.execute(tx)
}

/** Takes the kept reports of a program's game out of the database, in their order. */
export async function takeKeptReports(
	tx: Tx,
	clientGameId: string,
): Promise<Pick<CheckedReport, 'key' | 'platform' | 'time'>[]> {
	const { rows } = await sql<Pick<CheckedReport, 'key' | 'platform' | 'time'>>`
		with gone as (delete from unmatched_reports where client_game_id = ${clientGameId} returning id, key, platform, time)
		select key, platform, time from gone order by id`.execute(tx)
	return rows
}

/** Finds which of a program's reports were counted: their keys with their sessions, null for one that counts nothing any more. */
export async function findCountedReports(
	tx: Tx,
	{ userId, client }: ClientOf,
	keys: readonly string[],
): Promise<Map<string, string | null>> {
	const { rows } = await sql<{ key: string; session_id: string | null }>`
		select key, session_id from play_reports where user_id = ${userId} and client = ${client} and key = any (${keys}::text[])`.execute(
		tx,
	)
	return new Map(rows.map(({ key, session_id }) => [key, session_id]))
}

/** Finds the sessions of an entry that began at these times. */
export async function findSessionsByStart(
	tx: Tx,
	{ userId, gameId }: { userId: string; gameId: number },
	starts: readonly string[],
): Promise<Map<string, string>> {
	const { rows } = await sql<{ id: string; started_at: string }>`
		select id, started_at from play_sessions
		where user_id = ${userId} and game_id = ${gameId} and started_at = any (${starts}::timestamptz[])`.execute(tx)
	return new Map(rows.map(({ id, started_at }) => [started_at, id]))
}

/** A session that a report makes. */
export interface ReportedSession {
	id: string
	day: string | null
	minutes: number
	startedAt: string | null
}

/** Adds the sessions that a program reported; the transaction has locked the entry. */
export async function addReportedSessions(
	tx: Tx,
	{ userId, client, gameId, at }: ClientOf & { gameId: number; at: string },
	sessions: readonly ReportedSession[],
): Promise<void> {
	await sql`
		insert into play_sessions (id, user_id, game_id, day, minutes, source, started_at, created_at)
		select id, ${userId}::uuid, ${gameId}::int, day, minutes, ${client}, started_at, ${at}::timestamptz
		from unnest(${sessions.map(({ id }) => id)}::uuid[], ${sessions.map(({ day }) => day)}::date[],
			${sessions.map(({ minutes }) => minutes)}::int[], ${sessions.map(({ startedAt }) => startedAt)}::timestamptz[]) s (id, day, minutes, started_at)`.execute(
		tx,
	)
}

/** Stores that reports were counted, with their sessions. */
export async function addCountedReports(
	tx: Tx,
	{ userId, client }: ClientOf,
	reports: ReadonlyMap<string, string | null>,
): Promise<void> {
	await sql`
		insert into play_reports (user_id, client, key, session_id)
		select ${userId}::uuid, ${client}, key, session_id
		from unnest(${[...reports.keys()]}::text[], ${[...reports.values()]}::uuid[]) r (key, session_id)
		on conflict (user_id, client, key) do update set session_id = excluded.session_id`.execute(tx)
}

/** Gives an entry without a platform one that its game was released on. */
export async function setMissingPlatform(
	tx: Tx,
	{ userId, gameId, platform }: { userId: string; gameId: number; platform: string },
): Promise<void> {
	await sql`
		update library_entries e set platform = ${platform} where user_id = ${userId} and game_id = ${gameId} and platform is null
			and exists (select from games g where g.id = e.game_id and ${platform} = any (g.platforms))`.execute(tx)
}

/** Finds sessions by their ids. */
export async function findSessionsById(db: Db, ids: readonly string[]): Promise<Map<string, PlaySessionRow>> {
	const { rows } = await sql<PlaySessionRow>`
		select ${SESSION_COLUMNS} from play_sessions where id = any (${ids}::uuid[])`.execute(db)
	return new Map(rows.map((row) => [row.id, row]))
}

/** Shows a game as being played until a time; what the same program says of the same game again keeps its beginning. */
export async function putPlayingNow(
	tx: Tx,
	{ userId, client, gameId, at, until }: ClientOf & { gameId: number; at: string; until: string },
): Promise<void> {
	await sql`
		insert into playing_now as p (user_id, client, game_id, since, until)
		values (${userId}::uuid, ${client}, ${gameId}::int, ${at}::timestamptz, ${until}::timestamptz)
		on conflict (user_id) do update set client = excluded.client, game_id = excluded.game_id, until = excluded.until,
			since = case when (p.client, p.game_id) = (excluded.client, excluded.game_id) and p.until > excluded.since then p.since else excluded.since end`.execute(
		tx,
	)
}

/** Ends what a program says is being played: whatever it is or, with a game, that one if it began before a time. */
export async function endPlayingNow(
	db: Db,
	{ userId, client }: ClientOf,
	ended?: { gameId: number; at: string },
): Promise<void> {
	const isEnded = ended ? sql`and game_id = ${ended.gameId} and since <= ${ended.at}::timestamptz` : sql``
	await sql`delete from playing_now where user_id = ${userId} and client = ${client} ${isEnded}`.execute(db)
}

/** Finds what a user plays at a time. */
export async function findPlayingNow(db: Db, userId: string, at: string): Promise<PlayingNow | null> {
	const { rows } = await sql<{ playing: PlayingNow | null }>`
		select ${playingNowOf(sql`${userId}::uuid`, at)} as playing`.execute(db)
	return rows[0]?.playing ?? null
}
