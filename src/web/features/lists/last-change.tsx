import type { Dispatch } from 'react'
import { Button } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import css from './last-change.module.css'
import { describeLastChange, type GamesChange, type ListedGames } from './list-game-changes.ts'

/** Says what has just been done with a list's games. It leaves by itself, but for what can be undone. */
export function LastChangeMessage({ listed, change }: { listed: ListedGames; change: Dispatch<GamesChange> }) {
	const sentence = describeLastChange(listed)
	const isRemoved = listed.last?.kind === 'removed'
	return (
		<div role="status" className={css.place}>
			{sentence && (
				<p
					// Each change is a new note, with its own time.
					key={listed.changes}
					className={`${card.raised} ${css.note} ${isRemoved ? '' : css.leaving}`}
				>
					{sentence}
					{isRemoved && (
						<Button kind="plain" onClick={() => change({ kind: 'return' })}>
							Undo
						</Button>
					)}
				</p>
			)}
		</div>
	)
}
