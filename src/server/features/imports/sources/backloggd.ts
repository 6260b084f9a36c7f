import { ROW_PROBLEMS } from '#contract/import-problems.ts'
import { LIMITS } from '#contract/limits.ts'
import { type CsvRow, hasHeaders, readRows } from './csv-rows.ts'
import { named, RowReader, toGame, toIds, toPlays, toReview } from './imported.ts'
import { readElements } from './json-elements.ts'
import { arrayOf, numberOf, objectOf, stringOf } from './json-values.ts'
import { lineOf, noteOf, textOf, unreadable } from './lines.ts'
import { mergeGames } from './merge-games.ts'
import type { ImportedItem, ImportedPlay, ImportedSession, ImportFile, ImportSource } from './source.ts'

const isTransfer = ({ head }: ImportFile) => head.trimStart().startsWith('{') && head.includes('"backloggd-transfer"')
const isSponge = (file: ImportFile) => hasHeaders(file, 'game name', 'backlog?', 'wishlist?')

/** Backloggd has no export: these are the files of `backloggd-transfer` and of the sponge. */
export const backloggd: ImportSource = {
	name: 'backloggd',
	recognizes: (files) => files.some((file) => isTransfer(file) || isSponge(file)),
	read: (files) => mergeGames(readAll(files)),
	meanings: {
		playing: 'playing',
		completed: 'finished',
		abandoned: 'abandoned',
		retired: 'abandoned',
		shelved: 'paused',
		played: 'played',
		backlog: 'backlog',
		wishlist: 'wished',
	},
	notCarried: [
		'Titles of playthroughs, times to the end and to mastery, and days without a time are kept in the notes of their play.',
		'Editions, storefronts and covers you chose are left out.',
	],
}

async function* readAll(files: readonly ImportFile[]): AsyncGenerator<ImportedItem> {
	for (const file of files.filter(isTransfer))
		for await (const { line, value } of readElements(file, ['entries']))
			yield value === undefined ? unreadable(line, '', ROW_PROBLEMS.damaged) : ofEntry(objectOf(value), line)
	for (const file of files.filter(isSponge))
		for await (const row of readRows(file)) yield row.kind === 'row' ? ofRow(row) : row
}

type Fields = Readonly<Record<string, unknown>>

function ofEntry(entry: Fields, line: number): ImportedItem {
	const reader = new RowReader()
	const log = objectOf(entry.log)
	const playthroughs = arrayOf(entry.playthroughs).map(objectOf)
	const status = lineOf(log.status)
	const last = playthroughs.find((play) => play.is_master === true) ?? playthroughs.at(-1)
	const total = minutesOf(log.total_hours, log.total_minutes, reader)
	const key = stringOf(entry.game_id) || stringOf(entry.slug) || null
	const plays = playthroughs.flatMap((play, index) =>
		ofPlaythrough(play, index, {
			status: play === last ? (status?.toLowerCase() ?? null) : null,
			minutes: playthroughs.length === 1 ? total : null,
			reader,
		}),
	)
	const { sessions, notes } = ofDates(arrayOf(entry.dates).map(objectOf), reader)
	const rated = [last, ...playthroughs.toReversed()].find((play) => (numberOf(play?.rating) ?? 0) > 0)
	const reviewed = [last, ...playthroughs.toReversed()].filter((play) => textOf(play?.review) !== null)
	const review = reviewed[0]
	return toGame(line, entry.title ?? entry.slug, {
		key,
		ids: [...toIds('igdb', entry.game_id), ...toIds('igdb-slug', entry.slug)],
		platforms: playthroughs.flatMap((play) => platformOf(play) ?? []),
		statuses: [
			log.is_playing === true && 'playing',
			status,
			log.is_play === true && 'played',
			log.is_backlog === true && 'backlog',
			log.is_wishlist === true && 'wishlist',
		],
		isLoved: log.game_liked === true,
		rating: reader.rating(rated?.rating, 'rating', 10),
		platform: last ? platformOf(last) : null,
		plays: plays.length > 0 ? plays : toPlays({ key: 'total', minutes: total }),
		sessions,
		review: toReview([review?.review], {
			containsSpoilers: review?.review_spoilers === true,
			platform: review ? platformOf(review) : null,
			hours: Math.floor(numberOf(review?.hours_played) ?? 0) || null,
		}),
		note: noteOf(
			...notes,
			...[...new Set(reviewed)].slice(1).map((play) => named('Another review on Backloggd', play?.review)),
		),
		errors: reader.errors,
	})
}

function minutesOf(hours: unknown, minutes: unknown, reader: RowReader): number | null {
	const sum = (numberOf(hours) ?? 0) * 60 + (numberOf(minutes) ?? 0)
	return sum > 0 ? reader.minutes(sum, 'hours', 'minutes') : null
}

const OUTCOMES: Readonly<Record<string, ImportedPlay['outcome']>> = {
	completed: 'finished',
	abandoned: 'abandoned',
	retired: 'abandoned',
}

/** `status` is that of the whole log, for the playthrough that it is about. */
function ofPlaythrough(
	play: Fields,
	index: number,
	log: { status: string | null; minutes: number | null; reader: RowReader },
): ImportedPlay[] {
	const { reader } = log
	const platform = platformOf(play)
	const toEnd = minutesOf(play.hours_finished, play.mins_finished, reader)
	const toMastery = minutesOf(play.hours_mastered, play.mins_mastered, reader)
	const title = lineOf(play.title)
	const startedOn = reader.date(play.start_date, 'start_date')
	const endedOn = reader.date(play.finish_date, 'finish_date')
	return toPlays({
		key: `${index} ${startedOn ?? ''}`,
		platform,
		startedOn,
		endedOn,
		outcome: toMastery ? 'completed' : (OUTCOMES[log.status ?? ''] ?? (toEnd ? 'finished' : null)),
		isReplay: play.is_replay === true,
		minutes: minutesOf(play.hours_played, play.mins_played, reader) ?? toMastery ?? toEnd ?? log.minutes,
		note: noteOf(
			title && title !== 'Log' && title !== platform && !/^windows pc$/i.test(title)
				? named('Playthrough', title)
				: null,
			toEnd !== null && named('Minutes to the end', toEnd),
			toMastery !== null && named('Minutes to mastery', toMastery),
		),
	})
}

/** The end of a range is the day after its last one. A range of days, or one without a time, is no session: it becomes a note. */
function ofDates(
	dates: readonly Fields[],
	reader: RowReader,
): { sessions: ImportedSession[]; notes: (string | null)[] } {
	const sessions: ImportedSession[] = []
	const notes: (string | null)[] = []
	for (const date of dates) {
		const day = reader.date(date.range_start_date ?? date.start_date, 'range_start_date')
		const after = reader.date(date.range_end_date, 'range_end_date')
		const minutes = minutesOf(date.hours, date.minutes, reader)
		const note = textOf(date.note, LIMITS.playNoteMax)
		const isOneDay = day !== null && (after === null || Date.parse(after) - Date.parse(day) <= 24 * 60 * 60 * 1000)
		if (minutes && minutes <= LIMITS.playSessionMinutesMax && isOneDay)
			sessions.push({ key: `${day} ${minutes} ${note ?? ''}`.slice(0, 200), day, minutes, note })
		else if (day) {
			const last = after && !isOneDay ? ` to ${dayBefore(after)}` : ''
			notes.push(
				named('Played on Backloggd', `${day}${last}${minutes ? `, ${minutes} minutes` : ''}${note ? `: ${note}` : ''}`),
			)
		} else notes.push(note)
	}
	return { sessions, notes }
}

function dayBefore(day: string): string {
	const time = Date.parse(day)
	return Number.isNaN(time) ? day : new Date(time - 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
}

/** Its numbers of platforms are those of IGDB. */
const PLATFORMS: Readonly<Record<string, string>> = {
	3: 'Linux',
	4: 'Nintendo 64',
	5: 'Wii',
	6: 'PC (Microsoft Windows)',
	7: 'PlayStation',
	8: 'PlayStation 2',
	9: 'PlayStation 3',
	11: 'Xbox',
	12: 'Xbox 360',
	14: 'Mac',
	18: 'Nintendo Entertainment System',
	19: 'Super Nintendo Entertainment System',
	20: 'Nintendo DS',
	21: 'Nintendo GameCube',
	22: 'Game Boy Color',
	23: 'Dreamcast',
	24: 'Game Boy Advance',
	29: 'Sega Mega Drive/Genesis',
	32: 'Sega Saturn',
	33: 'Game Boy',
	34: 'Android',
	37: 'Nintendo 3DS',
	38: 'PlayStation Portable',
	39: 'iOS',
	41: 'Wii U',
	46: 'PlayStation Vita',
	48: 'PlayStation 4',
	49: 'Xbox One',
	130: 'Nintendo Switch',
	167: 'PlayStation 5',
	169: 'Xbox Series X|S',
	508: 'Nintendo Switch 2',
}

const platformOf = (play: Fields) => PLATFORMS[stringOf(play.platform)] ?? null

const isYes = (cell: string) => /^(?:yes|y|true|1|x|✓|✔)$/i.test(cell)

function ofRow(row: CsvRow): ImportedItem {
	const reader = new RowReader()
	const platform = lineOf(row.get('platform'))
	const status = lineOf(row.get('status'))
	const outcome = OUTCOMES[status?.toLowerCase() ?? ''] ?? null
	return toGame(row.line, row.get('game name'), {
		platforms: platform ? [platform] : [],
		statuses: [
			isYes(row.get('playing?')) && 'playing',
			status,
			isYes(row.get('played?')) && 'played',
			isYes(row.get('backlog?')) && 'backlog',
			isYes(row.get('wishlist?')) && 'wishlist',
		],
		rating: reader.rating(row.get('rating (out of 10)', 'rating'), 'Rating (out of 10)', 10),
		platform,
		plays: toPlays({ key: `${platform} ${outcome}`, platform, outcome }),
		errors: reader.errors,
	})
}
