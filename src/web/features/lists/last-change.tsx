import type { Dispatch } from 'react'
import { Button } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import css from './last-change.module.css'
import { describeLastChange, type GamesChange, type ListedGames } from './list-game-changes.ts'

/** A message about the last change to a list's games. It fades out, unless the change can be undone. */
export function LastChangeMessage({ listed, change }: { listed: ListedGames; change: Dispatch<GamesChange> }) {
	const sentence = describeLastChange(listed)
	const isRemoved = listed.last?.kind === 'removed'
	return (
		<div role="status" className={css.container}>
			{sentence && (
				<p
					// A new key restarts the animation for each change.
					key={listed.changes}
					className={`${card.raised} ${css.message} ${isRemoved ? '' : css.leaving}`}
				>
					{sentence}
					{isRemoved && (
						<Button kind="plain" onClick={() => change({ kind: 'restore' })}>
							Undo
						</Button>
					)}
				</p>
			)}
		</div>
	)
}
