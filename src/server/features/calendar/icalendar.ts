import { paths } from '#contract/paths.ts'
import type { Release } from './queries.ts'

const MAX_LINE_BYTES = 75
const DAY_MS = 24 * 60 * 60 * 1000

interface Calendar {
	title: string
	/** The site's origin. */
	origin: string
	releases: readonly Release[]
}

/**
 * Builds an iCalendar object (RFC 5545) with an event of a whole day for each release. Days have no time zone, so each is the same
 * day everywhere. It changes only when the releases do.
 */
export function buildCalendar({ title, origin, releases }: Calendar): string {
	const lines = [
		'BEGIN:VCALENDAR',
		'VERSION:2.0',
		'PRODID:-//Savepoint//Releases//EN',
		'CALSCALE:GREGORIAN',
		`NAME:${escapeText(title)}`,
		`X-WR-CALNAME:${escapeText(title)}`,
		'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
		'X-PUBLISHED-TTL:PT12H',
		...(releases.length > 0 ? releases.flatMap((release) => buildEvent(release, origin)) : UTC),
		'END:VCALENDAR',
	]
	return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

/** A calendar must have a component, and this one says nothing that is not so. */
const UTC = [
	'BEGIN:VTIMEZONE',
	'TZID:UTC',
	'BEGIN:STANDARD',
	'DTSTART:19700101T000000',
	'TZOFFSETFROM:+0000',
	'TZOFFSETTO:+0000',
	'END:STANDARD',
	'END:VTIMEZONE',
]

function buildEvent({ id, name, day, platforms, developers, updated_at }: Release, origin: string): string[] {
	const facts = [developers.join(', '), platforms.join(', ')].filter((fact) => fact !== '')
	const nextDay = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
	return [
		'BEGIN:VEVENT',
		// Stays the same when the day changes, so that calendars move the event
		`UID:game-${id}@${new URL(origin).hostname}`,
		`DTSTAMP:${updated_at.replace(/[-:]|\.\d+/g, '')}`,
		`DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
		`DTEND;VALUE=DATE:${nextDay.replaceAll('-', '')}`,
		`SUMMARY:${escapeText(name)}`,
		...(facts.length > 0 ? [`DESCRIPTION:${escapeText(facts.join('\n'))}`] : []),
		`URL:${origin}${paths.game(id)}`,
		'TRANSP:TRANSPARENT',
		'END:VEVENT',
	]
}

/** Escapes a text (RFC 5545, 3.3.11) and leaves out control characters, which it cannot have. */
function escapeText(text: string): string {
	return text
		.toWellFormed()
		.replace(/[\\;,]/g, '\\$&')
		.replace(/\r\n?|\n/g, '\\n')
		.replace(/(?!\t)\p{Cc}/gu, '')
}

/** Folds a line after at most 75 bytes, between characters. */
function foldLine(line: string): string {
	let folded = ''
	let bytes = 0
	for (const character of line) {
		const size = Buffer.byteLength(character)
		if (bytes + size > MAX_LINE_BYTES) {
			folded += '\r\n '
			bytes = 1
		}
		folded += character
		bytes += size
	}
	return folded
}
