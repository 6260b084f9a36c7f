import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useHead } from '#web/app/head.tsx'
import { ForgotPasswordForm } from '#web/features/account/forgot-password-form.tsx'
import { AuthActions, AuthOther, AuthScreen } from '#web/features/sessions/auth-screen.tsx'
import { Button } from '#web/ui/button.tsx'

/** Mails a password reset link. */
export function Component() {
	const [confirmation, setConfirmation] = useState<string | null>(null)
	const [isRetry, setRetry] = useState(false)
	useHead({ title: 'Forgot password', description: 'Get a link to choose a new password for Savepoint.' })
	if (confirmation !== null)
		return (
			<AuthScreen
				key="sent"
				title="Check your mail"
				lead={`${confirmation} Nothing there? Check your spam folder.`}
				takesFocus
			>
				<AuthActions>
					<Button
						onClick={() => {
							setConfirmation(null)
							setRetry(true)
						}}
					>
						Use Another Address
					</Button>
				</AuthActions>
				<AuthOther>
					<Link to={paths.login()}>Back to login</Link>
				</AuthOther>
			</AuthScreen>
		)
	return (
		<AuthScreen
			key="form"
			title="Forgot your password?"
			lead="Enter your email and we’ll send you a link to choose a new one."
			takesFocus={isRetry}
		>
			<ForgotPasswordForm onSent={setConfirmation} />
			<AuthOther>
				Remembered it? <Link to={paths.login()}>Back to login</Link>
			</AuthOther>
		</AuthScreen>
	)
}
