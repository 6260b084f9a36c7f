import type { ReportSubject } from '#contract/report-reasons.ts'

const SUBJECTS: Readonly<Record<ReportSubject, string>> = {
	review: 'a review',
	comment: 'a comment',
	list: 'a list',
	user: 'an account',
}

/** Names what something is: "a review". */
export const nameSubject = (subject: ReportSubject): string => SUBJECTS[subject]
