import type { Review } from '#contract/reviews.ts'

/** Returns what the report of a review names. */
export const reportOf = ({ id, game, username, containsSpoilers }: Review) => ({
	subject: 'review' as const,
	subjectId: id,
	name: `the review of ${game.name} by ${username}`,
	canMarkSpoiler: !containsSpoilers,
})
