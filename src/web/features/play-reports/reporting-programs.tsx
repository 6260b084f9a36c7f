import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { ReportingClient } from '#contract/play-reports.ts'
import rows from '#web/ui/setting-rows.module.css'
import { Time } from '#web/ui/time.tsx'
import css from './play-reports.module.css'

/** The programs that report play time for the viewer, and where they are stopped. */
export function ReportingPrograms({ clients }: { clients: readonly ReportingClient[] }) {
	return (
		<section className={css.section} aria-labelledby="reporting-programs">
			<h2 id="reporting-programs">Programs</h2>
			<ul className={css.list}>
				{clients.map(({ client, lastReportAt }) => (
					<li key={client} className={rows.row}>
						<span className={rows.words}>
							<strong>{client}</strong>
							<span className={rows.when}>
								{lastReportAt ? (
									<>
										Last report <Time time={lastReportAt} inSentence />
									</>
								) : (
									'No play time so far'
								)}
							</span>
						</span>
					</li>
				))}
			</ul>
			<p className={css.lead}>
				To stop one, end its token in <Link to={paths.settings()}>Settings</Link>.
			</p>
		</section>
	)
}
