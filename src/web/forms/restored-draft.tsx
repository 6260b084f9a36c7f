import { Button } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import css from './restored-draft.module.css'

/** Says that what was typed before is back in the form, and offers to do without it. */
export function RestoredDraft({ onDiscard }: { onDiscard: () => void }) {
	return (
		<p className={`${card.box} ${css.restored}`} role="status">
			Your unsaved draft is back.
			<Button kind="plain" onClick={onDiscard}>
				Discard draft
			</Button>
		</p>
	)
}
