import { toHalfWidth } from '#contract/half-width.ts'

const NUMBER = String.raw`(\d{1,7}(?:[.,]\d{1,3})?)`
const HOURS = '(?:h|hr|hrs|hour|hours)'
const MINUTES = '(?:m|min|mins|minute|minutes)'
const FORMS = {
	clock: /^(\d{1,7}):([0-5]\d)$/,
	minutes: new RegExp(`^(\\d{1,7})${MINUTES}?$`),
	hours: new RegExp(`^${NUMBER}${HOURS}$`),
	both: new RegExp(`^(\\d{1,7})${HOURS}([0-5]?\\d)${MINUTES}?$`),
}

/**
 * Parses a time as people type it: `90`, `1:30`, `1h30`, `1.5 h`, `1 h 30 min`. A number alone is minutes. Returns the
 * minutes, null for nothing, undefined for what is no time.
 */
export function parseMinutes(text: string): number | null | undefined {
	const typed = toHalfWidth(text).toLowerCase().replace(/\s+/g, '')
	if (typed === '') return null
	const twoParts = FORMS.clock.exec(typed) ?? FORMS.both.exec(typed)
	if (twoParts) return Number(twoParts[1]) * 60 + Number(twoParts[2])
	const minutes = FORMS.minutes.exec(typed)
	if (minutes) return Number(minutes[1])
	const hours = FORMS.hours.exec(typed)
	return hours ? Math.round(Number(hours[1]?.replace(',', '.')) * 60) : undefined
}
