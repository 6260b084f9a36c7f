import { sql } from 'kysely'
import type { GameChange } from '#contract/game-edits.ts'
import type { GameRef } from '#contract/game-ref.ts'
import type { UserRef } from '#contract/users.ts'
import type { ChangedFacts, SaidFacts } from '#server/db/column-types.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db } from '#server/db/tables.ts'
import { GAME_REF } from '#server/features/library-entry/queries.ts'
import { USER_REF } from '#server/features/moderation/queries-subjects.ts'

/** A change of a game, with who made it as the viewer may see them. */
export interface ChangeRow {
	id: number
	kind: GameChange['kind']
	source: string | null
	action_id: string | null
	undoes: string | null
	undone_at: string | null
	moderator: UserRef | null
	facts: ChangedFacts
	said: SaidFacts | null
	created_at: string
}

/** Finds the game's name and when it was added. */
export async function findGameOfHistory(
	db: Db,
	gameId: number,
): Promise<{ game: GameRef; created_at: string } | undefined> {
	const { rows } = await sql<{ game: GameRef; created_at: string }>`
		select ${sql.raw(GAME_REF)} as game, g.created_at from games g where g.id = ${gameId}`.execute(db)
	return rows[0]
}

/** Lists the changes of a game before one, newest first: one more than `limit` if there are more. */
export async function listChanges(
	db: Db,
	page: { gameId: number; viewerId: string | null; before: number | undefined; limit: number },
): Promise<ChangeRow[]> {
	const { rows } = await sql<ChangeRow>`
		select c.id, c.kind, c.source, c.action_id, c.undoes, c.facts, c.said, c.created_at, a.undone_at,
			(select ${sql.raw(USER_REF('u'))} from visible_users(${page.viewerId}) u where u.id = a.moderator_id) as moderator
		from game_changes c left join moderation_actions a on a.id = c.action_id
		where c.game_id = ${page.gameId} ${page.before === undefined ? sql`` : sql`and c.id < ${page.before}`}
		order by c.id desc limit ${sql.lit(roundUpLimit(page.limit + 1))}`.execute(db)
	return rows
}
