import { v7 as uuidv7 } from 'uuid'
import { LIMITS } from '#contract/limits.ts'
import { PLAY_REPORT_LIMITS } from '#contract/play-report-limits.ts'
import {
	findPlayDateProblems,
	findPlaySessionProblems,
	TOO_MANY_PLAY_SESSIONS,
	TOO_MANY_PLAYS,
} from '#contract/plays.ts'
import { hasVisibleCharacter } from '#contract/problems.ts'
import type { PlannedRow } from './planned-row.ts'
import { type PlayRow, toKey } from './queries-library.ts'
import type { ImportedPlay } from './sources/source.ts'

/** A longer note is cut. */
const MAX_NOTE_PIECES = 20
const MORE_THAN_A_DAY = 'A session has at most 24 hours. The rest was left out.'
const NOTE_CUT = 'This is longer than the site can store, and was cut.'

/** Writes the plays, sessions and notes of a row into its game. */
export class PlayPlan {
	readonly #row: PlannedRow
	/** Plays that an earlier play of the row has taken. */
	readonly #taken = new Set<string>()

	constructor(row: PlannedRow) {
		this.#row = row
	}

	/** Writes the plays of the row; `takes`: what the file says replaces what is there. */
	planPlays(takes: boolean): void {
		for (const play of this.#row.item.plays) {
			const dates = this.#checkDates(play)
			const minutes =
				play.minutes === null ? null : Math.min(Math.max(0, Math.round(play.minutes)), LIMITS.playMinutesMax)
			const written = {
				...dates,
				platform: this.#row.toPlatform(play.platform, 'platform of a play'),
				outcome: play.outcome,
				minutes: minutes === 0 && !this.#row.isOwn ? null : minutes,
			}
			const same = this.#findPlay(play.key, dates)
			const says = this.#row.isOwn || Object.values(written).some((value) => value !== null)
			const stored = same
				? this.#fillPlay(same, written, takes)
				: says
					? this.#addPlay({ ...written, isReplay: play.isReplay, key: play.key })
					: undefined
			if (stored) this.#taken.add(stored.id)
			if (stored && !same && fitsNote(play.note)) stored.note = play.note
			else if (play.note) this.planNote(play.note, stored)
		}
	}

	#checkDates({ startedOn, endedOn }: ImportedPlay) {
		const dates = { started_on: startedOn, ended_on: endedOn }
		for (const { path, message } of findPlayDateProblems({ startedOn, endedOn }, this.#row.options.nowMs)) {
			this.#row.report(path, message)
			dates[path === 'startedOn' ? 'started_on' : 'ended_on'] = null
		}
		return dates
	}

	#findPlay(key: string | null, dates: Pick<PlayRow, 'started_on' | 'ended_on'>): PlayRow | undefined {
		const id =
			key === null
				? undefined
				: this.#row.options.keys.get(toKey('play', this.#row.options.source, this.#row.game.gameId, key))
		const free = this.#row.game.plays.filter((play) => !this.#taken.has(play.id))
		return (
			free.find((play) => play.id === id || (key !== null && play.key === key)) ??
			free.find((play) => play.started_on === dates.started_on && play.ended_on === dates.ended_on && !play.isOnlyNote)
		)
	}

	#fillPlay(play: PlayRow, written: Partial<PlayRow>, takes: boolean): PlayRow {
		let hasChanged = false
		for (const name of ['started_on', 'ended_on', 'platform', 'outcome', 'minutes'] as const) {
			const theirs = written[name]
			if (theirs == null || theirs === play[name] || (play[name] !== null && !takes)) continue
			Object.assign(play, { [name]: theirs })
			hasChanged = true
		}
		if (hasChanged) this.#markPlay(play)
		return play
	}

	#markPlay(play: PlayRow): void {
		if (!this.#row.game.changed.newPlays.has(play.id)) play.updated_at = this.#row.now
		if (!this.#row.game.changed.newPlays.has(play.id)) this.#row.game.changed.plays.add(play.id)
		this.#row.hasChanged = true
	}

	#addPlay(
		written: Pick<PlayRow, 'started_on' | 'ended_on' | 'platform' | 'outcome' | 'minutes'> & {
			isReplay?: boolean | null
			key?: string | null
			isOnlyNote?: boolean
		},
	): PlayRow | undefined {
		const { plays } = this.#row.game
		if (plays.length >= LIMITS.playsPerGame) {
			this.#row.report('plays', TOO_MANY_PLAYS.error)
			return undefined
		}
		const { isReplay, key = null, isOnlyNote = false, ...columns } = written
		const at =
			this.#row.toTime(columns.ended_on) ??
			this.#row.toTime(columns.started_on) ??
			this.#row.changedAt() ??
			this.#row.now
		const play: PlayRow = {
			...columns,
			...{
				id: uuidv7({ msecs: this.#row.options.nowMs }),
				is_replay: isReplay ?? plays.length > 0,
				note: null,
				key,
				isOnlyNote,
			},
			...{ created_at: at, updated_at: at },
		}
		plays.push(play)
		this.#row.game.changed.newPlays.add(play.id)
		this.#row.hasChanged = true
		return play
	}

	/** Writes the sessions of the row, after its plays. */
	planSessions(): void {
		const { sessions } = this.#row.game
		const taken = new Set<string>()
		for (const session of this.#row.item.sessions) {
			const minutes = Math.round(session.minutes)
			if (minutes < 1) continue
			const [problem] = findPlaySessionProblems({ day: session.day, minutes: 1 }, this.#row.options.nowMs)
			if (problem) {
				this.#row.report('day', problem.message)
				continue
			}
			const most = session.day === null ? LIMITS.playMinutesMax : LIMITS.playSessionMinutesMax
			const counted = Math.min(minutes, most)
			if (counted < minutes && session.day !== null) this.#row.report('minutes', MORE_THAN_A_DAY)
			const startedAt = this.#row.toTime(session.startedAt ?? null)
			const id =
				session.key === null
					? undefined
					: this.#row.options.keys.get(toKey('session', this.#row.options.source, this.#row.game.gameId, session.key))
			const same = sessions.find(
				(one) =>
					!taken.has(one.id) &&
					(one.id === id ||
						(session.key !== null && one.key === session.key) ||
						(startedAt !== null && one.started_at !== null && Date.parse(one.started_at) === Date.parse(startedAt)) ||
						(one.day === session.day && one.minutes === counted)),
			)
			if (same) {
				taken.add(same.id)
				continue
			}
			if (sessions.length >= LIMITS.playSessionsPerGame) {
				this.#row.report('sessions', TOO_MANY_PLAY_SESSIONS.error)
				return
			}
			const added = {
				...{ id: uuidv7({ msecs: this.#row.options.nowMs }), day: session.day, minutes: counted, key: session.key },
				...{ source: this.#toSource(session.origin), started_at: startedAt },
				...{ note: this.#cutNote(session.note), created_at: this.#row.toTime(session.day) ?? this.#row.now },
				play_id: this.#findPlayOfSession(session.playKey ?? null),
			}
			taken.add(added.id)
			sessions.push(added)
			this.#row.game.changed.newSessions.add(added.id)
			this.#row.hasChanged = true
		}
	}

	#findPlayOfSession(key: string | null): string | null {
		if (key === null) return null
		const id = this.#row.options.keys.get(toKey('play', this.#row.options.source, this.#row.game.gameId, key))
		return this.#row.game.plays.find((play) => play.key === key || play.id === id)?.id ?? null
	}

	/** Returns where a session came from first; null for one that was entered by hand. */
	#toSource(origin: string | null | undefined): string | null {
		if (origin === undefined) return this.#row.options.source
		return origin === null ? null : origin.slice(0, PLAY_REPORT_LIMITS.client).toWellFormed()
	}

	#cutNote(note: string | null): string | null {
		const text = note?.trim() ?? ''
		if (!hasVisibleCharacter(text)) return null
		const [first = '', ...rest] = splitNote(text)
		if (rest.length > 0) this.#row.report('note', NOTE_CUT)
		return first
	}

	/** Adds a private text to a play, or to one that is made for it, unless a play has it already. */
	planNote(note: string, into?: PlayRow): void {
		const text = note.trim()
		if (!hasVisibleCharacter(text)) return
		const pieces = splitNote(text)
		if (pieces.length > MAX_NOTE_PIECES) this.#row.report('note', NOTE_CUT)
		for (const piece of pieces.slice(0, MAX_NOTE_PIECES)) {
			const { plays } = this.#row.game
			if (plays.some((play) => play.note?.includes(piece))) continue
			const own = [...(into ? [into] : []), ...plays.filter(({ id }) => this.#taken.has(id))]
			const empty = own.find((play) => play.note === null)
			const roomy = own.find((play) => Array.from(`${play.note}\n\n${piece}`).length <= LIMITS.playNoteMax)
			const play =
				empty ??
				roomy ??
				this.#addPlay({
					started_on: null,
					ended_on: null,
					platform: null,
					outcome: null,
					minutes: null,
					isOnlyNote: true,
				})
			if (!play) return
			play.note = play.note === null ? piece : `${play.note}\n\n${piece}`
			this.#taken.add(play.id)
			this.#markPlay(play)
		}
	}
}

const fitsNote = (note: string | null) =>
	note !== null && hasVisibleCharacter(note) && Array.from(note).length <= LIMITS.playNoteMax

/** Splits a text into pieces that fit a note. */
function splitNote(text: string): string[] {
	const characters = Array.from(text)
	const pieces: string[] = []
	for (let at = 0; at < characters.length; at += LIMITS.playNoteMax)
		pieces.push(
			characters
				.slice(at, at + LIMITS.playNoteMax)
				.join('')
				.trim(),
		)
	return pieces.filter((piece) => hasVisibleCharacter(piece))
}
