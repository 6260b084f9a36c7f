import { LIMITS } from '#contract/limits.ts'

/** How a number or a clock is meant: `1:30` is minutes and seconds for `clock`, else hours and minutes. */
export type TimeFormat = 'h:mm' | 'hours' | 'minutes' | 'seconds' | 'clock'

/**
 * Reads a length of time as whole minutes, halves up. `clock` is H:MM:SS, MM:SS or seconds. Words such as `3h 00min` are known in
 * all formats. Null for none, which a 0 is as well; undefined if it cannot be read.
 */
export function readMinutes(value: unknown, format: TimeFormat): number | null | undefined {
	const text = String(value ?? '')
		.trim()
		.toLowerCase()
		.slice(0, 40)
	if (/^(?:|-+|—|none|null|nan|n\/a)$/.test(text)) return null
	const seconds = secondsOf(text, format)
	if (seconds === undefined) return undefined
	const minutes = Math.round(seconds / 60)
	if (minutes > LIMITS.playMinutesMax) return undefined
	return minutes === 0 ? null : minutes
}

function secondsOf(text: string, format: TimeFormat): number | undefined {
	const clock = /^(\d{1,6}):(\d{1,2})(?::(\d{1,2}(?:\.\d{1,9})?))?$/.exec(text)
	if (clock) {
		const [first, second] = [Number(clock[1]), Number(clock[2])]
		if (clock[3] !== undefined) return first * 3600 + second * 60 + Number(clock[3])
		return format === 'clock' ? first * 60 + second : first * 3600 + second * 60
	}
	const number = /^\d{1,12}(?:[.,]\d{1,20})?$/.exec(text)
	if (number) return Number(text.replace(',', '.')) * SECONDS[format]
	return secondsOfWords(text)
}

/** What a plain number counts. */
const SECONDS = { 'h:mm': 3600, hours: 3600, minutes: 60, seconds: 1, clock: 1 }

/** Words such as `3h 00min`, `1 hour 20 minutes` and `45m`. */
function secondsOfWords(text: string): number | undefined {
	const parts = [
		...text.matchAll(/(?<!\d)(\d{1,6}(?:[.,]\d{1,9})?) ?(hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)(?![a-z])/g),
	]
	if (parts.length === 0) return undefined
	const rest = parts.reduce((left, [part]) => left.replace(part, ''), text).replace(/and|[\s,]/g, '')
	if (rest !== '') return undefined
	return parts.reduce((sum, [, count, unit = '']) => {
		const seconds = unit.startsWith('h') ? 3600 : unit.startsWith('m') ? 60 : 1
		return sum + Number(count?.replace(',', '.')) * seconds
	}, 0)
}
