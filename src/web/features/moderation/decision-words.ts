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
			return `A moderator removed ${yours}. Only you and the moderators see it, and it is deleted after 30 days.`
		case 'restore':
			return `A moderator restored ${yours}. Everyone sees it again.`
		case 'mark_spoiler':
			return `A moderator marked ${yours} as a spoiler. Readers open the text before they see it.`
		case 'warn':
			return `A moderator warned you${subject === 'user' ? '' : ` about ${yours}`}. Nothing was hidden.`
		case 'suspend':
			return 'A moderator suspended your account. Until then you can read, but not write.'
		case 'ban':
			return 'A moderator banned your account. You cannot log in, and what you wrote is hidden.'
		case 'unban':
			return 'A moderator lifted the ban or suspension of your account.'
		case 'hold':
			return `The site holds ${yours} for a moderator, because it has a word that is checked first.`
		case 'dismiss':
			return `A moderator looked at ${yours} and did nothing.`
		case 'delete':
			return 'The operator of this site deleted the account.'
	}
}
