import { useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { MAX_CALENDAR_FILTERS, type UpcomingFacets } from '#contract/calendar.ts'
import { paths } from '#contract/paths.ts'
import { shortPlatformName } from '#contract/platform-names.ts'
import { formatCount } from '#web/app/format.ts'
import { FilterForm } from '#web/forms/filter-bar.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { controlClass } from '#web/ui/field.tsx'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import { Icon } from '#web/ui/icon.tsx'
import css from './calendar-bar.module.css'
import { monthTitle } from './calendar-days.ts'
import { calendarPath, type ShownCalendar, shiftMonth } from './calendar-url.ts'

/** Links to the months before and after the one that is shown. */
export function MonthLinks({ shown, month }: { shown: ShownCalendar; month: string }) {
	const { platform, genre } = shown
	const [before, after] = [shiftMonth(month, -1), shiftMonth(month, 1)]
	return (
		<nav className={css.months} aria-label="Months">
			{before && (
				<Link className={buttonClass('quiet')} to={calendarPath({ month: before, platform, genre })} rel="prev">
					<Icon name="left" size={16} />
					<span>{monthTitle(before)}</span>
				</Link>
			)}
			{after && (
				<Link className={buttonClass('quiet')} to={calendarPath({ month: after, platform, genre })} rel="next">
					<span>{monthTitle(after)}</span>
					<Icon name="right" size={16} />
				</Link>
			)}
		</nav>
	)
}

interface CalendarBarProps {
	shown: ShownCalendar
	month: string
	today: string | undefined
	facets: UpcomingFacets | undefined
}

/** The filters of the calendar, what is chosen, and where its days go on elsewhere. */
export function CalendarBar({ shown, month, today, facets }: CalendarBarProps) {
	const navigate = useNavigate()
	const first = useRef<HTMLSelectElement>(null)
	const { platform, genre, from } = shown
	const place = { month: shown.month, from, platform, genre }
	const add = (name: 'platform' | 'genre', value: string) => {
		if (value === '' || shown[name].includes(value)) return
		void navigate(calendarPath({ ...place, [name]: [...shown[name], value] }), { preventScrollReset: true })
	}
	const chips = [
		...platform.map((value) => ({ name: 'platform' as const, value, text: shortPlatformName(value) })),
		...genre.map((value) => ({ name: 'genre' as const, value, text: value })),
	]
	return (
		<>
			<FilterForm action={paths.upcoming()} className={css.bar}>
				<ValueSelect
					ref={first}
					name="platform"
					label="Platform"
					options={facets?.platforms}
					chosen={platform}
					toText={shortPlatformName}
					onChoose={(value) => add('platform', value)}
				/>
				<ValueSelect
					name="genre"
					label="Genre"
					options={facets?.genres}
					chosen={genre}
					toText={String}
					onChoose={(value) => add('genre', value)}
				/>
				{shown.month && <input type="hidden" name="month" value={shown.month} />}
				{chips.map(({ name, value }) => (
					<input key={`${name} ${value}`} type="hidden" name={name} value={value} />
				))}
			</FilterForm>
			<div className={css.below}>
				<ul className={css.chips} aria-label="Active filters">
					{chips.map(({ name, value, text }) => (
						<li key={`${name} ${value}`}>
							<Link
								className={css.chip}
								to={calendarPath({ ...place, [name]: shown[name].filter((other) => other !== value) })}
								preventScrollReset
								onClick={() => first.current?.focus()}
							>
								<span className="visually-hidden">Remove filter: </span>
								{text}
								<FrameIcon name="close" size={14} />
							</Link>
						</li>
					))}
				</ul>
				<div className={css.links}>
					{today?.startsWith(`${month}-`) && (
						<Link to={calendarPath({ ...place, from: from ? undefined : today })} preventScrollReset>
							{from ? 'Whole Month' : 'From Today'}
						</Link>
					)}
					{month.length > 4 && (
						<Link to={calendarPath({ month: month.slice(0, 4), platform, genre })}>
							Sometime in {month.slice(0, 4)}
						</Link>
					)}
					<a href={paths.calendar({ platform, genre })} type="text/calendar">
						Add to Calendar App
					</a>
				</div>
			</div>
		</>
	)
}

interface ValueSelectProps {
	ref?: React.Ref<HTMLSelectElement>
	name: 'platform' | 'genre'
	label: string
	options: UpcomingFacets['genres'] | undefined
	chosen: readonly string[]
	toText: (value: string) => string
	onChoose: (value: string) => void
}

/** A select that adds a value to those that are chosen. */
function ValueSelect({ ref, name, label, options = [], chosen, toText, onChoose }: ValueSelectProps) {
	const others = options.filter(({ value }) => !chosen.includes(value))
	return (
		<label className={css.filter}>
			<span className="visually-hidden">{label}</span>
			<select
				ref={ref}
				name={name}
				className={controlClass}
				value=""
				disabled={chosen.length >= MAX_CALENDAR_FILTERS}
				onChange={({ currentTarget }) => onChoose(currentTarget.value)}
			>
				<option value="">{chosen.length > 0 ? `Add a ${label.toLowerCase()}` : label}</option>
				{others.map(({ value, count }) => (
					<option key={value} value={value}>
						{toText(value)} ({formatCount(count)})
					</option>
				))}
			</select>
		</label>
	)
}
