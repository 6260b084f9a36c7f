import type { LibraryStatus } from '#contract/library-entry.ts'
import type { PlayOutcome } from '#contract/play.ts'

/**
 * Returns the status that the newest play of a game gives it: its outcome, or `playing` while it runs. One that ended nobody knows how
 * makes a game played that was not begun or is being played. Undefined: the status stays.
 */
export function statusOfPlay(
	{ outcome, endedOn }: { outcome: PlayOutcome | null; endedOn: string | null },
	current: LibraryStatus | null,
): LibraryStatus | undefined {
	if (outcome !== null) return outcome
	if (endedOn === null) return 'playing'
	return current === null || current === 'backlog' || current === 'playing' ? 'played' : undefined
}

/** Returns the status that the newest session of a game gives it. Undefined: the status stays. */
export function statusOfPlaySession(current: LibraryStatus | null): LibraryStatus | undefined {
	return current === null || current === 'backlog' || current === 'paused' ? 'playing' : undefined
}
