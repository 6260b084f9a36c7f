import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useHead } from '#web/app/head.tsx'
import { useSession } from '#web/app/session.tsx'
import { LazyListForm } from '#web/features/lists/lazy-list-form.tsx'
import { ListFormFrame, ListFormSkeleton } from '#web/features/lists/list-form-frame.tsx'
import { LOG_IN_TO_CREATE_LIST } from '#web/features/sessions/login-message.ts'
import { LoginRedirect } from '#web/features/sessions/login-redirect.tsx'

const TITLE = 'Create Game List'

/** Creates a list of games. Redirects visitors to the login, with a return path. */
export function Component() {
	const navigate = useNavigate()
	const { user, status } = useSession()
	useHead({ title: TITLE })
	if (status === 'out') return <LoginRedirect message={LOG_IN_TO_CREATE_LIST} />
	return (
		<ListFormFrame title={TITLE}>
			{user ? (
				<LazyListForm
					key={user.id}
					userId={user.id}
					list={null}
					onSaved={(id) => void navigate(paths.list(id), { replace: true })}
					onCancel={() => void navigate(paths.home())}
				/>
			) : (
				<ListFormSkeleton message="create-list" />
			)}
		</ListFormFrame>
	)
}
