import type { LibraryEntry } from '#contract/library-entry.ts'
import { createPersistedState } from '#web/app/persisted-state.ts'

/** What the viewer said to the suggestions on their home page. */
export interface TonightAnswer {
	/** The UTC day of the answer. */
	day: string
	/** How many of that day's suggestions were skipped. */
	skipped: number
	isHidden: boolean
	/** For good. */
	isOff: boolean
}

const DAY_MS = 24 * 60 * 60_000

/** Returns the UTC day of a time in milliseconds: `2026-11-21`. */
export const toUtcDay = (now: number): string => new Date(now).toISOString().slice(0, 10)

/** Returns the storage of a user's answer. */
export function storedTonightAnswer(userId: string) {
	return createPersistedState(`tonight:${userId}`, isTonightAnswer)
}

/** Returns the answer as it counts today; one of another day counts only if it was for good. */
export function readAnswer(stored: TonightAnswer | null, day: string): TonightAnswer {
	return stored && (stored.isOff || stored.day === day) ? stored : { day, skipped: 0, isHidden: false, isOff: false }
}

/** Picks a game of a day from those that have waited longest; undefined if there are none. Another one each day and skip. */
export function pickForTonight<E extends Pick<LibraryEntry, 'gameId'>>(
	waiting: readonly E[],
	{ day, skipped }: Pick<TonightAnswer, 'day' | 'skipped'>,
): E | undefined {
	return waiting[(Date.parse(day) / DAY_MS + skipped) % waiting.length]
}

function isTonightAnswer(value: unknown): value is TonightAnswer {
	if (value === null || typeof value !== 'object') return false
	const { day, skipped, isHidden, isOff } = value as Partial<Record<keyof TonightAnswer, unknown>>
	return (
		typeof day === 'string' && Number.isInteger(skipped) && typeof isHidden === 'boolean' && typeof isOff === 'boolean'
	)
}
