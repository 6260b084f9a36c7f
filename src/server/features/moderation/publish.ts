import { v7 as uuidv7 } from 'uuid'
import type { ReportSubject } from '#contract/report-reasons.ts'
import { now } from '#server/clock.ts'
import type { Tx } from '#server/db/tables.ts'
import type { Services } from '#server/services.ts'
import { isBlocked } from './blocked-words.ts'
import { tellAuthor } from './notices.ts'
import { addAction, removeProfile } from './queries-actions.ts'
import { addReport, lockCase } from './queries-cases.ts'
import { findSubject } from './queries-subjects.ts'
import { hideText } from './queries-text-states.ts'

/**
 * Publishes what somebody has written, in the open transaction that wrote it: with a blocked word in these texts it is held, hidden
 * until a moderator decides. It is in the queue as reported by the site, and its author gets a message.
 */
export async function publish(
	services: Services,
	db: Tx,
	subject: ReportSubject,
	id: string,
	texts: readonly (string | null | undefined)[],
): Promise<void> {
	if (!(await isBlocked(db, texts))) return
	const found = await findSubject(db, subject, id)
	if (!found || found.hiding_action_id !== null) return
	await lockCase(db, { subject, subjectId: id, found })
	const at = now(services)
	const newId = () => uuidv7({ msecs: services.clock() })
	const actionId = newId()
	if (subject === 'user') await removeProfile(db, id, actionId, true)
	else if (!(await hideText(db, subject, id, 'held'))) return
	const { text: snapshot, title, author_id: authorId } = found
	const decision = { action: 'hold', subject, reason: 'blocked_word', note: null, title } as const
	await addAction(db, { ...decision, id: actionId, subjectId: id, authorId, moderatorId: null, snapshot, at })
	const report = {
		id: newId(),
		subjectId: id,
		reason: 'blocked_word',
		text: null,
		reporterId: null,
		email: null,
		sender: null,
	} as const
	await addReport(db, { ...report, at, snapshot })
	await tellAuthor(db, { ...decision, id: actionId, authorId, until: null, at })
}
