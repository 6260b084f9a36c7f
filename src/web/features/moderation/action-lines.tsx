import type { Action } from '#contract/moderation.ts'
import { formatExactTime } from '#web/ui/relative-time.ts'
import { Time } from '#web/ui/time.tsx'
import css from './action-lines.module.css'
import { describeAction, nameActor } from './action-words.ts'

/** What was done, a line each, the newest first. */
export function ActionLines({ actions }: { actions: readonly Action[] }) {
	return (
		<ul className={css.lines}>
			{actions.map((action) => (
				<li key={action.id} className={css.line}>
					<strong>{nameActor(action)}</strong> {describeAction(action)}
					<span className={css.when}>
						{' '}
						<Time time={action.createdAt} inSentence />
						{action.undoneAt && <span title={formatExactTime(action.undoneAt)}>, undone</span>}
						{action.appeal && `, appeal ${action.appeal.state}`}
					</span>
					{action.note && <span className={css.note}>{action.note}</span>}
				</li>
			))}
		</ul>
	)
}
