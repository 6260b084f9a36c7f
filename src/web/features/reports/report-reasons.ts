import { REPORT_REASONS, type ReportReason, type ReportSubject } from '#contract/report-reasons.ts'

/** What each reason means. */
export const REASON_HINTS: Readonly<Record<ReportReason, string>> = {
	spam: 'Ads, paid praise, or the same text again and again.',
	harassment: 'Insults, threats, or going after someone.',
	hate: 'Attacks people for who they are.',
	sexual: 'Explicit, or sexualizes someone.',
	violence: 'Calls for violence or celebrates it.',
	spoiler: 'Gives away the story without a spoiler mark.',
	impersonation: 'Pretends to be someone else.',
	off_topic: 'Not about this game or list.',
	illegal: 'You believe it’s against the law.',
	other: 'None of the above.',
}

const ONLY_OF_USERS: readonly ReportReason[] = ['impersonation']
const ONLY_OF_TEXTS: readonly ReportReason[] = ['spoiler', 'off_topic']

/** Returns the reasons for which something can be reported. */
export function reasonsFor(subject: ReportSubject): ReportReason[] {
	const others = subject === 'user' ? ONLY_OF_TEXTS : ONLY_OF_USERS
	return REPORT_REASONS.filter((reason) => !others.includes(reason))
}
