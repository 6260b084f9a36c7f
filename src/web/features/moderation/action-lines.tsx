import { type Action, APPEAL_LABELS } from '#contract/moderation.ts'
import { Time, useMomentFormat } from '#web/ui/time.tsx'
import css from './action-lines.module.css'
import { describeAction, nameActor } from './action-words.ts'

/** What was done, a line each, the newest first. */
export function ActionLines({ actions }: { actions: readonly Action[] }) {
	const format = useMomentFormat()
	return (
		<ul className={css.lines}>
			{actions.map((action) => (
				<li key={action.id} className={css.line}>
					<strong>{nameActor(action)}</strong> {describeAction(action, format)}
					<span className={css.when}>
						{' '}
						<Time time={action.createdAt} inSentence />
						{action.undoneAt && <span title={format(action.undoneAt, 'minute')}>, undone</span>}
						{action.appeal && `, appeal: ${APPEAL_LABELS[action.appeal.state].toLowerCase()}`}
					</span>
					{action.note && <span className={css.note}>{action.note}</span>}
				</li>
			))}
		</ul>
	)
}
