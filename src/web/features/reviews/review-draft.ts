import type { Static } from 'typebox'
import type { Problem } from '#contract/problems.ts'
import { type Review, ReviewDraft as ReviewDraftShape } from '#contract/reviews.ts'
import type { Validator } from '#web/forms/validator.ts'

/** A review as it stands in the form. */
export interface ReviewDraft {
	/** 0 for none yet. */
	rating: number
	/** '' for none yet. */
	platform: string
	/** As typed. */
	timePlayed: string
	description: string
}

/** The empty form of a game; a platform that has no other is chosen. */
export function createEmptyReviewDraft(platforms: readonly string[]): ReviewDraft {
	const [only] = platforms
	return {
		rating: 0,
		platform: only !== undefined && platforms.length === 1 ? only : '',
		timePlayed: '',
		description: '',
	}
}

export function toReviewDraft({ rating, platform, timePlayed, description }: Review): ReviewDraft {
	return { rating, platform, timePlayed: timePlayed === null ? '' : String(timePlayed), description }
}

/** The draft as the API takes it, right or wrong. */
export function toReviewBody({ timePlayed, ...draft }: ReviewDraft): Static<typeof ReviewDraftShape> {
	const hours = timePlayed.trim()
	return { ...draft, timePlayed: hours === '' ? null : Number(hours) }
}

/** What is wrong with the draft, in the order of the form. */
export function validateReviewDraft(draft: ReviewDraft, check: Validator): Problem[] {
	return check(ReviewDraftShape, toReviewBody(draft))
}

export function isSameReviewDraft(one: ReviewDraft, other: ReviewDraft): boolean {
	return (
		one.rating === other.rating &&
		one.platform === other.platform &&
		one.timePlayed === other.timePlayed &&
		one.description === other.description
	)
}
