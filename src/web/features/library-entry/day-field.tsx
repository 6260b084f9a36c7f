import { type ComponentProps, useId, useState } from 'react'
import { localDay } from '#web/app/format.ts'
import { controlClass, FieldMessage } from '#web/ui/field.tsx'
import css from './day-field.module.css'
import { INCOMPLETE_DAY } from './play-days.ts'

const MONTHS = Array.from({ length: 12 }, (_, index) => ({
	value: String(index + 1).padStart(2, '0'),
	label: new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, index))),
}))
const FIRST_YEAR = 1950

interface DayFieldProps {
	label: string
	name: string
	/** '' if nothing is said. */
	value: string
	problem: string | undefined
	/** Whether a month or a year is too little, and nothing, too. */
	isWholeDay?: boolean
	onChange: (value: string) => void
}

/** A day: one of the last two, or any other, as precisely as it is known. Pressing what is chosen takes it back. */
export function DayField({ label, name, value, problem, isWholeDay = false, onChange }: DayFieldProps) {
	const id = useId()
	const lastDays = [localDay(new Date()), localDay(new Date(), 1)]
	const [isOther, setOther] = useState(() => value !== '' && !lastDays.includes(value))
	const [isPartial, setPartial] = useState(() => /^\d{4}(-\d\d)?$/.test(value))
	const [day, setDay] = useState(value)
	const change = (changed: string) => {
		if (changed === value) return
		setDay(changed)
		onChange(changed)
	}
	const chooseLastDay = (chosen: string) => {
		setOther(false)
		setPartial(false)
		change(!isOther && chosen === value && !isWholeDay ? '' : chosen)
	}
	const chooseOther = () => {
		if (isOther && isWholeDay) return
		setOther(!isOther)
		setPartial(false)
		if (isOther) change('')
	}
	const choosePrecision = () => {
		setPartial(!isPartial)
		if (value !== '') onChange(isPartial ? (day.startsWith(value) ? day : '') : value.slice(0, '2026-11'.length))
	}
	const described = {
		className: controlClass,
		'aria-describedby': `${id}-message`,
		'aria-invalid': problem ? true : undefined,
	}
	return (
		<fieldset className={css.field} aria-labelledby={`${id}-label`} aria-describedby={`${id}-message`}>
			<span id={`${id}-label`} className={css.label}>
				{label}
			</span>
			<div className={css.chips}>
				{['Today', 'Yesterday'].map((word, daysAgo) => {
					const chosen = lastDays[daysAgo] as string
					return (
						<button
							key={word}
							type="button"
							// A problem of the field moves the focus here
							name={isOther ? undefined : name}
							className={css.chip}
							aria-label={`${label} ${word.toLowerCase()}`}
							aria-pressed={!isOther && value === chosen}
							onClick={() => chooseLastDay(chosen)}
						>
							{word}
						</button>
					)
				})}
				<button
					type="button"
					className={css.chip}
					aria-label={`${label}: other day`}
					aria-pressed={isOther}
					onClick={chooseOther}
				>
					Other…
				</button>
			</div>
			{isOther && (
				<div className={css.other}>
					{isPartial ? (
						<MonthSelects {...{ id, name, label, value, control: described, onChange }} />
					) : (
						<DayInput {...{ id, name, label, value, control: described }} onChange={change} />
					)}
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
				</div>
			)}
			<FieldMessage id={`${id}-message`} problem={problem} />
		</fieldset>
	)
}

interface ControlProps extends Pick<DayFieldProps, 'label' | 'name' | 'value' | 'onChange'> {
	id: string
	control: Pick<ComponentProps<'select'>, 'className' | 'aria-describedby' | 'aria-invalid'>
}

/** The browser's own control of a day, with the keyboard, order and calendar that its owner knows. */
function DayInput({ id, name, label, value, control, onChange }: ControlProps) {
	// The value of a half typed day is empty, which would be no mistake, and React tells of no change
	const read = ({ currentTarget: input }: { currentTarget: HTMLInputElement }) =>
		onChange(input.validity.badInput ? INCOMPLETE_DAY : input.value)
	return (
		<input
			{...control}
			id={id}
			name={name}
			aria-label={`${label}: day`}
			type="date"
			value={value === INCOMPLETE_DAY ? '' : value}
			onChange={read}
			onKeyUp={read}
			onBlur={read}
		/>
	)
}

function MonthSelects({ id, name, label, value, control, onChange }: ControlProps) {
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
