import { useEffect, useEffectEvent } from 'react'
import { Link } from 'react-router'
import { verifyEmail } from '#contract/account.ts'
import { paths } from '#contract/paths.ts'
import { storeUser } from '#web/app/credentials.ts'
import { failureSentence, useSend } from '#web/app/data.tsx'
import { useHead } from '#web/app/head.tsx'
import { useSession } from '#web/app/session.tsx'
import { UselessLink } from '#web/features/account/invalid-link.tsx'
import { useLinkToken } from '#web/features/account/use-link-token.ts'
import { AuthActions, AuthScreen } from '#web/features/sessions/auth-screen.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'

/** Where the mailed link leads that confirms an address: it is confirmed at once. */
export function Component() {
	const token = useLinkToken()
	const own = useSession().user
	const { send, isDone, error, isSending } = useSend(verifyEmail, {
		onDone: ({ user }) => {
			// The link may be another account's than the one that is signed in here
			if (user.id === own?.id) storeUser(user)
		},
	})
	useHead({ title: 'Confirm your address', description: 'Confirm the e-mail address of your Savepoint account.' })
	const confirm = useEffectEvent((given: string) => send({ body: { token: given } }))
	// The link was opened to confirm the address: the server is told as soon as the token is known.
	useEffect(() => {
		if (typeof token === 'string') confirm(token)
	}, [token])
	if (token === null)
		return (
			<UselessLink
				title="This link is not complete"
				lead="Please open the link in the mail once more, or copy all of it into the address bar."
			/>
		)
	if (isDone)
		return (
			<AuthScreen
				key="done"
				title="Your address is confirmed"
				lead="Thank you. You need not do anything else."
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
			<UselessLink
				title="This link no longer works"
				lead="It was used already, and then your address is confirmed; or it is older than a day."
				takesFocus
			/>
		)
	return (
		<AuthScreen title="Confirm your address">
			{error && !isSending ? (
				<AuthActions>
					<Notice kind="bad" message={failureSentence(error, verifyEmail.config.failure)} />
					<TryAgain onRetry={() => typeof token === 'string' && send({ body: { token } })} />
				</AuthActions>
			) : (
				<Notice message="Confirming your address..." />
			)}
		</AuthScreen>
	)
}
