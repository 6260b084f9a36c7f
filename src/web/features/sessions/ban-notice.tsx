import { Link } from 'react-router'
import type { Static } from 'typebox'
import { paths } from '#contract/paths.ts'
import { REASON_LABELS } from '#contract/report-reasons.ts'
import type { Ban } from '#contract/session-refusals.ts'
import card from '#web/ui/card.module.css'
import css from './ban-notice.module.css'

/** Says why somebody cannot log in, and how to appeal. */
export function BanNotice({ ban: { actionId, reason, note, token } }: { ban: Static<typeof Ban> }) {
	return (
		<div className={`${card.box} ${css.notice}`} role="note">
			{reason && <p>Reason: {REASON_LABELS[reason].toLowerCase()}.</p>}
			{note && <p className={css.note}>{note}</p>}
			{actionId && (
				<p>
					<Link to={paths.appeal(actionId, token ? { token } : {})}>The decision, and how to appeal</Link>
				</p>
			)}
		</div>
	)
}
