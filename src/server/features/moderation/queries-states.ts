import { roleInForce } from '#server/db/roles.ts'

/** What its author and moderators are told about something hidden, of its action `a`, as the contract's `ModerationState`. */
export const MODERATION_STATE = `json_build_object('state', case a.action when 'hold' then 'held' else 'removed' end,
	'actionId', a.id, 'reason', a.reason, 'note', a.note)`

/** Whether a removed text `m` is still shown to `viewer`: its author or a moderator. */
export const isRemovedTextShown = (viewer: string) =>
	`(m.author_id = ${viewer} or exists (select from users s where s.id = ${viewer} and ${roleInForce('s')} <> 'member'))`

/** Joins the removed text `m` with the subject's id and its action `a`, for its author or a moderator, `viewer`. */
export const removedTextOf = (subject: string, viewer: string) => `
	join removed_texts m on m.subject_id = ${subject} join moderation_actions a on a.id = m.action_id and ${isRemovedTextShown(viewer)}`
