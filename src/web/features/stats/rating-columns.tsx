import { pluralize } from '#web/app/format.ts'
import { formatRating } from '#web/ui/star-value.ts'
import { ColumnChart } from './column-chart.tsx'

/** The number of games with each rating, from half a star to five stars, as columns. */
export function RatingColumns({ label, counts }: { label: string; counts: readonly number[] }) {
	return (
		<ColumnChart
			label={label}
			tone="star"
			ends={['½', '5']}
			columns={counts.map((count, index) => ({
				name: String(index),
				value: count,
				text: `${formatRating((index + 1) / 2)}: ${pluralize(count, 'game')}`,
			}))}
		/>
	)
}
