import { findDateProblem, isRealDay } from './dates.ts'
import { PLAY_REPORT_LIMITS } from './play-report-limits.ts'
import { findGameIds, INVALID_INSTANT, NO_GAME, NOT_A_REPORT, PlayReport, type ReportedGame } from './play-reports.ts'
import { findProblems, normalizeInput } from './problems.ts'
import { INVALID_DAY } from './shapes.ts'

const ONE_TIME = 'Please send startedAt and endedAt, or day and seconds, or totalSeconds'
const END_BEFORE_START = 'The end cannot be before the start'
const TOO_LONG = 'A session has at most 24 hours'
const IN_THE_FUTURE = 'The time is in the future. Is the clock right?'
const TOO_EARLY = 'The time is before 1970. Is the clock right?'

/** The time of a report: a sitting, or a running total as of a day. */
export type PlayTime =
	| { kind: 'sitting'; day: string; seconds: number; startedAt: string | null; endedAt: string | null }
	| { kind: 'total'; day: string; seconds: number }

/** A report that has passed all checks. */
export interface CheckedReport {
	key: string
	game: ReportedGame
	platform: string | null
	time: PlayTime
}

/** Checks one report by the clock of the site. Returns the sentence that refuses it, if any. */
export function checkPlayReport(value: unknown, nowMs: number): CheckedReport | string {
	if (value === null || typeof value !== 'object' || Array.isArray(value)) return NOT_A_REPORT
	const report = normalizeInput(PlayReport, value)
	const [problem] = findProblems(PlayReport, report)
	if (problem) return problem.message
	const { key, game, platform, ...rest } = report as PlayReport
	if (findGameIds(game).length === 0 && !game.name) return NO_GAME
	const time = toPlayTime(rest, nowMs)
	return typeof time === 'string' ? time : { key, game, platform: platform || null, time }
}

function toPlayTime(
	{ startedAt, endedAt, day, seconds, totalSeconds }: Omit<PlayReport, 'key' | 'game' | 'platform'>,
	nowMs: number,
): PlayTime | string {
	const forms = [[startedAt, endedAt], [day, seconds], [totalSeconds]].filter((form) =>
		form.some((value) => value !== undefined),
	)
	if (forms.length !== 1 || forms[0]?.includes(undefined)) return ONE_TIME
	if (totalSeconds !== undefined)
		return { kind: 'total', day: new Date(nowMs).toISOString().slice(0, 10), seconds: Math.floor(totalSeconds) }
	if (day !== undefined && seconds !== undefined) {
		if (day < '1970') return TOO_EARLY
		const problem = findDateProblem(day, nowMs, INVALID_DAY)
		return problem ?? { kind: 'sitting', day, seconds, startedAt: null, endedAt: null }
	}
	return toSitting(startedAt ?? '', endedAt ?? '', nowMs)
}

function toSitting(startedAt: string, endedAt: string, nowMs: number): PlayTime | string {
	const [from, to] = [readInstant(startedAt), readInstant(endedAt)]
	if (from === undefined || to === undefined) return INVALID_INSTANT
	if (from < 0) return TOO_EARLY
	if (to > nowMs + PLAY_REPORT_LIMITS.aheadMs) return IN_THE_FUTURE
	if (to < from) return END_BEFORE_START
	const seconds = (to - from) / 1000
	if (seconds > PLAY_REPORT_LIMITS.sittingSeconds) return TOO_LONG
	return {
		kind: 'sitting',
		// Of the offset: the calendar of the player
		day: startedAt.slice(0, 10),
		seconds,
		// To the second
		startedAt: new Date(Math.floor(from / 1000) * 1000).toISOString(),
		endedAt: new Date(to).toISOString(),
	}
}

/** Returns an instant in milliseconds; undefined for a day that does not exist. */
function readInstant(text: string): number | undefined {
	if (!isRealDay(text.slice(0, 10))) return undefined
	const timeMs = Date.parse(text.toUpperCase())
	return Number.isNaN(timeMs) ? undefined : timeMs
}
