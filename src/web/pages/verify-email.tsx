import { Link } from 'react-router'
import { verifyEmail } from '#contract/account.ts'
import { paths } from '#contract/paths.ts'
import { storeUser } from '#web/app/credentials.ts'
import { useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { useSession } from '#web/app/session.tsx'
import { InvalidLink } from '#web/features/account/invalid-link.tsx'
import { useLinkToken } from '#web/features/account/use-link-token.ts'
import { AuthActions, AuthScreen } from '#web/features/sessions/auth-screen.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** The target of a mailed confirmation link. Opening it changes nothing, because programs open links, too. */
export function Component() {
	const token = useLinkToken()
	const viewer = useSession().user
	const { send, isDone, error, isSending } = useSend(verifyEmail, {
		onDone: ({ user }) => {
			// The link may belong to another account than the one logged in here
			if (user.id === viewer?.id) storeUser(user)
		},
	})
	useHead({ title: 'Confirm your address', description: 'Confirm the email address of your Savepoint account.' })
	if (token === null)
		return (
			<InvalidLink
				title="This link is incomplete"
				lead="Please open the link in the email again, or copy the whole link into the address bar."
			/>
		)
	if (isDone)
		return (
			<AuthScreen
				key="done"
				title="Your address is confirmed"
				lead="Thank you. You don’t need to do anything else."
				takesFocus
			>
				<AuthActions>
					<Link className={buttonClass('main')} to={paths.home()}>
						Go to Savepoint
					</Link>
				</AuthActions>
			</AuthScreen>
		)
	if (error?.code === 'bad_token')
		return (
			<InvalidLink
				title="This link no longer works"
				lead="Either it was already used, and your address is confirmed, or it is older than a day."
				takesFocus
			/>
		)
	return (
		<AuthScreen
			title="Confirm your address"
			lead="You’ll get emails about your account at this address, and can reset your password with it."
		>
			<AuthActions>
				{error && !isSending && <Notice kind="bad" message={getFailureMessage(error, verifyEmail.config.failure)} />}
				<Button
					kind="main"
					aria-disabled={isSending || token === undefined}
					onClick={() => token !== undefined && !isSending && send({ body: { token } })}
				>
					{isSending ? 'Confirming...' : 'Confirm My Address'}
				</Button>
			</AuthActions>
		</AuthScreen>
	)
}
