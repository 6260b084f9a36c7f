import type { ReportGroup } from '#contract/moderation.ts'
import css from './reported-text.module.css'

interface ReportedTextProps {
	group: Pick<ReportGroup, 'snapshot' | 'present'>
	/** When the first text was so. */
	when?: string
}

/** The text that was reported, and beside it what it says now if that is something else. */
export function ReportedText({ group: { snapshot, present }, when = 'As reported' }: ReportedTextProps) {
	const isSame = present === snapshot
	return (
		<div className={css.texts}>
			<div className={css.text}>
				<p className={css.label}>{isSame ? `${when} (not edited since)` : when}</p>
				<p className={css.words}>{snapshot || 'No text'}</p>
			</div>
			{!isSame && (
				<div className={css.text}>
					<p className={css.label}>Now</p>
					<p className={present ? css.words : css.none}>{present ?? 'It is gone.'}</p>
				</div>
			)}
		</div>
	)
}
