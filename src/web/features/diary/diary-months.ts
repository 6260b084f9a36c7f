import type { DiaryItem } from '#contract/diary.ts'
import type { DiaryDay as CalendarDay, DiaryDays } from '#contract/diary-days.ts'
import { formatDay, formatMonth, pluralize } from '#web/app/format.ts'

/** A day with its items, the latest first. */
interface DiaryDay {
	/** `2026-11-21` */
	day: string
	items: DiaryItem[]
}

/** A month of a diary, with the number of its games and its minutes as far as they are loaded. */
export interface DiaryMonth {
	/** `2026-11` */
	month: string
	days: DiaryDay[]
	games: number
	minutes: number
}

/** Groups items, which come newest day first, by month and day. */
export function groupByMonth(items: readonly DiaryItem[]): DiaryMonth[] {
	return [...Map.groupBy(items, ({ day }) => day.slice(0, 7))].map(([month, ofMonth]) => ({
		month,
		days: [...Map.groupBy(ofMonth, ({ day }) => day)].map(([day, items]) => ({ day, items })),
		games: new Set(ofMonth.map(({ game }) => game.id)).size,
		// What a play states at its end may include its sessions
		minutes: ofMonth.reduce((sum, { kind, minutes }) => sum + (kind === 'played' ? (minutes ?? 0) : 0), 0),
	}))
}

/** A month of the calendar of a year. */
export interface CalendarMonth {
	/** 1 to 12 */
	number: number
	/** Its first day: `2026-11-01` */
	firstDay: string
	/** What is known of each day, from its first; null for a day without anything. */
	days: (CalendarDay | null)[]
}

/** Returns the twelve months of a year, with the days that have anything. */
export function toCalendar(year: number, days: readonly CalendarDay[]): CalendarMonth[] {
	const known = new Map(days.map((day) => [day.day, day]))
	const twoDigits = (n: number) => String(n).padStart(2, '0')
	return Array.from({ length: 12 }, (_, index) => {
		const number = index + 1
		const month = `${year}-${twoDigits(number)}`
		return {
			number,
			firstDay: `${month}-01`,
			days: Array.from(
				{ length: new Date(Date.UTC(year, number, 0)).getUTCDate() },
				(_, day) => known.get(`${month}-${twoDigits(day + 1)}`) ?? null,
			),
		}
	})
}

/** What a day of the calendar shows: a finished game, or else anything. */
export type DayMark = 'finish' | 'play'

export const markDay = ({ isFinish }: CalendarDay): DayMark => (isFinish ? 'finish' : 'play')

/** Returns the marks of a month's days: from the calendar, if it has this year, else as far as the month is loaded. */
export function markDays({ month, days }: DiaryMonth, calendar: DiaryDays | undefined): (DayMark | null)[] {
	const year = Number(month.slice(0, 4))
	const loaded = days.map(({ day, items }) => ({
		day,
		minutes: 0,
		isFinish: items.some((item) => item.kind === 'ended' && isJudgment(item)),
	}))
	const months = toCalendar(year, calendar?.year === year ? calendar.days : loaded)
	return months[Number(month.slice(5)) - 1]?.days.map((day) => day && markDay(day)) ?? []
}

/** Says what is on a day of the calendar: `March 12, 35 min`. */
export const describeDay = ({ day, minutes, isFinish }: CalendarDay) =>
	[formatDay(day).replace(/, \d+$/, ''), minutes > 0 && formatMinutes(minutes), isFinish && 'finished a game']
		.filter(Boolean)
		.join(', ')

/** Sums up a month of the calendar: `March 2026, 9 days, 12 h`. */
export function describeMonth({ firstDay, days }: CalendarMonth): string {
	const known = days.filter((day) => day !== null)
	const minutes = known.reduce((sum, day) => sum + day.minutes, 0)
	return [formatMonth(firstDay), pluralize(known.length, 'day'), minutes > 0 && formatMinutes(minutes)]
		.filter(Boolean)
		.join(', ')
}

/** Whether an item passed a judgment on its game, which its stars then show: it was finished or reviewed. */
export const isJudgment = ({ kind, outcome }: Pick<DiaryItem, 'kind' | 'outcome'>) =>
	kind === 'reviewed' || (kind === 'ended' && (outcome === 'finished' || outcome === 'completed'))

/** Formats minutes: `45 min`, `1 h 10 min`, `31 h`. */
export function formatMinutes(minutes: number): string {
	const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
	return [hours > 0 && `${hours.toLocaleString('en-US')} h`, (rest > 0 || hours === 0) && `${rest} min`]
		.filter(Boolean)
		.join(' ')
}

/** Sums up a month: `6 games · 31 h`. */
export function formatMonthSum({ games, minutes }: Pick<DiaryMonth, 'games' | 'minutes'>): string {
	return [pluralize(games, 'game'), minutes > 0 && formatMinutes(minutes)].filter(Boolean).join(' · ')
}

const OUTCOMES = { finished: 'Finished', completed: 'Completed', abandoned: 'Abandoned' } as const

/** Says what happened: `Started`, `Finished · 31 h`, `1 h 10 min`, `Reviewed`. */
export function describeItem({ kind, outcome, minutes }: Pick<DiaryItem, 'kind' | 'outcome' | 'minutes'>): string {
	const time = minutes === null ? null : formatMinutes(minutes)
	if (kind === 'played') return time ?? 'Played'
	if (kind === 'ended') return [outcome ? OUTCOMES[outcome] : 'Abandoned', time].filter(Boolean).join(' · ')
	return kind === 'started' ? 'Started' : 'Reviewed'
}
