import { Time } from '#web/ui/time.tsx'
import css from './suspension-bar.module.css'

/** Says until when the viewer cannot write. The message about it, which has the reason, is in the bell. */
export function SuspensionBar({ until }: { until: string }) {
	if (Date.parse(until) <= Date.now()) return null
	return (
		<aside className={css.bar} aria-label="Suspension">
			<p>
				Your account is suspended until <Time time={until} precision="minute" />. You can read but not post. Your
				notifications say why, and how to appeal.
			</p>
		</aside>
	)
}
