import { useState } from 'react'
import { useNavigate } from 'react-router'
import { BAD_LINK } from '#contract/account.ts'
import { paths } from '#contract/paths.ts'
import { PROVIDER_NAMES, type Provider } from '#contract/social-login-providers.ts'
import { clearCredentials } from '#web/app/credentials.ts'
import { useHead } from '#web/app/head.tsx'
import { UselessLink } from '#web/features/account/invalid-link.tsx'
import { ResetPasswordForm } from '#web/features/account/reset-password-form.tsx'
import { useLinkToken } from '#web/features/account/use-link-token.ts'
import { AuthScreen } from '#web/features/sessions/auth-screen.tsx'

/** What the login says of a reset. */
function doneSentence(disconnected: readonly Provider[]): string {
	const names = disconnected.map((provider) => PROVIDER_NAMES[provider]).join(' and ')
	return names === ''
		? 'Your password is changed. Please log in with the new one.'
		: `Your password is changed, and ${names} can no longer log in here. Please log in with the new password.`
}

/** Where the mailed link leads: a new password is chosen, and one logs in with it. */
export function Component() {
	const token = useLinkToken()
	const [useless, setUseless] = useState<string | null>(null)
	const navigate = useNavigate()
	useHead({ title: 'Choose a new password', description: 'Choose a new password for your Savepoint account.' })
	if (token === null)
		return (
			<UselessLink
				title="This link is not complete"
				lead="Please open the link in the mail once more, or copy all of it into the address bar."
				canAskAgain
			/>
		)
	// Another link may be opened in the same tab.
	if (useless !== null && useless === token)
		return <UselessLink title="This link no longer works" lead={BAD_LINK.error} takesFocus canAskAgain />
	return (
		<AuthScreen title="Choose a new password" lead="It logs you out everywhere else. Then log in with the new one.">
			<ResetPasswordForm
				token={token}
				onUseless={() => setUseless(token ?? null)}
				onDone={(disconnected) => {
					// The session that this browser may still hold has ended with all others.
					clearCredentials()
					void navigate(paths.login(), {
						replace: true,
						state: { message: doneSentence(disconnected) },
					})
				}}
			/>
		</AuthScreen>
	)
}
