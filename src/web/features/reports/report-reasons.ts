import { REPORT_REASONS, type ReportReason, type ReportSubject } from '#contract/report-reasons.ts'

/** What each reason means. */
export const REASON_HINTS: Readonly<Record<ReportReason, string>> = {
	spam: 'Advertising, bought praise, or the same text over and over.',
	harassment: 'It insults, threatens or follows somebody around.',
	hate: 'It attacks people for who they are.',
	sexual: 'It is explicit, or sexualizes somebody.',
	violence: 'It calls for violence or praises it.',
	spoiler: 'It gives away what happens without hiding it.',
	impersonation: 'It pretends to be somebody else.',
	off_topic: 'It has nothing to do with what it is about.',
	illegal: 'You believe that it breaks a law.',
	other: 'Something that is not in this list.',
}

const ONLY_OF_USERS: readonly ReportReason[] = ['impersonation']
const ONLY_OF_TEXTS: readonly ReportReason[] = ['spoiler', 'off_topic']

/** Returns the reasons for which something can be reported. */
export function reasonsFor(subject: ReportSubject): ReportReason[] {
	const others = subject === 'user' ? ONLY_OF_TEXTS : ONLY_OF_USERS
	return REPORT_REASONS.filter((reason) => !others.includes(reason))
}
