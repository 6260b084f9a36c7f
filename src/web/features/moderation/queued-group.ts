import type { ReportGroup } from '#contract/moderation.ts'
import type { ModerationReason } from '#contract/report-reasons.ts'

/** A group with what tells it from others. */
export type QueuedGroup = ReportGroup & { id: string }

/** Adds the id, which is also that of the element that shows the group. */
export const identifyGroup = (group: ReportGroup): QueuedGroup => ({
	...group,
	id: `${group.subject}-${group.subjectId}`,
})

/** Counts the reasons of a group's reports, the most frequent first. */
export function countReasons(reports: ReportGroup['reports']): [ModerationReason, number][] {
	const counts = new Map<ModerationReason, number>()
	for (const { reason } of reports) counts.set(reason, (counts.get(reason) ?? 0) + 1)
	return [...counts].sort((a, b) => b[1] - a[1])
}
