import { type RawBuilder, sql } from 'kysely'
import { roleInForce } from '#server/db/roles.ts'

/** What its author and moderators are told about something hidden, of its action `a`, as the contract's `ModerationState`. */
export const MODERATION_STATE = sql`json_build_object('state', case a.action when 'hold' then 'held' else 'removed' end,
	'actionId', a.id, 'reason', a.reason, 'note', a.note)`

/** Whether a row with this `state` column is hidden by a blocked word or a moderator. */
export const isHidden = (row: string): RawBuilder<boolean> => sql`${sql.ref(row)}.state in ('held', 'removed')`

/** Whether a hidden text is still shown to `viewerId`: its author or a moderator. */
export const isHiddenShown = (row: string, viewerId: string | null): RawBuilder<boolean> =>
	sql`(${sql.ref(row)}.user_id = ${viewerId}::uuid
		or exists (select from users s where s.id = ${viewerId}::uuid and ${sql.raw(roleInForce('s'))} <> 'member'))`

/** The action `a` that hides a text, to be joined; no row for one that is not hidden. */
export const hidingActionOf = (row: string): RawBuilder<unknown> => sql`lateral (
	select * from moderation_actions where ${isHidden(row)} and subject_id = ${sql.ref(row)}.id and action in ('hold', 'remove') and undone_at is null
	order by created_at desc, id desc limit 1) a`
