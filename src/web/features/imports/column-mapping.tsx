import { useId, useState } from 'react'
import { MAPPED_COLUMNS } from '#contract/import-limits.ts'
import {
	changeImport,
	DATE_ORDERS,
	type Import,
	type ImportMapping,
	RATING_SCALES,
	TIME_FORMATS,
} from '#contract/imports.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { controlClass, FieldMessage } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './column-mapping.module.css'
import { useImportChange } from './use-import.ts'

type Column = (typeof MAPPED_COLUMNS)[number]

const LABELS: Readonly<Record<Column, string>> = {
	name: 'Name of the game',
	status: 'Status',
	rating: 'Rating',
	platform: 'Platform',
	startedOn: 'Started on',
	endedOn: 'Finished on',
	minutes: 'Time played',
	note: 'Private note',
	review: 'Review',
	id: 'Id elsewhere',
	idSource: 'Where that id is from',
}

const ORDER_WORDS = { ymd: 'Year, month, day', dmy: 'Day, month, year', mdy: 'Month, day, year' } as const
const FORMAT_WORDS = { 'h:mm': '12:30', hours: 'Hours', minutes: 'Minutes' } as const

const DATES = DATE_ORDERS.map((value) => ({ value, label: ORDER_WORDS[value] }))
const SCALES = RATING_SCALES.map((value) => ({ value: String(value), label: `Up to ${value}` }))
const FORMATS = TIME_FORMATS.map((value) => ({ value, label: FORMAT_WORDS[value] }))

interface Draft {
	columns: Partial<Record<Column, string>>
	dateOrder: string
	ratingScale: string
	timeFormat: string
}

const toDraft = (mapping: ImportMapping | null): Draft => ({
	columns: mapping?.columns ?? {},
	dateOrder: mapping?.dateOrder ?? '',
	ratingScale: String(mapping?.ratingScale ?? ''),
	timeFormat: mapping?.timeFormat ?? '',
})

function toMapping({ columns, dateOrder, ratingScale, timeFormat }: Draft): ImportMapping {
	const chosen = Object.entries(columns).filter(([, header]) => header !== '')
	return {
		columns: { name: '', ...Object.fromEntries(chosen) },
		...(dateOrder && { dateOrder: dateOrder as NonNullable<ImportMapping['dateOrder']> }),
		...(ratingScale && { ratingScale: Number(ratingScale) as NonNullable<ImportMapping['ratingScale']> }),
		...(timeFormat && { timeFormat: timeFormat as NonNullable<ImportMapping['timeFormat']> }),
	}
}

/** Returns what is missing of a mapping, by its field. */
function findMissing({ columns, dateOrder }: Draft, needsDateOrder: boolean): { name?: string; dateOrder?: string } {
	return {
		...(!columns.name && { name: 'Choose the column with the names' }),
		...(needsDateOrder && !dateOrder && { dateOrder: 'Choose how its dates are written' }),
	}
}

/** Asks which column of a CSV is which, beside its first rows. */
export function ColumnMapping({ one: { id, csv }, isBusy }: { one: Import; isBusy: boolean }) {
	const { send, isSending, failure } = useImportChange(changeImport)
	const [draft, setDraft] = useState(() => toDraft(csv?.mapping ?? null))
	const [isTried, setTried] = useState(false)
	if (!csv) return null
	const { headers, samples, needsDateOrder } = csv
	const missing = findMissing(draft, needsDateOrder)
	const problems = isTried ? missing : {}
	const hasDates = needsDateOrder || draft.columns.startedOn || draft.columns.endedOn
	return (
		<form
			className={css.form}
			noValidate
			onSubmit={(event) => {
				event.preventDefault()
				setTried(true)
				if (Object.keys(missing).length === 0 && !isSending && !isBusy)
					send({ params: { id }, body: { mapping: toMapping(draft) } })
			}}
		>
			<Samples headers={headers} samples={samples} />
			{hasDates && (
				<ChoiceField
					name="dateOrder"
					label="How its dates are written"
					options={DATES}
					value={draft.dateOrder}
					problem={problems.dateOrder}
					{...(needsDateOrder && { hint: `Its dates fit more than one order${findDate(csv, draft)}.` })}
					onChange={(dateOrder) => setDraft({ ...draft, dateOrder })}
				/>
			)}
			<div className={css.columns}>
				{MAPPED_COLUMNS.map((column) => (
					<ColumnChoice
						key={column}
						label={LABELS[column]}
						headers={headers}
						value={draft.columns[column] ?? ''}
						problem={column === 'name' ? problems.name : undefined}
						onChange={(header) => setDraft({ ...draft, columns: { ...draft.columns, [column]: header } })}
					/>
				))}
			</div>
			{draft.columns.rating && (
				<ChoiceField
					name="ratingScale"
					label="Its ratings go"
					options={SCALES}
					value={draft.ratingScale}
					problem={undefined}
					onChange={(ratingScale) => setDraft({ ...draft, ratingScale })}
				/>
			)}
			{draft.columns.minutes && (
				<ChoiceField
					name="timeFormat"
					label="Its times are in"
					options={FORMATS}
					value={draft.timeFormat}
					problem={undefined}
					onChange={(timeFormat) => setDraft({ ...draft, timeFormat })}
				/>
			)}
			<Notice kind="bad" message={failure} />
			<Button
				type="submit"
				kind={csv.mapping && (!needsDateOrder || csv.mapping.dateOrder) ? 'quiet' : 'main'}
				aria-disabled={isSending || isBusy}
			>
				{isSending || isBusy ? 'Reading...' : 'Use These Columns'}
			</Button>
		</form>
	)
}

/** Names a date of the samples: `, such as 03/04/2024`. */
function findDate({ headers, samples }: NonNullable<Import['csv']>, { columns }: Draft): string {
	const places = [columns.startedOn, columns.endedOn].flatMap((header) => (header ? headers.indexOf(header) : []))
	const date = places.flatMap((place) => samples.flatMap((cells) => cells[place] || []))[0]
	return date === undefined ? '' : `, such as ${date}`
}

interface ColumnChoiceProps {
	label: string
	headers: readonly string[]
	value: string
	problem: string | undefined
	onChange: (header: string) => void
}

function ColumnChoice({ label, headers, value, problem, onChange }: ColumnChoiceProps) {
	const id = useId()
	return (
		<div className={css.column}>
			<label htmlFor={id}>{label}</label>
			<select
				id={id}
				className={controlClass}
				aria-invalid={problem ? true : undefined}
				aria-describedby={problem ? `${id}-message` : undefined}
				value={value}
				onChange={({ currentTarget }) => onChange(currentTarget.value)}
			>
				<option value="">Not in the file</option>
				{headers.map((header) => (
					<option key={header} value={header}>
						{header}
					</option>
				))}
			</select>
			{problem && <FieldMessage id={`${id}-message`} problem={problem} />}
		</div>
	)
}

function Samples({ headers, samples }: { headers: readonly string[]; samples: readonly (readonly string[])[] }) {
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways by keyboard
		<section className={css.samples} aria-label="The first rows of your file" tabIndex={0}>
			<table>
				<thead>
					<tr>
						{headers.map((header) => (
							<th key={header} scope="col">
								{header}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{samples.map((cells, row) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no identity
						<tr key={row}>
							{cells.map((cell, column) => (
								<td key={headers[column] ?? column}>{cell}</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</section>
	)
}
