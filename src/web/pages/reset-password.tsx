import { useState } from 'react'
import { useNavigate } from 'react-router'
import { BAD_LINK } from '#contract/account.ts'
import { paths } from '#contract/paths.ts'
import { PROVIDER_NAMES, type Provider } from '#contract/social-login-providers.ts'
import { clearCredentials } from '#web/app/credentials.ts'
import { useHead } from '#web/app/head.tsx'
import { InvalidLink } from '#web/features/account/invalid-link.tsx'
import { ResetPasswordForm } from '#web/features/account/reset-password-form.tsx'
import { useLinkToken } from '#web/features/account/use-link-token.ts'
import { AuthScreen } from '#web/features/sessions/auth-screen.tsx'

/** Returns the flash message that the login page shows after a reset. */
function resetMessage(disconnected: readonly Provider[]): string {
	const names = disconnected.map((provider) => PROVIDER_NAMES[provider]).join(' and ')
	return names === ''
		? 'Your password has been changed. Please log in with the new one.'
		: `Your password has been changed, and ${names} can no longer be used to log in. Please log in with the new password.`
}

/** The target of a mailed reset link: sets a new password, then continues to the login. */
export function Component() {
	const token = useLinkToken()
	const [rejectedToken, setRejectedToken] = useState<string | null>(null)
	const navigate = useNavigate()
	useHead({ title: 'Choose a new password', description: 'Choose a new password for your Savepoint account.' })
	if (token === null)
		return (
			<InvalidLink
				title="This link is incomplete"
				lead="Please open the link in the email again, or copy the whole link into the address bar."
				canRequestNew
			/>
		)
	// Another link may be opened in the same tab, so compare the tokens
	if (rejectedToken !== null && rejectedToken === token)
		return <InvalidLink title="This link no longer works" lead={BAD_LINK.error} takesFocus canRequestNew />
	return (
		<AuthScreen title="Choose a new password" lead="This logs you out everywhere. Then log in with your new password.">
			<ResetPasswordForm
				token={token}
				onInvalidLink={() => setRejectedToken(token ?? null)}
				onDone={(disconnected) => {
					// The reset revoked all sessions, this browser's included
					clearCredentials()
					void navigate(paths.login(), {
						replace: true,
						state: { message: resetMessage(disconnected) },
					})
				}}
			/>
		</AuthScreen>
	)
}
