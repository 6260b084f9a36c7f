import { Navigate, useNavigate, useParams } from 'react-router'
import { getList } from '#contract/lists.ts'
import { paths } from '#contract/paths.ts'
import type { ApiError } from '#web/app/api-client.ts'
import { failureSentence, failureStatus, isMissing, loads, preload, read, useRead } from '#web/app/data.tsx'
import { useHead } from '#web/app/head.tsx'
import { useSession } from '#web/app/session.tsx'
import { ListForm } from '#web/features/lists/list-form.tsx'
import { ListFormFrame, ListFormPlace } from '#web/features/lists/list-form-frame.tsx'
import { ListUnread } from '#web/features/lists/list-unread.tsx'
import { LOG_IN_TO_EDIT_LIST } from '#web/features/sessions/login-message.ts'
import { SignInFirst } from '#web/features/sessions/sign-in-first.tsx'
import { Button } from '#web/ui/button.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'

const TITLE = 'Edit Game List'

function inputOf(listId: string | undefined) {
	return { params: { id: listId ?? '' } }
}

export const loader = loads(({ client, params }) => preload(client, read(getList, inputOf(params.listId))))

/** Edits an own list. Visitors are sent to sign in and come back, others to the list itself. */
export function Component() {
	const { listId } = useParams()
	const navigate = useNavigate()
	const { user, status } = useSession()
	const { data: list, error, retry } = useRead(getList, inputOf(listId))
	useHead({ title: TITLE, status: error && !list ? failureStatus(error) : 200 })
	const goBack = () => {
		// Whoever opened the address by itself has nothing behind it.
		if (isFirstScreen()) void navigate(listId === undefined ? paths.home() : paths.list(listId), { replace: true })
		else void navigate(-1)
	}
	if (status === 'out') return <SignInFirst message={LOG_IN_TO_EDIT_LIST} />
	if (error && (!list || isMissing(error))) return <Unread error={error} onRetry={retry} onBack={goBack} />
	if (list && user && list.userId !== user.id) return <Navigate to={paths.list(list.id)} replace />
	return (
		<ListFormFrame title={TITLE} action={<Button onClick={goBack}>Back</Button>}>
			{list && user ? (
				<ListForm
					// What is not saved is kept, so that it also survives a newer list from elsewhere.
					key={`${user.id} ${list.id} ${list.updatedAt}`}
					userId={user.id}
					list={list}
					onSaved={(id) => void navigate(paths.list(id), { replace: true })}
					onCancel={goBack}
				/>
			) : (
				<ListFormPlace message="edit-list" />
			)}
		</ListFormFrame>
	)
}

function Unread({ error, onRetry, onBack }: { error: ApiError; onRetry: () => void; onBack: () => void }) {
	return (
		<ListUnread sentence={failureSentence(error, 'Failed to load list data')}>
			<Button onClick={onBack}>Go Back</Button>
			{!isMissing(error) && <TryAgain onRetry={onRetry} />}
		</ListUnread>
	)
}

/** Whether the router has shown nothing before this in the tab: it counts its screens in `idx`. */
function isFirstScreen(): boolean {
	const state: unknown = window.history.state
	return state === null || typeof state !== 'object' || !('idx' in state) || state.idx === 0
}
