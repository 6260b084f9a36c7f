import { Navigate, useNavigate, useParams } from 'react-router'
import { getList } from '#contract/lists.ts'
import { paths } from '#contract/paths.ts'
import type { ApiError } from '#web/app/api-client.ts'
import { isLoggedIn } from '#web/app/credentials.ts'
import { createLoader, preload, read, useRead } from '#web/app/data.tsx'
import { getFailureMessage, getFailureStatus, isMissing } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { useSession } from '#web/app/session.tsx'
import { LazyListForm, loadListForm } from '#web/features/lists/lazy-list-form.tsx'
import { ListFormFrame, ListFormSkeleton } from '#web/features/lists/list-form-frame.tsx'
import { ListLoadError } from '#web/features/lists/list-load-error.tsx'
import { revealedListInput } from '#web/features/lists/list-text.tsx'
import { LOG_IN_TO_EDIT_LIST } from '#web/features/sessions/login-message.ts'
import { LoginRedirect } from '#web/features/sessions/login-redirect.tsx'
import { Button } from '#web/ui/button.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'

const TITLE = 'Edit Game List'

function listInput(listId: string | undefined) {
	return { params: { id: listId ?? '' } }
}

export const loader = createLoader(({ client, params }) => {
	if (isLoggedIn()) loadListForm().catch(() => {})
	return preload(client, read(getList, listInput(params.listId)))
})

/** Edits a list. Redirects visitors to the login, with a return path, and non-owners to the list. */
export function Component() {
	const { listId } = useParams()
	const navigate = useNavigate()
	const { user, status } = useSession()
	const sent = useRead(getList, listInput(listId))
	// A copy's texts can have spans that are hidden from its owner, too
	const whole = useRead(getList, revealedListInput(listId ?? ''), {
		enabled: status === 'in' && sent.data?.isHidden === true,
	})
	const { data: list, error, retry } = sent.data?.isHidden ? whole : sent
	useHead({ title: TITLE, status: error && !list ? getFailureStatus(error) : 200 })
	const goBack = () => {
		// Opened directly, the page has no history to go back to
		if (isFirstScreen()) void navigate(listId === undefined ? paths.home() : paths.list(listId), { replace: true })
		else void navigate(-1)
	}
	if (status === 'out') return <LoginRedirect message={LOG_IN_TO_EDIT_LIST} />
	// The server renders for visitors, and the texts that they get must not be saved
	const isHidden = list?.isHidden ?? true
	if (error && (isHidden || isMissing(error))) return <LoadFailure error={error} onRetry={retry} onBack={goBack} />
	if (list && user && list.userId !== user.id) return <Navigate to={paths.list(list.id)} replace />
	return (
		<ListFormFrame title={TITLE} action={<Button onClick={goBack}>Back</Button>}>
			{list && user && !isHidden ? (
				<LazyListForm
					// Remounts for a newer version of the list; the stored draft carries unsaved changes over
					key={`${user.id} ${list.id} ${list.updatedAt}`}
					userId={user.id}
					list={list}
					onSaved={(id) => void navigate(paths.list(id), { replace: true })}
					onCancel={goBack}
				/>
			) : (
				<ListFormSkeleton message="edit-list" />
			)}
		</ListFormFrame>
	)
}

function LoadFailure({ error, onRetry, onBack }: { error: ApiError; onRetry: () => void; onBack: () => void }) {
	return (
		<ListLoadError sentence={getFailureMessage(error, 'Failed to load list data')}>
			<Button onClick={onBack}>Go Back</Button>
			{!isMissing(error) && <TryAgain onRetry={onRetry} />}
		</ListLoadError>
	)
}

/** Whether this is the tab's first screen: the router counts its history entries in `idx`. */
function isFirstScreen(): boolean {
	const state: unknown = window.history.state
	return state === null || typeof state !== 'object' || !('idx' in state) || state.idx === 0
}
