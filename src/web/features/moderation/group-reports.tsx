import { Link } from 'react-router'
import type { ReportGroup } from '#contract/moderation.ts'
import { paths } from '#contract/paths.ts'
import { REASON_LABELS } from '#contract/report-reasons.ts'
import { pluralize } from '#web/app/format.ts'
import disclosure from '#web/ui/disclosure.module.css'
import { Time } from '#web/ui/time.tsx'
import css from './group-reports.module.css'
import card from './report-group-card.module.css'

/** The reports that are shown before one asks for the rest. */
const FIRST = 3

/** Who reported something, and why. */
export function GroupReports({ group: { reports, reportCount } }: { group: ReportGroup }) {
	if (reports.length === 0) return null
	const rest = reports.slice(FIRST)
	return (
		<section className={css.reports}>
			<h3 className={card.label}>{pluralize(reportCount, 'report')}</h3>
			<ReportRows reports={reports.slice(0, FIRST)} />
			{rest.length > 0 && (
				<details>
					<summary className={disclosure.opener}>{pluralize(reportCount - FIRST, 'more report')}</summary>
					<ReportRows reports={rest} />
				</details>
			)}
		</section>
	)
}

function ReportRows({ reports }: Pick<ReportGroup, 'reports'>) {
	return (
		<ul className={css.rows}>
			{reports.map(({ id, reason, text, reporter, isWithheld, isVisitor, isAddressConfirmed, createdAt }) => (
				<li key={id} className={css.row}>
					<p>
						<strong>{REASON_LABELS[reason]}</strong>
						<span className={css.from}>
							{' '}
							{reporter ? (
								<Link to={paths.profile(reporter.username)}>{reporter.username}</Link>
							) : isWithheld ? (
								'a member (visible to admins only)'
							) : isVisitor ? (
								`a visitor${isAddressConfirmed ? '' : ' (address not confirmed)'}`
							) : reason === 'blocked_word' ? (
								'the site'
							) : (
								'a deleted account'
							)}
							, <Time time={createdAt} inSentence />
						</span>
					</p>
					{text && <p className={css.text}>{text}</p>}
				</li>
			))}
		</ul>
	)
}
