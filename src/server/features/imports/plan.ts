import { v7 as uuidv7 } from 'uuid'
import { LIBRARY_FULL } from '#contract/library-entry.ts'
import { LIMITS } from '#contract/limits.ts'
import { hasVisibleCharacter } from '#contract/problems.ts'
import { listMentionedNames } from '#server/features/texts/mentioned-names.ts'
import type { PlayPlan } from './plan-plays.ts'
import { DAY_LENGTH, type PlannedRow } from './planned-row.ts'
import type { EntryRow } from './queries-library.ts'
import type { ImportedDraft, ImportedReview, RowProblem } from './sources/source.ts'

export interface Plan {
	effect: 'add' | 'change' | 'leave'
	errors: RowProblem[]
}

/** Of a review that waits as a draft. */
const HELD_WORD = 'A word in this review is blocked here. It is kept as a draft.'

/**
 * Writes a row into its game of a person's library, in memory, its plays by `plays`: the game is then as it is to be stored, and knows what has changed. An
 * empty cell takes nothing away. What the person has stays, unless the conflict rule says otherwise.
 */
export function planRow(row: PlannedRow, plays: PlayPlan): Plan {
	return new RowPlan(row, plays).run()
}

/** Writes the entry and the review of a row into its game. */
class RowPlan {
	readonly #row: PlannedRow
	readonly #plays: PlayPlan

	constructor(row: PlannedRow, plays: PlayPlan) {
		this.#row = row
		this.#plays = plays
	}

	run(): Plan {
		const isNew = this.#row.game.entry === null
		if (isNew && !this.#row.options.hasRoom) {
			this.#row.errors.push({ column: 'title', message: LIBRARY_FULL.error })
			return { effect: 'leave', errors: this.#row.errors }
		}
		const rules = this.#takesTheirs()
		this.#planEntry(rules)
		const notes = [this.#planReview(rules), this.#planDraft(), this.#row.item.note]
		this.#plays.planPlays(rules)
		this.#plays.planSessions()
		for (const note of notes) if (note) this.#plays.planNote(note)
		this.#settleEntry(isNew)
		const isAdded = isNew && this.#row.game.entry !== null
		return { effect: !this.#row.hasChanged ? 'leave' : isAdded ? 'add' : 'change', errors: this.#row.errors }
	}

	/** Whether what the file says replaces what the library has. */
	#takesTheirs(): boolean {
		const { entry } = this.#row.game
		const { conflicts } = this.#row.options
		if (entry === null || conflicts === 'theirs') return true
		if (conflicts === 'mine' || entry.isImported) return false
		const changedAt = this.#row.changedAt()
		return changedAt !== null && changedAt > entry.updated_at
	}

	#planEntry(takes: boolean): void {
		const { status } = this.#row.options
		const game = this.#row.game
		const isNew = game.entry === null
		const entry: EntryRow = game.entry ?? {
			...{ status: null, half_stars: null, is_wished: false, is_loved: false, platform: null, review_id: null },
			...{ created_at: this.#row.now, updated_at: this.#row.now, isImported: true },
		}
		game.entry = entry
		const platform = this.#row.toPlatform(this.#row.item.platform, 'platform')
		const halfStars = toHalfStars(this.#row.item.rating)
		const before = { ...entry }
		if (status !== null && (entry.status === null || takes)) entry.status = status
		if (halfStars !== null && (entry.half_stars === null || takes)) entry.half_stars = halfStars
		if (platform !== null && (entry.platform === null || takes)) entry.platform = platform
		if (this.#row.item.isLoved) entry.is_loved = true
		const isWished = this.#row.item.isWished || this.#row.options.isWished
		if (isWished && (isNew || takes || (before.status === null && status === null))) entry.is_wished = true
		if (game.review && entry.half_stars !== game.review.half_stars && entry.half_stars !== null) {
			game.review.half_stars = entry.half_stars
			game.changed.review = true
		}
		const names = ['status', 'half_stars', 'is_wished', 'is_loved', 'platform'] as const
		if (names.some((name) => entry[name] !== before[name])) this.#markEntry()
	}

	#markEntry(): void {
		this.#row.hasChanged = true
		this.#row.game.changed.entry = true
	}

	/** Gives the entry its times, and takes back one with nothing in it. */
	#settleEntry(isNew: boolean): void {
		const game = this.#row.game
		const { entry } = game
		if (!entry || !this.#row.hasChanged || (isNew && this.#isEmpty(entry))) {
			if (isNew) game.entry = null
			return
		}
		if (entry.status === null && isNew && !this.#row.isOwn) {
			const newest = this.#row.item.plays.findLast(({ outcome }) => outcome !== null)
			if (newest?.outcome) entry.status = newest.outcome
		}
		game.changed.entry = true
		const changedAt = this.#row.changedAt()
		if (!isNew) {
			const at = changedAt ?? this.#row.now
			if (at > entry.updated_at) entry.updated_at = at
			return
		}
		const addedAt = this.#row.toTime(this.#row.item.addedAt) ?? changedAt ?? this.#row.now
		entry.created_at = addedAt
		entry.updated_at = changedAt !== null && changedAt > addedAt ? changedAt : addedAt
	}

	#isEmpty({ status, half_stars, is_wished, is_loved }: EntryRow): boolean {
		const { plays, sessions, review } = this.#row.game
		return (
			status === null &&
			half_stars === null &&
			!is_wished &&
			!is_loved &&
			plays.length + sessions.length === 0 &&
			!review
		)
	}

	/** Writes the review, or a draft of it. Returns what can only be a note. */
	#planReview(takes: boolean): string | null {
		const { review } = this.#row.item
		const text = review?.text.trim() ?? ''
		if (!review || !hasVisibleCharacter(text)) return null
		const length = Array.from(text).length
		if (length < LIMITS.reviewMin || length > LIMITS.reviewMax) return text
		const { entry, platforms } = this.#row.game
		const hours = toHours(review.hours)
		const platform =
			this.#row.toPlatform(review.platform, 'review platform') ??
			entry?.platform ??
			(platforms.length === 1 ? (platforms[0] ?? null) : null)
		const isHeld = this.#row.options.isBlocked(text)
		if (isHeld) this.#row.report('review', HELD_WORD)
		const written = { ...review, text, platform, hours }
		if (this.#row.game.review) return this.#replaceReview(written, takes && !isHeld)
		const canPublish = this.#row.options.reviews === 'publish' && !isHeld && entry?.half_stars && platform !== null
		if (canPublish) return this.#addReview({ ...written, platform }, entry.half_stars ?? 0)
		return this.#addDraft(written, entry?.half_stars ?? null)
	}

	#addReview(review: ImportedReview & { platform: string }, halfStars: number): null {
		const at = this.#row.toTime(review.writtenAt) ?? this.#row.changedAt() ?? this.#row.now
		const id = uuidv7({ msecs: this.#row.options.nowMs })
		const day = review.day ?? review.writtenAt?.slice(0, DAY_LENGTH) ?? null
		const changedAt = this.#row.toTime(review.changedAt ?? null)
		this.#row.game.review = {
			...{ id, half_stars: halfStars, platform: review.platform, time_played: review.hours, description: review.text },
			...{
				contains_spoilers: review.containsSpoilers,
				mentioned: listMentionedNames(review.text),
				created_at: at,
				updated_at: changedAt !== null && changedAt > at ? changedAt : at,
			},
			day: day !== null && day.length === DAY_LENGTH && this.#row.toTime(day) !== null ? day : null,
		}
		this.#row.game.changed.review = true
		this.#row.game.changed.isReviewNew = true
		this.#markEntry()
		return null
	}

	/** What the person wrote stays as it is if they say so, and then the file's text is a note. */
	#replaceReview(review: ImportedReview, takes: boolean): string | null {
		const present = this.#row.game.review
		if (!present || present.description === review.text) return null
		if (!takes) return review.text
		present.description = review.text
		present.contains_spoilers = review.containsSpoilers
		present.platform = review.platform ?? present.platform
		present.time_played = review.hours ?? present.time_played
		present.mentioned = listMentionedNames(review.text)
		present.updated_at = this.#row.now
		this.#row.game.changed.review = true
		this.#markEntry()
		return null
	}

	/** Writes a draft that was one in the file. Returns what can only be a note. */
	#planDraft(): string | null {
		const { draft } = this.#row.item
		if (!draft) return null
		const platform = this.#row.toPlatform(draft.platform, 'draft platform')
		return this.#addDraft({ ...draft, platform, hours: toHours(draft.hours) }, toHalfStars(draft.rating))
	}

	#addDraft(review: Omit<ImportedDraft, 'rating'>, halfStars: number | null): string | null {
		const game = this.#row.game
		if (game.draft?.description === review.text) return null
		if (game.draft || !this.#row.options.hasDraftRoom) return review.text
		game.draft = {
			...{ half_stars: halfStars, platform: review.platform, time_played: review.hours },
			...{ description: review.text, contains_spoilers: review.containsSpoilers, updated_at: this.#row.now },
		}
		game.changed.draft = true
		this.#row.hasChanged = true
		return null
	}
}

/** Returns a rating in half stars: the nearest, halves up. */
function toHalfStars(rating: number | null): number | null {
	if (rating === null) return null
	const halfStars = Math.floor(rating * 2 + 0.5)
	return rating <= 0 ? null : Math.min(10, Math.max(1, halfStars))
}

function toHours(hours: number | null): number | null {
	return hours === null ? null : Math.min(Math.max(0, Math.round(hours)), LIMITS.timePlayedMax)
}
