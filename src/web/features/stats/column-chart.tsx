import css from './column-chart.module.css'

const HEIGHT = 100
/** A column without anything is still visible as a line. */
const MIN_HEIGHT = 2
const WIDTH = 10
const GAP = 2

interface ColumnChartProps {
	/** What the columns show. */
	label: string
	/** `text` says what a column shows, for screen readers and as its tooltip. */
	columns: readonly { name: string; value: number; text: string }[]
	/** What stands under the first and the last column. */
	ends: readonly [string, string]
	tone?: 'star' | 'text'
}

/** Columns side by side, with the same as a list for screen readers. */
export function ColumnChart({ label, columns, ends, tone = 'text' }: ColumnChartProps) {
	const highest = Math.max(1, ...columns.map(({ value }) => value))
	return (
		<figure className={css.chart} data-tone={tone}>
			<svg
				viewBox={`0 0 ${columns.length * WIDTH - GAP} ${HEIGHT}`}
				preserveAspectRatio="none"
				className={css.columns}
				aria-hidden="true"
			>
				{columns.map(({ name, value, text }, index) => {
					const height = value === 0 ? MIN_HEIGHT : MIN_HEIGHT + ((HEIGHT - MIN_HEIGHT) * value) / highest
					return (
						<rect
							key={name}
							x={index * WIDTH}
							y={HEIGHT - height}
							width={WIDTH - GAP}
							height={height}
							data-empty={value === 0}
						>
							<title>{text}</title>
						</rect>
					)
				})}
			</svg>
			<p className={css.ends} aria-hidden="true">
				<span>{ends[0]}</span>
				<span>{ends[1]}</span>
			</p>
			<figcaption className="visually-hidden">
				{label}
				<ul>
					{columns.map(({ name, text }) => (
						<li key={name}>{text}</li>
					))}
				</ul>
			</figcaption>
		</figure>
	)
}
