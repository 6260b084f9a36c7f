import type { Action, LoggedAction, ModerationAction } from '#contract/moderation.ts'
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
				? 'The text has passed: everyone sees it.'
				: 'The reports are closed, and nothing else happens. Whoever sent them is thanked.'
		case 'mark_spoiler':
			return 'The text is hidden until a reader opens it. Its author cannot take the mark off.'
		case 'remove':
			return subject === 'user'
				? 'Bio and picture are hidden from everyone but moderators and the account itself. They can be restored for 30 days.'
				: 'It is hidden from everyone but its author and moderators, and counts go with it. It can be restored for 30 days.'
		case 'restore':
			return 'It is there again for everyone, with its likes, comments and counts. A moderator’s spoiler mark is taken off.'
		case 'warn':
			return 'The author gets a message with the reason. Nothing is hidden.'
		case 'suspend':
			return 'The account can read and not write until then. What it wrote stays.'
		case 'ban':
			return 'The account is logged out everywhere and cannot log in. All that it wrote is hidden, and comes back if it is unbanned within 30 days.'
		case 'unban':
			return 'A ban or suspension ends now. What the ban hid comes back; what was removed before stays removed.'
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
export const nameActor = ({ action, moderator }: Pick<Action, 'action' | 'moderator'>): string =>
	moderator?.username ?? (action === 'hold' ? 'The site' : 'The operator')
