import type { Static } from 'typebox'
import type { Problem } from '#contract/problems.ts'
import { ReviewDraft as ReviewDraftShape } from '#contract/review-input.ts'
import type { Review } from '#contract/reviews.ts'
import type { Validator } from '#web/forms/validator.ts'

/** The content of the review form. */
export interface ReviewDraft {
	/** 0 if none is chosen. */
	rating: number
	/** '' if none is chosen. */
	platform: string
	/** As typed. */
	timePlayed: string
	description: string
}

/** Creates the empty draft for a game; its only platform is preselected, or else the one of the user's last review. */
export function createEmptyReviewDraft(platforms: readonly string[], last: string | null = null): ReviewDraft {
	const [only = ''] = platforms
	return {
		rating: 0,
		platform: platforms.length === 1 ? only : (platforms.find((platform) => platform === last) ?? ''),
		timePlayed: '',
		description: '',
	}
}

export function toReviewDraft({ rating, platform, timePlayed, description }: Review): ReviewDraft {
	return { rating, platform, timePlayed: timePlayed === null ? '' : String(timePlayed), description }
}

/** Converts a draft, valid or not, to the request body. */
export function toReviewBody({ timePlayed, ...draft }: ReviewDraft): Static<typeof ReviewDraftShape> {
	const hours = timePlayed.trim()
	return { ...draft, timePlayed: hours === '' ? null : Number(hours) }
}

/** Validates a draft; returns the problems in the order of the fields. */
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
