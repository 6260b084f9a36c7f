import type { CONFLICT_RULES, REVIEW_RULES } from '#contract/imports.ts'
import type { LibraryStatus } from '#contract/library-entry.ts'
import { LIMITS } from '#contract/limits.ts'
import { UNKNOWN_PLATFORM } from '#contract/reviews.ts'
import type { LibraryGame } from './queries-library.ts'
import type { ImportedGame, RowProblem } from './sources/source.ts'

interface PlanOptions {
	source: string
	conflicts: (typeof CONFLICT_RULES)[number]
	reviews: (typeof REVIEW_RULES)[number]
	/** What the row's words for a status mean. */
	status: LibraryStatus | null
	isWished: boolean
	nowMs: number
	/** Returns the site's word for a platform. */
	toSitePlatform: (word: string) => string
	/** The ids of what the source's keys were imported as. */
	keys: ReadonlyMap<string, string>
	/** Whether the library has room for another game, and the account for another draft. */
	hasRoom: boolean
	hasDraftRoom: boolean
	isBlocked: (text: string) => boolean
}

const OLDEST_MS = Date.UTC(1970, 0, 1)
export const DAY_LENGTH = '2026-11-21'.length

/** A row of a file and the game of a library that it is written into, with what is told of it. */
export class PlannedRow {
	readonly errors: RowProblem[] = []
	hasChanged = false
	readonly item: ImportedGame
	readonly game: LibraryGame
	readonly options: PlanOptions
	readonly now: string
	/** Whether the file is an export of this software, in which nothing is to be told from something else. */
	readonly isOwn: boolean

	constructor(item: ImportedGame, game: LibraryGame, options: PlanOptions) {
		this.item = item
		this.game = game
		this.options = options
		this.now = new Date(options.nowMs).toISOString()
		this.isOwn = options.source === 'savepoint'
	}

	/** Returns when the row was changed last, as far as the file says. */
	changedAt(): string | null {
		return this.toTime(this.item.changedAt) ?? this.#latestDate()
	}

	#latestDate(): string | null {
		const { plays, sessions, review, addedAt } = this.item
		const dates = [
			...plays.flatMap(({ startedOn, endedOn }) => [startedOn, endedOn]),
			...sessions.map(({ day }) => day),
			review?.writtenAt ?? null,
			addedAt,
		].flatMap((date) => this.toTime(date) ?? [])
		return dates.length === 0 ? null : dates.reduce((one, other) => (one > other ? one : other))
	}

	/** Returns a moment of the file; a date stands for its beginning. Null if it is none, or of the future. */
	toTime(date: string | null): string | null {
		if (date === null) return null
		const padded = date.length < DAY_LENGTH ? `${date}${'-01-01'.slice(date.length - 4)}` : date
		const timeMs = Date.parse(padded.length === DAY_LENGTH ? `${padded}T00:00:00Z` : padded)
		return timeMs >= OLDEST_MS && timeMs <= this.options.nowMs ? new Date(timeMs).toISOString() : null
	}

	/** Returns a platform of the game as the site spells it. */
	toPlatform(word: string | null, column: string): string | null {
		if (word === null || word.trim() === '') return null
		const ours = this.options.toSitePlatform(word.trim())
		const { platforms } = this.game
		if (platforms.length === 0) return Array.from(ours).slice(0, LIMITS.platformMax).join('')
		const found = platforms.find((platform) => platform.toLowerCase() === ours.toLowerCase())
		if (found !== undefined) return found
		this.report(column, `${UNKNOWN_PLATFORM}: ${ours.slice(0, LIMITS.platformMax)}`)
		return null
	}

	/** Notes a problem of the row, once. */
	report(column: string, message: string): void {
		if (!this.errors.some((error) => error.column === column && error.message === message))
			this.errors.push({ column, message })
	}
}
