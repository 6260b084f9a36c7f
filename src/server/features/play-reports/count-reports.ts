import { v7 as uuidv7 } from 'uuid'
import type { CheckedReport, PlayTime } from '#contract/check-play-report.ts'
import type { Refusal } from '#contract/endpoint.ts'
import { LIBRARY_FULL } from '#contract/library-entry.ts'
import { LIMITS } from '#contract/limits.ts'
import { PLAY_REPORT_LIMITS } from '#contract/play-report-limits.ts'

import { TOO_MANY_PLAY_SESSIONS } from '#contract/plays.ts'
import type { Tx } from '#server/db/tables.ts'
import { statusOfPlaySession } from '#server/features/library/play-status.ts'
import { openEntry, touchEntry } from '#server/features/library/queries-entries.ts'
import { findEntryState, isNewestPlaySession } from '#server/features/library/queries-plays.ts'
import {
	addCountedReports,
	addReportedSessions,
	type ClientOf,
	endPlayingNow,
	findClientGames,
	findCountedReports,
	findSessionsByStart,
	type ReportedSession,
	setMissingPlatform,
	setTotals,
} from './queries.ts'

/** A report of a game that is known here, under the key by which its program names the game. */
export type CountableReport = Pick<CheckedReport, 'key' | 'platform' | 'time'> & { gameKey: string }

/** What becomes of a report of a known game. */
export type Outcome = { status: 'created' | 'known'; sessionId: string | null } | { refusal: Refusal }

interface Known {
	/** Sessions by the keys of the reports that were counted. */
	counted: ReadonlyMap<string, string | null>
	/** Sessions by their start. */
	starts: ReadonlyMap<string, string>
	/** The counted part of running totals, by the keys of games. */
	totals: ReadonlyMap<string, number>
	hasMinutes: boolean
	/** How many sessions the entry has room for. */
	room: number
}

interface Plan {
	outcomes: Outcome[]
	sessions: ReportedSession[]
	/** The reports that are counted now. */
	counted: Map<string, string | null>
	totals: Map<string, number>
}

/**
 * Makes sessions of the reports of one game, and each report only once. The transaction has locked the account's reports and
 * the game, and stored the games of running totals. Returns an outcome for each report.
 */
export async function countReports(
	tx: Tx,
	{ gameId, at, ...of }: ClientOf & { gameId: number; at: string },
	reports: readonly CountableReport[],
): Promise<Outcome[]> {
	const { userId } = of
	const counted = await findCountedReports(
		tx,
		of,
		reports.map(({ key }) => key),
	)
	const named = await findClientGames(tx, of, [...new Set(reports.map(({ gameKey }) => gameKey))])
	const totals = new Map(
		[...named.values()].flatMap(({ key, total_seconds }) => (total_seconds === null ? [] : [[key, total_seconds]])),
	) as Map<string, number>
	const startTimes = reports.flatMap(({ time }) => (time.kind === 'sitting' && time.startedAt ? [time.startedAt] : []))
	const plan = async () => {
		const entry = await findEntryState(tx, userId, gameId)
		const planned = planSessions(reports, {
			counted,
			totals,
			starts: await findSessionsByStart(tx, { userId, gameId }, startTimes),
			hasMinutes: (entry?.minutes_played ?? 0) > 0,
			room: LIMITS.playSessionsPerGame - (entry?.session_count ?? 0),
		})
		return { ...planned, current: entry?.status ?? null }
	}
	let planned = await plan()
	if (planned.sessions.length > 0) {
		const outcome = await openEntry(tx, { userId, gameId, status: null, at })
		if (outcome === 'library_full') return planned.outcomes.map(refuseCreated)
		// What the entry had before its lock may have changed
		planned = await plan()
	}
	const { sessions } = planned
	if (sessions.length > 0) {
		await addReportedSessions(tx, { ...of, gameId, at }, sessions)
		const day = sessions.reduce<string | null>(
			(last, { day }) => (last === null || (day ?? '') > last ? day : last),
			null,
		)
		const isNewest = await isNewestSession(tx, { userId, gameId, day, added: sessions.length })
		const status = isNewest ? statusOfPlaySession(planned.current) : undefined
		const platform = reports.find((report) => report.platform !== null)?.platform
		if (platform) await setMissingPlatform(tx, { userId, gameId, platform })
		await touchEntry(tx, { userId, gameId, status, at })
	}
	if (planned.counted.size > 0) await addCountedReports(tx, of, planned.counted)
	if (planned.totals.size > 0) await setTotals(tx, of, planned.totals)
	const ends = reports.flatMap(({ time }) => (time.kind === 'sitting' && time.endedAt ? [time.endedAt] : []))
	const lastEnd = ends.sort().at(-1)
	if (lastEnd !== undefined) await endPlayingNow(tx, of, { gameId, at: lastEnd })
	return planned.outcomes
}

/** Whether the last of the sessions that were added is the newest of its game; of an unknown day only if there are no others. */
async function isNewestSession(
	tx: Tx,
	{ userId, gameId, day, added }: { userId: string; gameId: number; day: string | null; added: number },
): Promise<boolean> {
	if (day !== null) return isNewestPlaySession(tx, { userId, gameId, day })
	return (await findEntryState(tx, userId, gameId))?.session_count === added
}

const refuseCreated = (outcome: Outcome): Outcome =>
	'status' in outcome && outcome.status === 'created' ? { refusal: LIBRARY_FULL } : outcome

/** Decides in their order what becomes of reports of a game. */
function planSessions(reports: readonly CountableReport[], known: Known): Plan {
	const counted = new Map(known.counted)
	const starts = new Map(known.starts)
	const totals = new Map(known.totals)
	const plan: Plan = { outcomes: [], sessions: [], counted: new Map(), totals: new Map() }
	const setTotal = (gameKey: string, seconds: number) => {
		totals.set(gameKey, seconds)
		plan.totals.set(gameKey, seconds)
	}
	const setCounted = (key: string, sessionId: string | null) => {
		counted.set(key, sessionId)
		plan.counted.set(key, sessionId)
	}
	const knownAs = (sessionId: string | null): Outcome => ({ status: 'known', sessionId })
	const add = (key: string, session: Omit<ReportedSession, 'id'>): Outcome => {
		if (plan.sessions.length >= known.room) return { refusal: TOO_MANY_PLAY_SESSIONS }
		const id = uuidv7()
		plan.sessions.push({ ...session, id })
		setCounted(key, id)
		return { status: 'created', sessionId: id }
	}
	const decideTotal = (key: string, gameKey: string, time: Extract<PlayTime, { kind: 'total' }>): Outcome => {
		const before = totals.get(gameKey)
		if (before === undefined && (known.hasMinutes || plan.sessions.length > 0)) {
			setTotal(gameKey, time.seconds)
			return knownAs(null)
		}
		const seconds = time.seconds - (before ?? 0)
		if (seconds < PLAY_REPORT_LIMITS.secondsMin) {
			if (before === undefined) setTotal(gameKey, 0)
			return knownAs(counted.get(key) ?? null)
		}
		const isOfDay = before !== undefined && seconds <= PLAY_REPORT_LIMITS.sittingSeconds
		const outcome = add(key, { day: isOfDay ? time.day : null, minutes: toMinutes(seconds), startedAt: null })
		if ('status' in outcome) setTotal(gameKey, time.seconds)
		return outcome
	}
	for (const { key, gameKey, time } of reports) {
		if (time.kind === 'total') {
			plan.outcomes.push(decideTotal(key, gameKey, time))
			continue
		}
		const { day, seconds, startedAt } = time
		const same = counted.get(key) ?? (startedAt === null ? undefined : starts.get(startedAt))
		if (counted.has(key) || same !== undefined) {
			if (!counted.has(key)) setCounted(key, same ?? null)
			plan.outcomes.push(knownAs(same ?? null))
			continue
		}
		if (seconds < PLAY_REPORT_LIMITS.secondsMin) {
			plan.outcomes.push(knownAs(null))
			continue
		}
		const outcome = add(key, { day, minutes: toMinutes(seconds), startedAt })
		if ('status' in outcome && outcome.sessionId && startedAt) starts.set(startedAt, outcome.sessionId)
		plan.outcomes.push(outcome)
	}
	return plan
}

const toMinutes = (seconds: number) => Math.round(seconds / 60)
