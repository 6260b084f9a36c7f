import { Link } from 'react-router'
import { PERIODS, type Period } from '#contract/shapes.ts'
import { Tabs } from '#web/ui/tabs.tsx'

const LABELS: Readonly<Record<Period, string>> = {
	week: 'This Week',
	month: 'This Month',
	year: 'This Year',
	all: 'All Time',
}

/** Parses the `period` query parameter; `fallback` if it is missing or unknown. */
export function parsePeriod(search: URLSearchParams, fallback: Period): Period {
	return PERIODS.find((period) => period === search.get('period')) ?? fallback
}

/** Formats a period for use within a sentence: `this month`. */
export const formatPeriod = (period: Period) => LABELS[period].toLowerCase()

/** Formats a period for the end of a title: `Popular Games This Month`. */
export const formatPeriodTitle = (period: Period) => (period === 'all' ? 'of All Time' : LABELS[period])

/** Tabs that select a ranking's period, which is part of the URL. */
export function PeriodTabs({ current, href }: { current: Period; href: (period: Period) => string }) {
	return (
		<Tabs label="Time period">
			{PERIODS.map((period) => (
				<Link key={period} to={href(period)} aria-current={period === current ? 'true' : undefined} preventScrollReset>
					{LABELS[period]}
				</Link>
			))}
		</Tabs>
	)
}
