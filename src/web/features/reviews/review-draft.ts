import type { Static } from 'typebox'
import { toHalfWidth } from '#contract/half-width.ts'
import type { LibraryEntry } from '#contract/library-entry.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Problem } from '#contract/problems.ts'
import type { SavedReviewDraft, ServerReviewDraft } from '#contract/review-drafts.ts'
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
	containsSpoilers: boolean
}

/** Creates the draft that a new review starts with, from what its author has logged of the game. */
export function createReviewDraft(
	platform: string | null = null,
	logged: Pick<LibraryEntry, 'rating' | 'minutesPlayed'> | null = null,
): ReviewDraft {
	const hours = Math.min(Math.round((logged?.minutesPlayed ?? 0) / 60), LIMITS.timePlayedMax)
	return {
		// A review has at least one star
		rating: logged?.rating && logged.rating >= 1 ? logged.rating : 0,
		platform: platform ?? '',
		timePlayed: hours > 0 ? String(hours) : '',
		description: '',
		containsSpoilers: false,
	}
}

/** Converts a review, or a draft from the server, to the content of the form. */
export function toReviewDraft(from: Pick<Review, keyof ReviewDraft> | ServerReviewDraft): ReviewDraft {
	const { rating, platform, timePlayed, description, containsSpoilers } = from
	return {
		rating: rating ?? 0,
		platform: platform ?? '',
		timePlayed: timePlayed === null ? '' : String(timePlayed),
		description,
		containsSpoilers,
	}
}

/** Converts a draft, valid or not, to the request body. */
export function toReviewBody({ timePlayed, ...draft }: ReviewDraft): Static<typeof ReviewDraftShape> {
	const hours = toHalfWidth(timePlayed).trim()
	// Many keyboards have a comma for decimals
	return { ...draft, timePlayed: hours === '' ? null : Number(hours.replace(',', '.')) }
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
		one.description === other.description &&
		one.containsSpoilers === other.containsSpoilers
	)
}

/** Converts a draft to what the server stores of it: trimmed, and without hours that are no number. */
export function toSavedDraft({ rating, platform, description, containsSpoilers, ...draft }: ReviewDraft) {
	const { timePlayed } = toReviewBody({ rating, platform, description, containsSpoilers, ...draft })
	const isValid = Number.isInteger(timePlayed) && Number(timePlayed) >= 0 && Number(timePlayed) <= LIMITS.timePlayedMax
	return {
		rating: rating || null,
		platform: platform.trim() || null,
		timePlayed: isValid ? Number(timePlayed) : null,
		description: description.trim(),
		containsSpoilers,
	} satisfies SavedReviewDraft
}

/** Whether the server would store the same of both drafts. */
export function isSavedAlike(one: ReviewDraft, other: ReviewDraft): boolean {
	return JSON.stringify(toSavedDraft(one)) === JSON.stringify(toSavedDraft(other))
}
