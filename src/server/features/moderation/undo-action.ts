import type { ModerationAction } from '#contract/moderation.ts'
import { now } from '#server/clock.ts'
import type { Tx } from '#server/db/tables.ts'
import type { Services } from '#server/services.ts'
import { type ActionRow, markActionUndone } from './queries-actions.ts'
import { type Actor, takeActionIn } from './take-action.ts'

/** The action that takes another one back; a warning has none. */
const REVERSES: Readonly<Partial<Record<ActionRow['action'], ModerationAction>>> = {
	mark_spoiler: 'restore',
	remove: 'restore',
	hold: 'restore',
	suspend: 'unban',
	ban: 'unban',
}

/** Undoes an action, which writes the opposite one into the log. What was undone before stays as it is. */
export async function undoAction(services: Services, db: Tx, actor: Actor, action: ActionRow): Promise<void> {
	if (action.undone_at !== null) return
	const reverse = REVERSES[action.action]
	if (reverse) {
		const { subject, subject_id: subjectId, action: undone } = action
		const isOfAccount = undone === 'suspend' || undone === 'ban'
		const target = isOfAccount
			? { subject: 'user' as const, subjectId: action.author_id ?? '' }
			: { subject, subjectId }
		await takeActionIn(services, db, actor, { ...target, action: reverse }, { isUndoing: true })
	}
	await markActionUndone(db, action.id, now(services))
}
