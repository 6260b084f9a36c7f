import type { LibraryEntryDetail } from '#contract/library.ts'
import { PLAY_OUTCOMES, type Play, type PlaySession } from '#contract/play.ts'
import { findPlayDateProblems, PlayInput } from '#contract/plays.ts'
import type { Problem } from '#contract/problems.ts'
import type { Validator } from '#web/forms/validator.ts'
import { formatMinutes } from './minutes.ts'
import { parseMinutes } from './parse-minutes.ts'
import { nameIncompleteDays } from './play-days.ts'

export const INVALID_TIME = 'Please enter a time like 90, 1:30 or 1 h 30 min'

/** A play as it is typed; '' where nothing is said. */
export interface PlayDraft {
	platform: string
	startedOn: string
	endedOn: string
	outcome: string
	minutes: string
	note: string
	isReplay: boolean
}

/** Returns the draft of a new play on a platform, or of one that is edited. Minutes that are the sum of its sessions are not typed. */
export function createPlayDraft(
	play: Play | null,
	{ plays, sessions }: Pick<LibraryEntryDetail, 'plays' | 'sessions'>,
	platform: string | null = null,
): PlayDraft {
	const isStated = typeof play?.minutes === 'number' && play.minutes !== sumSessions(play, sessions)
	return {
		platform: (play ? play.platform : platform) ?? '',
		startedOn: play?.startedOn ?? '',
		endedOn: play?.endedOn ?? '',
		outcome: play?.outcome ?? '',
		minutes: isStated ? formatMinutes(play?.minutes ?? 0) : '',
		note: play?.note ?? '',
		isReplay: play?.isReplay ?? plays.length > 0,
	}
}

/** Returns the minutes of the sessions of a play. */
export function sumSessions({ id }: Play, sessions: readonly PlaySession[]): number {
	return sessions.reduce((sum, { playId, minutes }) => (playId === id ? sum + minutes : sum), 0)
}

/** Returns what is sent. */
export function toPlayInput(draft: PlayDraft): PlayInput {
	const orNull = (text: string) => text.trim() || null
	return {
		platform: orNull(draft.platform),
		startedOn: orNull(draft.startedOn),
		endedOn: orNull(draft.endedOn),
		outcome: PLAY_OUTCOMES.find((outcome) => outcome === draft.outcome) ?? null,
		minutes: parseMinutes(draft.minutes) ?? null,
		note: orNull(draft.note),
		isReplay: draft.isReplay,
	}
}

/** Returns the problems of a draft, in the order of the fields. */
export function findPlayProblems(draft: PlayDraft, check: Validator, nowMs: number): Problem[] {
	const input = toPlayInput(draft)
	const problems = nameIncompleteDays(check(PlayInput, input), draft)
	if (problems.length === 0) problems.push(...findPlayDateProblems(input, nowMs))
	if (parseMinutes(draft.minutes) === undefined) problems.push({ path: 'minutes', message: INVALID_TIME })
	const fields = Object.keys(draft)
	return problems.sort((a, b) => fields.indexOf(a.path) - fields.indexOf(b.path))
}
