import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Popularity } from '#contract/popularity.ts'
import type { Period } from '#contract/shapes.ts'
import { formatDay } from '#web/app/format.ts'
import { FilterForm } from '#web/forms/filter-bar.tsx'
import { controlClass, Field } from '#web/ui/field.tsx'

interface DayFormProps {
	days: Pick<Popularity, 'firstDay' | 'today'> | undefined
	/** The day of the URL, which may not be one; undefined for today. */
	day: string | undefined
	period: Period
	/** Why the ranking of the day cannot be shown. */
	problem: string | undefined
	className: string | undefined
}

/** Chooses the day of a ranking, which is part of the URL. Also works without JavaScript. */
export function DayForm({ days, day, period, problem, className }: DayFormProps) {
	const navigate = useNavigate()
	const shown = day ?? days?.today ?? ''
	// What is typed, until the URL has another day
	const [typed, setTyped] = useState({ value: shown, of: shown })
	const value = typed.of === shown ? typed.value : shown
	return (
		<FilterForm action={paths.popularity()} className={className}>
			<Field label="Day" problem={problem} hint={days && `Recorded since ${formatDay(days.firstDay)}`}>
				{(ids) => (
					<input
						{...ids}
						type="date"
						name="asOf"
						className={controlClass}
						value={value}
						min={days?.firstDay}
						max={days?.today}
						onChange={({ currentTarget: input }) => {
							setTyped({ value: input.value, of: shown })
							if (input.value === '' || !input.validity.valid) return
							const asOf = input.value === days?.today ? undefined : input.value
							void navigate(paths.popularity({ asOf, period: period === 'week' ? undefined : period }), {
								replace: true,
								preventScrollReset: true,
							})
						}}
					/>
				)}
			</Field>
			{period !== 'week' && <input type="hidden" name="period" value={period} />}
		</FilterForm>
	)
}
