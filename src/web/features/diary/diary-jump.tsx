import { FilterForm, FilterSelect } from '#web/forms/filter-bar.tsx'
import type { ShownDiary } from './diary-filters.ts'
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
	onChange: (change: Pick<ShownDiary, 'year' | 'month'>) => void
}

/** Leads to a year and a month of a diary. */
export function DiaryJump({ shown, years, onChange }: DiaryJumpProps) {
	const listed = shown.year === null || years.includes(shown.year) ? years : [shown.year, ...years]
	return (
		<FilterForm className={css.jump}>
			<FilterSelect
				label="Year"
				className={css.field}
				name="year"
				options={[
					{ word: '', label: 'All Years' },
					...listed.map((year) => ({ word: String(year), label: String(year) })),
				]}
				value={String(shown.year ?? '')}
				onChange={(year) => onChange({ year: year === '' ? null : Number(year), month: null })}
			/>
			{shown.year !== null && (
				<FilterSelect
					label="Month"
					className={css.field}
					name="month"
					options={MONTHS}
					value={String(shown.month ?? '')}
					onChange={(month) => onChange({ year: shown.year, month: month === '' ? null : Number(month) })}
				/>
			)}
		</FilterForm>
	)
}
