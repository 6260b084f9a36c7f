import { useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import css from './confirm-question.module.css'

interface UnsavedChangesProps {
	/** What was changed, as in "Your changes to this list". */
	what: string
	/** Asked at the moment of leaving. */
	isUnsaved: () => boolean
	/** Called when the person leaves all the same, before they do. */
	onDiscard: () => void
}

/** Asks before a page with unsaved changes is left, by a link, by Back or by closing the tab. */
export function UnsavedChanges({ what, isUnsaved, onDiscard }: UnsavedChangesProps) {
	const blocker = useBlocker(
		({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isUnsaved(),
	)
	const warn = useEffectEvent((event: BeforeUnloadEvent) => {
		if (isUnsaved()) event.preventDefault()
	})
	// Closing the tab or reloading it is the browser's matter, and so is that question.
	useEffect(() => {
		const onBeforeUnload = (event: BeforeUnloadEvent) => warn(event)
		window.addEventListener('beforeunload', onBeforeUnload)
		return () => window.removeEventListener('beforeunload', onBeforeUnload)
	}, [])
	const stay = () => {
		if (blocker.state === 'blocked') blocker.reset()
	}
	return (
		<Dialog open={blocker.state === 'blocked'} title="Leave without saving?" onClose={stay}>
			<p className={css.question}>Your changes to {what} are not saved yet. If you leave now, they are gone.</p>
			<div className={css.actions}>
				<Button onClick={stay}>Keep editing</Button>
				<Button
					kind="danger"
					onClick={() => {
						if (blocker.state !== 'blocked') return
						onDiscard()
						blocker.proceed()
					}}
				>
					Discard changes
				</Button>
			</div>
		</Dialog>
	)
}
