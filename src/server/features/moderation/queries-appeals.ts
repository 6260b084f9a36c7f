import type { UserRef } from '#contract/users.ts'
import { rawQuery } from '#server/db/raw-query.ts'
import { roleInForce } from '#server/db/roles.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db, Row } from '#server/db/tables.ts'
import { USER_REF } from './queries-subjects.ts'

export interface AppealRow extends Omit<Row<'appeals'>, 'decided_by'> {
	decided_by: UserRef | null
}

const COLUMNS = `p.id, p.action_id, p.text, p.state, p.answer, p.created_at, p.decided_at,
	(select ${USER_REF('u')} from users u where u.id = p.decided_by and u.deleted_at is null) as decided_by`

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
	return (await rawQuery<AppealRow>(db, `select ${COLUMNS} from appeals p where p.id = $1`, [id]))[0]
}

/** Locks an appeal until the transaction ends. */
export async function lockAppeal(db: Db, id: string): Promise<AppealRow | undefined> {
	await rawQuery(db, 'select id from appeals where id = $1 for update', [id])
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
export function listAppealRows(
	db: Db,
	filter: { state: 'open' | 'done'; after: readonly (string | number)[] | undefined; limit: number },
): Promise<AppealRow[]> {
	const [condition, time, comparison, order] =
		filter.state === 'open'
			? ["p.state = 'open'", 'p.created_at', '>', 'asc']
			: ["p.state <> 'open'", 'p.decided_at', '<', 'desc']
	const after = filter.after ? `and (${time}, p.id) ${comparison} ($1::timestamptz, $2::uuid)` : ''
	const text = `select ${COLUMNS} from appeals p where ${condition} ${after}
		order by ${time} ${order}, p.id ${order} limit ${roundUpLimit(filter.limit + 1)}`
	return rawQuery(db, text, [...(filter.after ?? [])])
}

/** Returns whether there is another moderator than this one, or two. */
export async function hasOtherModerator(db: Db, userId: string): Promise<boolean> {
	const text = `select id from users u where role <> 'member' and ${roleInForce('u')} <> 'member' and id <> $1 and deleted_at is null limit 1`
	return (await rawQuery(db, text, [userId])).length > 0
}
