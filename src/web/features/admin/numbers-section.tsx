import { useNavigate, useSearchParams } from 'react-router'
import { getNumbers, NUMBER_DAYS, type Numbers, type SiteDay } from '#contract/admin-numbers.ts'
import { paths } from '#contract/paths.ts'
import { useRead } from '#web/app/data.tsx'
import { formatCount, formatDay } from '#web/app/format.ts'
import { ColumnChart } from '#web/features/stats/column-chart.tsx'
import { FilterForm, FilterSelect } from '#web/forms/filter-bar.tsx'
import { Time } from '#web/ui/time.tsx'
import lines from './admin-lines.module.css'
import css from './numbers-section.module.css'
import { SectionState } from './section-state.tsx'

const SPANS = NUMBER_DAYS.map((word) => ({ word, label: `Last ${word} days` }))
const CHARTS: readonly { key: Exclude<keyof SiteDay, 'day'>; title: string; what: string }[] = [
	{ key: 'signUps', title: 'Sign-ups', what: 'New accounts' },
	{ key: 'actives', title: 'Active accounts', what: 'Active accounts' },
	{ key: 'reviews', title: 'Reviews', what: 'New reviews' },
	{ key: 'comments', title: 'Comments', what: 'New comments' },
	{ key: 'lists', title: 'Lists', what: 'New lists' },
]

/** What happened on the site day by day, as charts. */
export function Section() {
	const [query] = useSearchParams()
	const navigate = useNavigate()
	const days = NUMBER_DAYS.find((word) => word === query.get('days')) ?? '30'
	const { data, error, retry } = useRead(getNumbers, { query: { days } }, { refetchOnMount: 'always' })
	return (
		<>
			<FilterForm>
				<FilterSelect
					label="Days"
					className={css.filter}
					name="days"
					options={SPANS}
					value={days}
					onChange={(days) =>
						void navigate(paths.admin('numbers', { days }), { replace: true, preventScrollReset: true })
					}
				/>
			</FilterForm>
			{data ? <Figures numbers={data} /> : <SectionState endpoint={getNumbers} error={error} onRetry={retry} />}
		</>
	)
}

function Figures({ numbers: { days, totals, countedAt } }: { numbers: Numbers }) {
	const first = days[0]?.day ?? ''
	return (
		<>
			<dl className={css.totals}>
				{Object.entries(totals).map(([name, count]) => (
					<div key={name}>
						<dt>{`${name[0]?.toUpperCase()}${name.slice(1)}`}</dt>
						<dd>{formatCount(count)}</dd>
					</div>
				))}
			</dl>
			<div className={css.charts}>
				{CHARTS.map(({ key, title, what }) => {
					const sum = days.reduce((sum, day) => sum + (day[key] ?? 0), 0)
					return (
						<section key={key} className={css.chart}>
							<h2>{title}</h2>
							{/* Whoever is here on two days counts twice */}
							<p>{key === 'actives' ? `${formatCount(days.at(-1)?.actives ?? 0)} today` : formatCount(sum)}</p>
							<ColumnChart
								label={`${what} by day`}
								ends={[formatDay(first), 'Today']}
								columns={days.map((day) => ({
									name: day.day,
									value: day[key] ?? 0,
									text: `${formatDay(day.day)}: ${day[key] === null ? 'not counted' : formatCount(day[key])}`,
								}))}
							/>
						</section>
					)
				})}
			</div>
			<p className={lines.small}>
				{countedAt ? (
					<>
						Days are UTC. Today was counted <Time time={countedAt} inSentence />.
					</>
				) : (
					'Days are UTC. Today is counted within five minutes.'
				)}
			</p>
		</>
	)
}
