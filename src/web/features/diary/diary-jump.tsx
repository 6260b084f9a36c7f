import { Link } from 'react-router'
import { FilterForm, FilterSelect } from '#web/forms/filter-bar.tsx'
import { TextTabs } from '#web/ui/text-tabs.tsx'
import { diaryQuery, type ShownDiary } from './diary-filters.ts'
import css from './diary-jump.module.css'

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })
const MONTHS = [
	{ word: '', label: 'All Months' },
	...Array.from({ length: 12 }, (_, index) => ({
		word: String(index + 1),
		label: monthName.format(new Date(Date.UTC(2026, index))),
	})),
]

interface DiaryJumpProps {
	shown: ShownDiary
	/** The years with anything in them, newest first. */
	years: readonly number[]
	onMonth: (month: number | null) => void
}

/** Leads to a year of a diary and, where there is no room for the calendar, to a month. */
export function DiaryJump({ shown, years, onMonth }: DiaryJumpProps) {
	const listed = shown.year === null || years.includes(shown.year) ? years : [shown.year, ...years]
	return (
		<div className={css.jump}>
			<TextTabs label="Year" current={shown.year}>
				{[null, ...listed].map((year) => (
					<Link
						key={year}
						to={{ search: diaryQuery({ year, month: null, cursor: null }) }}
						aria-current={year === shown.year ? 'true' : undefined}
						preventScrollReset
					>
						{year ?? 'All Years'}
					</Link>
				))}
			</TextTabs>
			{shown.year !== null && (
				<FilterForm className={css.months}>
					<input type="hidden" name="year" value={shown.year} />
					<FilterSelect
						label="Month"
						className={css.field}
						name="month"
						options={MONTHS}
						value={String(shown.month ?? '')}
						onChange={(month) => onMonth(month === '' ? null : Number(month))}
					/>
				</FilterForm>
			)}
		</div>
	)
}
