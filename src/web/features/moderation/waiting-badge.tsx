import { countReports } from '#contract/moderation.ts'
import { useRead } from '#web/app/data.tsx'
import { formatCompact } from '#web/app/format.ts'
import css from './waiting-badge.module.css'

const POLL_MS = 5 * 60_000

/** The number of reports, appeals and suggested games that wait, after the name of the page that lists them. */
export function WaitingBadge() {
	const { data } = useRead(countReports, {}, { refetchInterval: POLL_MS })
	const waiting = data ? data.open + data.appeals + data.suggestions : 0
	if (waiting === 0) return null
	return (
		<span className={css.badge}>
			{formatCompact(waiting)}
			<span className="visually-hidden"> waiting</span>
		</span>
	)
}
