import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { type GameFacets, OWN_STATUSES } from '#contract/browse.ts'
import { shortPlatformName } from '#contract/platform-names.ts'
import { formatCount } from '#web/app/format.ts'
import { LENGTHS } from '#web/app/search-query.ts'
import { describeLength } from '#web/features/time-to-beat/lengths.ts'
import { FilterSelect } from '#web/forms/filter-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { describeRating, describeYears, gamesPath, type ShownGames, STATUS_LABELS } from './browse-filters.ts'
import css from './facet-fields.module.css'

/** So many options are there before all are asked for. */
const FIRST_OPTIONS = 8
const RATINGS = [
	{ word: '', label: 'Any rating' },
	...[4.5, 4, 3.5, 3, 2].map((rating) => ({ word: String(rating), label: describeRating(rating) })),
]

const HOURS = [
	{ word: '', label: 'Any length' },
	...LENGTHS.map((hours) => ({ word: String(hours), label: describeLength(hours) })),
]

interface FacetFieldsProps {
	shown: ShownGames
	/** Undefined until they are known. */
	facets: GameFacets | undefined
	/** Whether there is a library to filter by. */
	isViewer: boolean
	onChange: (change: Partial<ShownGames>) => void
}

/** The filters of games with the number of games that each choice has. */
export function FacetFields({ shown, facets, isViewer, onChange }: FacetFieldsProps) {
	const { minRating, maxHours, status } = shown
	const rating = String(minRating ?? '')
	return (
		<div className={css.fields}>
			<Choices name="genre" title="Genre" counts={facets?.genres} {...{ shown, onChange }} />
			<Choices
				name="platform"
				title="Platform"
				counts={facets?.platforms}
				toLabel={shortPlatformName}
				{...{ shown, onChange }}
			/>
			<Group title="Released">
				<Decades shown={shown} counts={facets?.decades} />
			</Group>
			<div className={css.rating}>
				<FilterSelect
					label="Rating"
					name="minRating"
					options={
						RATINGS.some(({ word }) => word === rating)
							? RATINGS
							: [...RATINGS, { word: rating, label: describeRating(Number(rating)) }]
					}
					value={rating}
					onChange={(word) => onChange({ minRating: word === '' ? null : Number(word) })}
				/>
			</div>
			<div className={css.rating}>
				<FilterSelect
					label="Length"
					name="maxHours"
					options={HOURS}
					value={String(maxHours ?? '')}
					onChange={(word) => onChange({ maxHours: word === '' ? null : Number(word) })}
				/>
			</div>
			<Choices name="mode" title="Mode" counts={facets?.modes} {...{ shown, onChange }} />
			{isViewer && (
				<Group title="My library">
					<ul>
						{OWN_STATUSES.map((word) => (
							<li key={word}>
								<Choice
									name="status"
									value={word}
									label={STATUS_LABELS[word]}
									isChosen={status.includes(word)}
									onChoose={(isChosen) =>
										onChange({
											status: OWN_STATUSES.filter((other) => (other === word ? isChosen : status.includes(other))),
										})
									}
								/>
							</li>
						))}
					</ul>
				</Group>
			)}
		</div>
	)
}

function Group({ title, children }: { title: string; children: ReactNode }) {
	return (
		<fieldset className={css.group}>
			<legend>{title}</legend>
			{children}
		</fieldset>
	)
}

interface ChoicesProps {
	name: 'genre' | 'platform' | 'mode'
	title: string
	counts: readonly { value: string; count: number }[] | undefined
	shown: ShownGames
	toLabel?: (value: string) => string
	onChange: (change: Partial<ShownGames>) => void
}

/** The values of a filter, of which several can be chosen. */
function Choices({ name, title, counts = [], shown, toLabel = (value) => value, onChange }: ChoicesProps) {
	const [isWhole, setWhole] = useState(false)
	const chosen = shown[name]
	const isChosen = (value: string) => chosen.some((other) => isSame(other, value))
	// What is chosen is offered even if no game has it, as an old link may say
	const missing = chosen.filter((value) => !counts.some((option) => isSame(option.value, value)))
	const all = [...missing.map((value) => ({ value, count: 0 })), ...counts]
	const options = isWhole ? all : all.filter(({ value }, index) => index < FIRST_OPTIONS || isChosen(value))
	if (all.length === 0) return null
	return (
		<Group title={title}>
			<ul>
				{options.map(({ value, count }) => (
					<li key={value.toLowerCase()}>
						<Choice
							name={name}
							value={value}
							label={toLabel(value)}
							count={count}
							isChosen={isChosen(value)}
							onChoose={(isNowChosen) => {
								const others = chosen.filter((other) => !isSame(other, value))
								onChange({ [name]: isNowChosen ? [...others, value] : others })
							}}
						/>
					</li>
				))}
			</ul>
			{all.length > FIRST_OPTIONS && (
				<Button kind="plain" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
					{isWhole ? 'Show Fewer' : `Show All ${all.length}`}
					<span className="visually-hidden">: {title}</span>
				</Button>
			)}
		</Group>
	)
}

interface ChoiceProps {
	name: string
	value: string
	label: string
	count?: number
	isChosen: boolean
	onChoose: (isChosen: boolean) => void
}

function Choice({ name, value, label, count, isChosen, onChoose }: ChoiceProps) {
	return (
		<label className={css.choice}>
			<input
				type="checkbox"
				name={name}
				value={value}
				checked={isChosen}
				onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
			/>
			<span>{label}</span>
			{count !== undefined && <span className={css.count}>{formatCount(count)}</span>}
		</label>
	)
}

/** The decades, each a link, because one at a time can be chosen. */
function Decades({ shown, counts = [] }: { shown: ShownGames; counts: GameFacets['decades'] | undefined }) {
	return (
		<ul className={css.decades}>
			{counts.map(({ value, count }) => {
				const isChosen = shown.yearFrom === value && shown.yearTo === value + 9
				const years = isChosen ? { yearFrom: null, yearTo: null } : { yearFrom: value, yearTo: value + 9 }
				return (
					<li key={value}>
						<Link
							to={gamesPath({ ...shown, page: 1, ...years })}
							replace
							preventScrollReset
							aria-current={isChosen ? 'true' : undefined}
						>
							{describeYears(value, value + 9)}
							<span className="visually-hidden">, {formatCount(count)} games</span>
						</Link>
					</li>
				)
			})}
		</ul>
	)
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
