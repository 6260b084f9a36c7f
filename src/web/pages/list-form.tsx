import { useNavigate } from 'react-router'
import { LOG_IN_TO_LIST } from '../auth/login-message.ts'
import { SignInFirst } from '../auth/sign-in-first.tsx'
import { useHead } from '../head.tsx'
import { ListForm } from '../lists/list-form.tsx'
import { ListFormFrame, ListFormPlace } from '../lists/list-form-frame.tsx'
import { paths } from '../paths.ts'
import { useSession } from '../session.tsx'

const title = 'Create Game List'

/** Makes a list of games. Visitors are sent to sign in and come back. */
export function Component() {
	const navigate = useNavigate()
	const { user, status } = useSession()
	useHead({ title })
	if (status === 'out') return <SignInFirst message={LOG_IN_TO_LIST} />
	return (
		<ListFormFrame title={title}>
			{user ? (
				<ListForm
					key={user.id}
					userId={user.id}
					list={null}
					onSaved={(id) => void navigate(paths.list(id), { replace: true })}
					onCancel={() => void navigate(paths.home())}
				/>
			) : (
				<ListFormPlace message="create-list" />
			)}
		</ListFormFrame>
	)
}
