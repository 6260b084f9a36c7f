import type { ReportGroup } from '#contract/moderation.ts'

/** A group with what tells it from others. */
export type QueuedGroup = ReportGroup & { id: string }

/** Adds the id, which is also that of the element that shows the group. */
export const identifyGroup = (group: ReportGroup): QueuedGroup => ({
	...group,
	id: `${group.subject}-${group.subjectId}`,
})
