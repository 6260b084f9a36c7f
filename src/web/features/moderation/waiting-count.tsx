import { countReports } from '#contract/moderation.ts'
import { useRead } from '#web/app/data.tsx'
import { formatCount } from '#web/app/format.ts'
import css from './waiting-count.module.css'

const POLL_MS = 60_000
const MAX_COUNT = 1000

/** How many reports wait, and how many of them too long. */
export function WaitingCount() {
	const { data } = useRead(countReports, {}, { refetchInterval: POLL_MS, refetchOnMount: 'always' })
	return (
		<p role="status" className={css.count}>
			{data && (
				<>
					{atMost(data.open)} waiting
					{data.overdue > 0 && <strong className={css.late}> · {atMost(data.overdue)} late</strong>}
				</>
			)}
		</p>
	)
}

const atMost = (count: number) => (count >= MAX_COUNT ? `${formatCount(MAX_COUNT)}+` : formatCount(count))
