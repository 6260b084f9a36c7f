import { useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import dialog from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import css from './confirm-question.module.css'

interface UnsavedChangesProps {
	/** The object of the sentence "Your changes to this list". */
	what: string
	/** Called when the user is about to leave. */
	isUnsaved: () => boolean
	/** Called when the user confirms leaving, before the navigation. */
	onDiscard: () => void
}

/** Asks for confirmation before the user leaves a page with unsaved changes by a link, Back or closing the tab. */
export function UnsavedChanges({ what, isUnsaved, onDiscard }: UnsavedChangesProps) {
	const blocker = useBlocker(
		({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isUnsaved(),
	)
	const warn = useEffectEvent((event: BeforeUnloadEvent) => {
		if (isUnsaved()) event.preventDefault()
	})
	// On closing or reloading the tab, the browser shows its own dialog
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
			<p className={css.question}>Your changes to {what} are not saved yet. If you leave now, they will be lost.</p>
			<div className={dialog.actions}>
				<Button onClick={stay}>Keep Editing</Button>
				<Button
					kind="danger"
					onClick={() => {
						if (blocker.state !== 'blocked') return
						onDiscard()
						blocker.proceed()
					}}
				>
					Discard Changes
				</Button>
			</div>
		</Dialog>
	)
}
