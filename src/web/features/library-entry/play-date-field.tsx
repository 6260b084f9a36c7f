import { type ComponentProps, useId, useState } from 'react'
import { localDay } from '#web/app/format.ts'
import { Button } from '#web/ui/button.tsx'
import { controlClass, FieldMessage } from '#web/ui/field.tsx'
import css from './play-date-field.module.css'
import { INCOMPLETE_DAY } from './play-days.ts'

const MONTHS = Array.from({ length: 12 }, (_, index) => ({
	value: String(index + 1).padStart(2, '0'),
	label: new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, index))),
}))
const FIRST_YEAR = 1950

interface PlayDateFieldProps {
	label: string
	name: string
	value: string
	problem: string | undefined
	/** Whether a month or a year is too little. */
	isWholeDay?: boolean
	onChange: (value: string) => void
}

/** A date that is as precise as is known, with the last two days as buttons. */
export function PlayDateField({ label, name, value, problem, isWholeDay = false, onChange }: PlayDateFieldProps) {
	const id = useId()
	const [isPartial, setPartial] = useState(() => /^\d{4}(-\d\d)?$/.test(value))
	const [day, setDay] = useState(value)
	const change = (changed: string) => {
		if (changed === value) return
		setDay(changed)
		onChange(changed)
	}
	const choosePrecision = () => {
		setPartial(!isPartial)
		if (value !== '') onChange(isPartial ? (day.startsWith(value) ? day : '') : value.slice(0, '2026-11'.length))
	}
	const control = {
		className: controlClass,
		'aria-describedby': `${id}-message`,
		'aria-invalid': problem ? true : undefined,
	}
	return (
		<div>
			<label htmlFor={id} className={css.label}>
				{label}
			</label>
			<div className={css.row}>
				{isPartial ? (
					<MonthSelects {...{ id, name, label, value, control, onChange }} />
				) : (
					<DayInput {...{ id, name, value, control }} onChange={change} />
				)}
				{['Today', 'Yesterday'].map((word, daysAgo) => (
					<Button
						key={word}
						aria-label={`${label} ${word.toLowerCase()}`}
						onClick={() => {
							setPartial(false)
							change(localDay(new Date(), daysAgo))
						}}
					>
						{word}
					</Button>
				))}
			</div>
			{!isWholeDay && (
				<button
					type="button"
					className={css.precision}
					aria-label={`${label}: ${isPartial ? 'the whole date' : 'only the month or year'}`}
					onClick={choosePrecision}
				>
					{isPartial ? 'The whole date' : 'Only the month or year'}
				</button>
			)}
			<FieldMessage id={`${id}-message`} problem={problem} />
		</div>
	)
}

interface ControlProps extends Pick<PlayDateFieldProps, 'name' | 'value' | 'onChange'> {
	id: string
	control: Pick<ComponentProps<'select'>, 'className' | 'aria-describedby' | 'aria-invalid'>
}

/** The browser's own control of a day, with the keyboard, order and calendar that its owner knows. */
function DayInput({ id, name, value, control, onChange }: ControlProps) {
	// The value of a half typed day is empty, which would be no mistake, and React tells of no change
	const read = ({ currentTarget: input }: { currentTarget: HTMLInputElement }) =>
		onChange(input.validity.badInput ? INCOMPLETE_DAY : input.value)
	return (
		<input
			{...control}
			id={id}
			name={name}
			type="date"
			value={value === INCOMPLETE_DAY ? '' : value}
			onChange={read}
			onKeyUp={read}
			onBlur={read}
		/>
	)
}

function MonthSelects({ id, name, label, value, control, onChange }: ControlProps & { label: string }) {
	const [year = '', month = ''] = value.split('-')
	const thisYear = new Date().getFullYear()
	const years = Array.from({ length: thisYear - FIRST_YEAR + 1 }, (_, ago) => String(thisYear - ago))
	return (
		<>
			<select
				{...control}
				id={id}
				name={name}
				aria-label={`${label}: year`}
				value={year}
				onChange={({ currentTarget }) =>
					onChange(currentTarget.value && month ? `${currentTarget.value}-${month}` : currentTarget.value)
				}
			>
				<option value="">Year</option>
				{(year === '' || years.includes(year) ? years : [year, ...years]).map((value) => (
					<option key={value}>{value}</option>
				))}
			</select>
			<select
				{...control}
				aria-label={`${label}: month`}
				value={month}
				disabled={year === ''}
				onChange={({ currentTarget }) => onChange(currentTarget.value ? `${year}-${currentTarget.value}` : year)}
			>
				<option value="">Month</option>
				{MONTHS.map(({ value, label }) => (
					<option key={value} value={value}>
						{label}
					</option>
				))}
			</select>
		</>
	)
}
