import { sql } from 'kysely'
import type { GameRef } from '#contract/game-ref.ts'
import { SUGGESTION_LIMITS, type SuggestionDecision } from '#contract/game-suggestions.ts'
import type { UserRef } from '#contract/users.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db, Row } from '#server/db/tables.ts'
import { GAME_REF } from '#server/features/library-entry/queries.ts'
import { USER_REF } from '#server/features/moderation/queries-subjects.ts'

const MAX_ALIKE = sql.lit(5)

/** A suggestion with what is shown beside it. */
export interface SuggestionRow extends Omit<Row<'game_suggestions'>, 'decided_by'> {
	user: UserRef | null
	decided_by: UserRef | null
	game: GameRef | null
	alike: GameRef[]
}

const personOf = (column: string) =>
	sql.raw(`(select ${USER_REF('u')} from users u where u.id = ${column} and u.deleted_at is null)`)

const COLUMNS = sql`s.id, s.user_id, s.name, s.name_key, s.release_year, s.platforms, s.developers, s.url, s.note, s.created_at,
	s.decision, s.game_id, s.decided_at, ${personOf('s.user_id')} as "user", ${personOf('s.decided_by')} as decided_by,
	(select ${sql.raw(GAME_REF)} from games g where g.id = s.game_id) as game,
	array(select ${sql.raw(GAME_REF)} from (
		select game_id from game_search where joined = s.name_key and not hidden order by game_id limit ${MAX_ALIKE}
	) found join games g on g.id = found.game_id order by g.id) as alike`

/** A new suggestion of a person. */
interface NewSuggestionRow {
	id: string
	userId: string
	name: string
	nameKey: string
	releaseYear: number | null
	platforms: readonly string[]
	developers: readonly string[]
	url: string | null
	note: string | null
	at: string
}

/** Adds a suggestion. Returns false if there is one of the same name and year that was not refused. */
export async function addSuggestion(db: Db, suggestion: NewSuggestionRow): Promise<boolean> {
	const { rows } = await sql`
		insert into game_suggestions (id, user_id, name, name_key, release_year, platforms, developers, url, note, created_at)
		values (${suggestion.id}, ${suggestion.userId}, ${suggestion.name}, ${suggestion.nameKey}, ${suggestion.releaseYear},
			${suggestion.platforms}::text[], ${suggestion.developers}::text[], ${suggestion.url}, ${suggestion.note}, ${suggestion.at}::timestamptz)
		on conflict do nothing returning id`.execute(db)
	return rows.length > 0
}

/** Returns whether a person, whose account is locked, has as many suggestions waiting as they may have. */
export async function hasManySuggestions(db: Db, userId: string): Promise<boolean> {
	const { rows } = await sql`
		select from game_suggestions where user_id = ${userId} and decision is null
		limit ${sql.lit(SUGGESTION_LIMITS.openPerAccount)}`.execute(db)
	return rows.length >= SUGGESTION_LIMITS.openPerAccount
}

/** Finds the suggestion of this name and year that was not refused, with its game. */
export async function findSameSuggestion(
	db: Db,
	nameKey: string,
	releaseYear: number | null,
): Promise<{ id: string; game: GameRef | null } | undefined> {
	const { rows } = await sql<{ id: string; game: GameRef | null }>`
		select s.id, (select ${sql.raw(GAME_REF)} from games g where g.id = s.game_id) as game from game_suggestions s
		where s.name_key = ${nameKey} and coalesce(s.release_year, 0) = ${releaseYear ?? 0} and s.decision is distinct from 'refuse'`.execute(
		db,
	)
	return rows[0]
}

/** Finds a game of this name and year; of this name, if no year is given. */
export async function findSameGame(db: Db, nameKey: string, releaseYear: number | null): Promise<GameRef | undefined> {
	const { rows } = await sql<{ game: GameRef }>`
		select ${sql.raw(GAME_REF)} as game from (
			select game_id from game_search where joined = ${nameKey} order by game_id limit ${sql.lit(100)}
		) found join games g on g.id = found.game_id
		where ${releaseYear}::integer is null or left(g.release_date, 4) = ${releaseYear}::integer::text
		order by g.hidden, g.id limit 1`.execute(db)
	return rows[0]?.game
}

/** Lists those that wait, the oldest first, or the decided ones, newest first: one more than `limit` if there are more. */
export async function listSuggestionRows(
	db: Db,
	filter: { state: 'open' | 'done'; after: readonly (string | number)[] | undefined; limit: number },
): Promise<SuggestionRow[]> {
	const [condition, time, comparison, order] =
		filter.state === 'open'
			? [sql`s.decision is null`, sql`s.created_at`, sql`>`, sql`asc`]
			: [sql`s.decision is not null`, sql`s.decided_at`, sql`<`, sql`desc`]
	const [at, id] = filter.after ?? []
	const after = filter.after ? sql`and (${time}, s.id) ${comparison} (${at}::timestamptz, ${id}::uuid)` : sql``
	const { rows } = await sql<SuggestionRow>`
		select ${COLUMNS} from game_suggestions s where ${condition} ${after}
		order by ${time} ${order}, s.id ${order} limit ${sql.lit(roundUpLimit(filter.limit + 1))}`.execute(db)
	return rows
}

export async function findSuggestion(db: Db, id: string): Promise<SuggestionRow | undefined> {
	const { rows } = await sql<SuggestionRow>`select ${COLUMNS} from game_suggestions s where s.id = ${id}`.execute(db)
	return rows[0]
}

/** Locks a suggestion until the transaction ends. */
export async function lockSuggestion(db: Db, id: string): Promise<SuggestionRow | undefined> {
	await sql`select from game_suggestions where id = ${id} for update`.execute(db)
	return findSuggestion(db, id)
}

/** Decides a suggestion, which is locked. */
export async function saveDecision(
	db: Db,
	decided: { id: string; decision: SuggestionDecision; gameId: number | null; moderatorId: string; at: string },
): Promise<void> {
	await db
		.updateTable('game_suggestions')
		.set({
			decision: decided.decision,
			game_id: decided.gameId,
			decided_by: decided.moderatorId,
			decided_at: decided.at,
		})
		.where('id', '=', decided.id)
		.execute()
}

/** Tells who suggested a game what became of it. */
export async function notifyOfSuggestion(
	db: Db,
	notice: { userId: string; suggestionId: string; text: string; at: string },
): Promise<void> {
	await sql`select notify_of_suggestion(${notice.userId}::uuid, ${notice.suggestionId}::uuid, ${notice.text}, ${notice.at}::timestamptz)`.execute(
		db,
	)
}
