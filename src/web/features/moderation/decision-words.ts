import type { AppealableAction } from '#contract/appeals.ts'
import type { ReportSubject } from '#contract/report-reasons.ts'

const YOURS: Readonly<Record<ReportSubject, string>> = {
	review: 'your review',
	comment: 'your comment',
	list: 'your list',
	user: 'your bio and picture',
}

/** Tells an author what was done, and what it means. */
export function describeDecision({ action, subject }: Pick<AppealableAction, 'action' | 'subject'>): string {
	const yours = YOURS[subject]
	switch (action) {
		case 'remove':
			return `A moderator removed ${yours}. Only you and moderators can see it, and it will be deleted after 30 days.`
		case 'restore':
			return `A moderator restored ${yours}. It’s visible again.`
		case 'mark_spoiler':
			return `A moderator marked ${yours} as a spoiler. Readers have to reveal it first.`
		case 'warn':
			return `A moderator warned you${subject === 'user' ? '' : ` about ${yours}`}. Nothing was hidden.`
		case 'suspend':
			return 'A moderator suspended your account. Until the suspension ends, you can read but not post.'
		case 'ban':
			return 'A moderator banned your account. You can’t log in, and everything you posted is hidden.'
		case 'unban':
			return 'A moderator lifted the ban or suspension of your account.'
		case 'hold':
			return `The site held ${yours} for a moderator because it contains a word we check first.`
		case 'dismiss':
			return `A moderator reviewed ${yours} and took no action.`
		case 'delete':
			return 'The operator of this site deleted the account.'
	}
}
