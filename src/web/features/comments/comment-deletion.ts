import { useSyncExternalStore } from 'react'
import { type Comment, deleteComment } from '#contract/comments.ts'
import { type ApiError, call } from '#web/app/api-client.ts'
import { browserTransport } from '#web/app/browser-transport.ts'
import { getFailureMessage, isMissing } from '#web/app/failure-messages.ts'
import { showToast } from '#web/app/toasts.ts'
import { createStore } from '#web/ui/store.ts'

const NONE: ReadonlyMap<string, Comment> = new Map()

/**
 * The deleted comments that the server still has. A comment written again would have lost its date, its likes and its
 * place in activity feeds, so a deletion is sent only when it can no longer be undone. If the tab crashes before that,
 * the comment is still there.
 */
const deleted = createStore(NONE)

function change(update: (comments: Map<string, Comment>) => void): void {
	const changed = new Map(deleted.get())
	update(changed)
	deleted.set(changed)
}

/** Returns the ids of a subject's comments that the viewer has deleted and that the server still has. */
export function useDeletedCommentIds(subjectId: string): ReadonlySet<string> {
	const comments = useSyncExternalStore(deleted.subscribe, deleted.get, () => NONE)
	const own = [...comments.values()].filter(({ reviewId, listId }) => (reviewId ?? listId) === subjectId)
	return new Set(own.map(({ id }) => id))
}

/** Deletes comments at once for the viewer, and on the server when the message with Undo is gone. */
export function useCommentDeletion(onDeleted: (comment: Comment) => void) {
	return (comment: Comment) => {
		change((comments) => comments.set(comment.id, comment))
		const restore = () => change((comments) => comments.delete(comment.id))
		showToast({
			message: 'Comment deleted',
			actions: [{ label: 'Undo', onPress: restore }],
			onEnd: () =>
				send(comment.id).then(
					() => {
						onDeleted(comment)
						restore()
					},
					(error: ApiError) => {
						restore()
						showToast({ kind: 'bad', message: getFailureMessage(error, deleteComment.config.failure) })
					},
				),
		})
	}
}

/** Deletes a comment on the server, even if the page is left meanwhile. It may already be gone. */
async function send(id: string): Promise<void> {
	try {
		await call(browserTransport, deleteComment, { params: { id } }, { keepalive: true })
	} catch (error) {
		if (!isMissing(error as ApiError)) throw error
	}
}
