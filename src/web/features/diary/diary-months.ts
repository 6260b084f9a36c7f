import type { DiaryItem } from '#contract/diary.ts'
import { pluralize } from '#web/app/format.ts'

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
