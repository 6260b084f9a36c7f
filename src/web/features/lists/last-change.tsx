import { type Dispatch, useEffect, useState } from 'react'
import { ACTION_MS, MESSAGE_MS } from '#web/app/toasts.ts'
import { bottomBar } from '#web/ui/bottom-bars.ts'
import { Button } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import { useCountdown } from '#web/ui/use-countdown.ts'
import css from './last-change.module.css'
import { describeLastChange, type GamesChange, isUndoable, type ListedGames } from './list-game-changes.ts'

interface LastChangeMessageProps {
	listed: ListedGames
	change: Dispatch<GamesChange>
}

/** A message about the last change to a list's games, for its time or, without Undo, until the next press anywhere. */
export function LastChangeMessage({ listed, change }: LastChangeMessageProps) {
	const sentence = describeLastChange(listed)
	return (
		<div role="status" className={css.container}>
			{/* A new key starts the time anew for each change */}
			{sentence && (
				<Message
					key={listed.changes}
					sentence={sentence}
					onUndo={listed.last && isUndoable(listed.last) ? () => change({ kind: 'undo' }) : null}
				/>
			)}
		</div>
	)
}

function Message({ sentence, onUndo }: { sentence: string; onUndo: (() => void) | null }) {
	const isUndoable = onUndo !== null
	const [shown, setShown] = useState<{ durationMs: number } | null>({ durationMs: isUndoable ? ACTION_MS : MESSAGE_MS })
	const holds = useCountdown(shown, () => setShown(null), isUndoable)
	// It lies on the rows that the press may be about
	useEffect(() => {
		if (isUndoable) return
		const hide = () => setShown(null)
		window.addEventListener('pointerdown', hide)
		return () => window.removeEventListener('pointerdown', hide)
	}, [isUndoable])
	if (!shown) return null
	return (
		<p ref={bottomBar} className={`${card.raised} ${css.message}`} {...holds}>
			{sentence}
			{onUndo && (
				<Button kind="plain" onClick={onUndo}>
					Undo
				</Button>
			)}
		</p>
	)
}
