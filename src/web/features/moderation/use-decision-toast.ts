import { type Action, type ModerationAction, takeAction } from '#contract/moderation.ts'
import { useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { showToast } from '#web/app/toasts.ts'
import { ACTIONS } from './action-words.ts'

const canBeRestored = (action: ModerationAction) => action === 'remove' || action === 'mark_spoiler'

/** Returns a function that says what was decided, with Undo where that restores. `onRestored` is called after it has. */
export function useDecisionToast(onRestored: () => void) {
	const restoring = useSend(takeAction, {
		onDone: () => {
			showToast({ message: `${ACTIONS.restore.done}.` })
			onRestored()
		},
		onError: (error) => showToast({ kind: 'bad', message: getFailureMessage(error, takeAction.config.failure) }),
	})
	return (action: ModerationAction, { id, subject, subjectId }: Action, { isLast }: { isLast: boolean }) => {
		const done = `${ACTIONS[action].done}.`
		const undo = () => restoring.send({ body: { subject, subjectId, action: 'restore', seen: id } })
		showToast({
			message: isLast ? `${done} That was the last one.` : done,
			...(canBeRestored(action) && { actions: [{ label: 'Undo', onPress: undo }] }),
		})
	}
}
