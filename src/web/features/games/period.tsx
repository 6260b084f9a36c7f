import { Link } from 'react-router'
import { PERIODS, type Period } from '#contract/shapes.ts'
import { Tabs } from '#web/ui/tabs.tsx'

const LABELS: Readonly<Record<Period, string>> = {
	week: 'This Week',
	month: 'This Month',
	year: 'This Year',
	all: 'All Time',
}

/** The period that an address asks for, or else the given one. */
export function parsePeriod(search: URLSearchParams, otherwise: Period): Period {
	return PERIODS.find((period) => period === search.get('period')) ?? otherwise
}

/** A period inside a sentence: `this month`. */
export const formatPeriod = (period: Period) => LABELS[period].toLowerCase()

/** A period at the end of a title: `Popular Games This Month`. */
export const formatPeriodTitle = (period: Period) => (period === 'all' ? 'of All Time' : LABELS[period])

/** Chooses the period of a ranking; it stands in the address. */
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
