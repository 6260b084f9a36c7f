import type { ReactNode } from 'react'
import { formatDayGroup } from '#web/ui/relative-time.ts'
import { useTimeZone } from '#web/ui/time-zone.ts'
import css from './panel.module.css'

interface DayGroupsProps<Row> {
	/** Newest first. */
	rows: readonly Row[]
	renderRow: (row: Row) => ReactNode
}

/** Rows under the headings of their days. */
export function DayGroups<Row extends { id: string; createdAt: string }>({ rows, renderRow }: DayGroupsProps<Row>) {
	const nowMs = Date.now()
	const zone = useTimeZone()
	const groups = Map.groupBy(rows, ({ createdAt }) => formatDayGroup(createdAt, nowMs, zone))
	return [...groups].map(([day, rowsOfDay]) => (
		<section key={day} aria-label={day}>
			<h3 className={css.day}>{day}</h3>
			<ul>
				{rowsOfDay.map((row) => (
					<li key={row.id}>{renderRow(row)}</li>
				))}
			</ul>
		</section>
	))
}
