import type { Action, CatalogSubject, LogEntry, LoggedAction, ModerationAction } from '#contract/moderation.ts'
import { REASON_LABELS, type ReportSubject } from '#contract/report-reasons.ts'
import type { useMomentFormat } from '#web/ui/time.tsx'
import { nameSubject } from './subject-words.ts'

/** The words and the key of each action. */
export const ACTIONS: Readonly<
	Record<ModerationAction, { label: string; key: string; sending: string; done: string; isDanger?: true }>
> = {
	dismiss: { label: 'Dismiss', key: 'd', sending: 'Dismissing...', done: 'Dismissed' },
	mark_spoiler: { label: 'Mark as Spoiler', key: 's', sending: 'Marking...', done: 'Marked as a spoiler' },
	remove: { label: 'Remove', key: 'r', sending: 'Removing...', done: 'Removed', isDanger: true },
	restore: { label: 'Restore', key: 'z', sending: 'Restoring...', done: 'Restored' },
	warn: { label: 'Warn', key: 'w', sending: 'Warning...', done: 'Warned' },
	suspend: { label: 'Suspend', key: 'u', sending: 'Suspending...', done: 'Suspended', isDanger: true },
	ban: { label: 'Ban', key: 'b', sending: 'Banning...', done: 'Banned', isDanger: true },
	unban: { label: 'Unban', key: 'l', sending: 'Lifting...', done: 'Unbanned' },
}

/** Whether an action needs a reason. */
export const needsReason = (action: ModerationAction) =>
	action !== 'dismiss' && action !== 'restore' && action !== 'unban'

/** What an action does, as a moderator should know before confirming it. */
export function describeEffect(
	action: ModerationAction,
	{ subject, isHeld }: { subject: ReportSubject; isHeld: boolean },
): string {
	switch (action) {
		case 'dismiss':
			return isHeld
				? 'Approves the text. Everyone can see it.'
				: 'Closes the reports and changes nothing. Reporters are thanked.'
		case 'mark_spoiler':
			return 'Hides the text until a reader reveals it. The author can’t remove the mark.'
		case 'remove':
			return subject === 'user'
				? 'Bio and picture are hidden from everyone but their owner and moderators. You can restore them for 30 days.'
				: 'Hidden from everyone but its author and moderators, and taken out of all counts. You can restore it for 30 days.'
		case 'restore':
			return 'Visible again, with its likes and comments. Also removes a moderator’s spoiler mark.'
		case 'warn':
			return 'The author gets a message with the reason. Nothing is hidden.'
		case 'suspend':
			return 'They can read but not post until then. Their posts stay.'
		case 'ban':
			return 'They are logged out everywhere and can’t log in. Everything they posted is hidden, and comes back if you unban them within 30 days.'
		case 'unban':
			return 'Ends the ban or suspension now. Hidden posts come back; posts removed earlier stay removed.'
	}
}

const PAST: Readonly<Record<LoggedAction, string>> = {
	dismiss: 'dismissed the reports about',
	mark_spoiler: 'marked as a spoiler',
	remove: 'removed',
	restore: 'restored',
	warn: 'warned about',
	suspend: 'suspended for',
	ban: 'banned for',
	unban: 'unbanned',
	hold: 'held',
	delete: 'deleted',
}

/** What somebody did, without who: "removed a review · Spam". */
export function describeAction(
	{ action, subject, reason, until }: Pick<Action, 'action' | 'subject' | 'reason' | 'until'>,
	format: ReturnType<typeof useMomentFormat>,
): string {
	const verb = subject === 'user' ? PAST[action].replace(/ (for|about)$/, '') : PAST[action]
	return [
		`${verb} ${nameSubject(subject)}`,
		...(until ? [`until ${format(until, 'minute')}`] : []),
		...(reason ? [REASON_LABELS[reason]] : []),
	].join(' · ')
}

/** Who acted: a moderator, or the site and its operator. */
export const nameActor = ({ action, subject, moderator }: Pick<LogEntry, 'action' | 'subject' | 'moderator'>): string =>
	moderator?.username ?? (action === 'hold' ? 'The site' : isOfCatalog(subject) ? 'A deleted account' : 'The operator')

/** Whether an entry of the log is about the catalog. */
export const isOfCatalog = (subject: LogEntry['subject']): subject is CatalogSubject =>
	subject === 'game' || subject === 'suggestion'
