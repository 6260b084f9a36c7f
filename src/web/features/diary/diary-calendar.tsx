import { Link } from 'react-router'
import { getDiaryDays } from '#contract/diary-days.ts'
import { useRead } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { formatMonth } from '#web/app/format.ts'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './diary-calendar.module.css'
import { diaryDaysInput, diaryQuery, type ShownDiary } from './diary-filters.ts'
import { type CalendarMonth, describeDay, describeMonth, markDay, toCalendar } from './diary-months.ts'

interface DiaryCalendarProps {
	username: string
	shown: ShownDiary
}

/** The days of a diary's year as dots, in a row for each month, which leads to it. */
export function DiaryCalendar({ username, shown }: DiaryCalendarProps) {
	const { data, error, retry } = useRead(getDiaryDays, diaryDaysInput(username, shown))
	const year = shown.year ?? data?.year ?? null
	if (error && !data)
		return (
			<div className={css.calendar} role="alert">
				<p>{getFailureMessage(error, getDiaryDays.config.failure)}</p>
				<TryAgain onRetry={retry} />
			</div>
		)
	if (year === null) return null
	return (
		<nav className={css.calendar} aria-label={`Calendar of ${year}`}>
			<p className={css.head}>
				<span className={css.year}>{year}</span>
				<Link
					to={{ search: diaryQuery({ year, month: null, cursor: null }) }}
					className={css.all}
					aria-current={shown.year !== null && shown.month === null ? 'true' : undefined}
				>
					All Months
				</Link>
			</p>
			<ol>
				{toCalendar(year, data?.days ?? []).map((month) => (
					<Month key={month.number} year={year} month={month} isCurrent={month.number === shown.month} />
				))}
			</ol>
		</nav>
	)
}

function Month({ year, month, isCurrent }: { year: number; month: CalendarMonth; isCurrent: boolean }) {
	const to = { search: diaryQuery({ year, month: month.number, cursor: null }) }
	const name = formatMonth(month.firstDay).slice(0, 3)
	const isEmpty = month.days.every((day) => day === null)
	return (
		<li className={css.month} data-current={isCurrent}>
			{isEmpty ? (
				<span className={css.name}>{name}</span>
			) : (
				<Link to={to} className={css.name} aria-current={isCurrent ? 'true' : undefined}>
					<span aria-hidden="true">{name}</span>
					<span className="visually-hidden">{describeMonth(month)}</span>
				</Link>
			)}
			<span className={css.days}>
				{month.days.map((day, index) =>
					day === null ? (
						// biome-ignore lint/suspicious/noArrayIndexKey: the days of a month never move
						<span key={index} />
					) : (
						// The month has the same address, and one stop of the Tab key is enough for it
						<Link
							key={day.day}
							to={to}
							tabIndex={-1}
							data-day={markDay(day)}
							aria-label={describeDay(day)}
							title={describeDay(day)}
						/>
					),
				)}
			</span>
		</li>
	)
}
