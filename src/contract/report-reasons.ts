/** What can be reported and moderated. */
export const REPORT_SUBJECTS = ['review', 'comment', 'list', 'user'] as const
export type ReportSubject = (typeof REPORT_SUBJECTS)[number]

export const REPORT_REASONS = [
	'spam',
	'harassment',
	'hate',
	'sexual',
	'violence',
	'spoiler',
	'impersonation',
	'off_topic',
	'illegal',
	'other',
] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/** The reasons of reports, and that of the site's own holds. */
export const MODERATION_REASONS = [...REPORT_REASONS, 'blocked_word'] as const
export type ModerationReason = (typeof MODERATION_REASONS)[number]

/** How screens and mails name the reasons; the last one is the site's own, for a text that has a blocked word. */
export const REASON_LABELS: Readonly<Record<ModerationReason, string>> = {
	spam: 'Spam',
	harassment: 'Harassment',
	hate: 'Hate',
	sexual: 'Sexual content',
	violence: 'Violence',
	spoiler: 'Unmarked spoiler',
	impersonation: 'Impersonation',
	off_topic: 'Off topic',
	illegal: 'Illegal content',
	other: 'Something else',
	blocked_word: 'Blocked word',
}
