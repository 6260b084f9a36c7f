import { sql } from 'kysely'
import type { UserRef } from '#contract/users.ts'
import { roleInForce } from '#server/db/roles.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db, Row } from '#server/db/tables.ts'
import { USER_REF } from './queries-subjects.ts'

export interface AppealRow extends Omit<Row<'appeals'>, 'decided_by'> {
	decided_by: UserRef | null
}

const COLUMNS = sql`p.id, p.action_id, p.text, p.state, p.answer, p.created_at, p.decided_at,
	(select ${sql.raw(USER_REF('u'))} from users u where u.id = p.decided_by and u.deleted_at is null) as decided_by`

/** Adds an appeal. Returns false if the decision has one. */
export async function addAppeal(
	db: Db,
	appeal: { id: string; actionId: string; text: string; at: string },
): Promise<boolean> {
	const added = await db
		.insertInto('appeals')
		.values({ id: appeal.id, action_id: appeal.actionId, text: appeal.text, created_at: appeal.at })
		.onConflict((conflict) => conflict.column('action_id').doNothing())
		.returning('id')
		.executeTakeFirst()
	return added !== undefined
}

export async function findAppeal(db: Db, id: string): Promise<AppealRow | undefined> {
	const { rows } = await sql<AppealRow>`select ${COLUMNS} from appeals p where p.id = ${id}`.execute(db)
	return rows[0]
}

/** Locks an appeal until the transaction ends. */
export async function lockAppeal(db: Db, id: string): Promise<AppealRow | undefined> {
	await sql`select from appeals where id = ${id} for update`.execute(db)
	return findAppeal(db, id)
}

/** Decides an open appeal. */
export async function decideOpenAppeal(
	db: Db,
	decision: { id: string; state: 'upheld' | 'granted'; answer: string | null; moderatorId: string; at: string },
): Promise<void> {
	await db
		.updateTable('appeals')
		.set({ state: decision.state, answer: decision.answer, decided_by: decision.moderatorId, decided_at: decision.at })
		.where('id', '=', decision.id)
		.where('state', '=', 'open')
		.execute()
}

/** Lists appeals, the oldest open one or the latest decision first: one more than `limit` if there are more. */
export async function listAppealRows(
	db: Db,
	filter: { state: 'open' | 'done'; after: readonly (string | number)[] | undefined; limit: number },
): Promise<AppealRow[]> {
	const [condition, time, comparison, order] =
		filter.state === 'open'
			? [sql`p.state = 'open'`, sql`p.created_at`, sql`>`, sql`asc`]
			: [sql`p.state <> 'open'`, sql`p.decided_at`, sql`<`, sql`desc`]
	const [at, id] = filter.after ?? []
	const after = filter.after ? sql`and (${time}, p.id) ${comparison} (${at}::timestamptz, ${id}::uuid)` : sql``
	const { rows } = await sql<AppealRow>`
		select ${COLUMNS} from appeals p where ${condition} ${after}
		order by ${time} ${order}, p.id ${order} limit ${sql.lit(roundUpLimit(filter.limit + 1))}`.execute(db)
	return rows
}

/** Returns whether there is another moderator than this one, or two. */
export async function hasOtherModerator(db: Db, userId: string): Promise<boolean> {
	const { rows } = await sql`
		select from users u
		where id <> ${userId} and role <> 'member' and ${sql.raw(roleInForce('u'))} <> 'member' and deleted_at is null
		limit 1`.execute(db)
	return rows.length > 0
}
