import { MODERATION_ACTIONS } from '#contract/moderation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ACTIONS } from './action-words.ts'
import css from './keys-dialog.module.css'

const KEYS: readonly { keys: readonly string[]; what: string }[] = [
	{ keys: ['j', '↓'], what: 'Next' },
	{ keys: ['k', '↑'], what: 'Previous' },
	{ keys: ['Enter'], what: 'Open in context' },
	...MODERATION_ACTIONS.map((action) => ({ keys: [ACTIONS[action].key], what: ACTIONS[action].label })),
	{ keys: ['e'], what: 'Remove the author’s posts from the last 24 hours' },
	{ keys: ['x'], what: 'Select author' },
	{ keys: ['?'], what: 'Show this list' },
]

/** The keys of the queue. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
	return (
		<Dialog open={open} title="Keyboard Shortcuts" onClose={onClose}>
			<dl className={css.keys}>
				{KEYS.map(({ keys, what }) => (
					<div key={what} className={css.row}>
						<dt>
							{keys.map((key) => (
								<kbd key={key} className={css.key}>
									{key}
								</kbd>
							))}
						</dt>
						<dd>{what}</dd>
					</div>
				))}
			</dl>
			<p className={css.hint}>Every action asks first. Enter confirms, Escape cancels.</p>
		</Dialog>
	)
}
