import type { LibraryEntryDetail } from '#contract/library.ts'
import type { Play, PlaySession } from '#contract/play.ts'
import { findPlaySessionProblems, PlaySessionInput } from '#contract/plays.ts'
import type { Problem } from '#contract/problems.ts'
import type { Validator } from '#web/forms/validator.ts'
import { parseMinutes } from './parse-minutes.ts'
import { nameIncompleteDays } from './play-days.ts'
import { INVALID_TIME } from './play-draft.ts'

const USUAL_MINUTES = 60

/** A session as it is typed. */
export interface SessionDraft {
	day: string
	minutes: string
	note: string
}

/** Returns what is sent; minutes of 0 if none were typed. */
export function toSessionInput(draft: SessionDraft, playId: string | null): PlaySessionInput {
	return { day: draft.day.trim(), minutes: parseMinutes(draft.minutes) ?? 0, note: draft.note.trim() || null, playId }
}

/** Returns the problems of a draft, in the order of the fields. */
export function findSessionProblems(draft: SessionDraft, check: Validator, nowMs: number): Problem[] {
	const input = toSessionInput(draft, null)
	const problems = nameIncompleteDays(check(PlaySessionInput, input), draft)
	if (problems.length === 0) problems.push(...findPlaySessionProblems(input, nowMs))
	if (parseMinutes(draft.minutes)) return problems
	return [...problems.filter(({ path }) => path !== 'minutes'), { path: 'minutes', message: INVALID_TIME }]
}

/** Returns the play that runs, if exactly one does: sessions belong to it. */
export function findRunningPlay(plays: readonly Play[]): Play | undefined {
	const running = plays.filter(({ endedOn, outcome }) => endedOn === null && outcome === null)
	return running.length === 1 ? running[0] : undefined
}

/** Returns the median of the sessions of a game, an hour if there are none. */
export function usualMinutes(detail: Pick<LibraryEntryDetail, 'sessions'> | undefined): number {
	const sorted = (detail?.sessions ?? []).map(({ minutes }: PlaySession) => minutes).sort((a, b) => a - b)
	return sorted[Math.floor(sorted.length / 2)] ?? USUAL_MINUTES
}
