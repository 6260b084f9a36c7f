import { useState } from 'react'
import { Link } from 'react-router'
import { AuthActions, AuthOther, AuthScreen } from '../auth/auth-screen.tsx'
import { ForgotPasswordForm } from '../auth/forgot-password-form.tsx'
import { useHead } from '../head.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'

/** Where someone who is locked out has the link to a new password mailed. */
export function Component() {
	const [said, setSaid] = useState<string | null>(null)
	const [isAgain, setAgain] = useState(false)
	useHead({ title: 'Forgot password', description: 'Get a link with which you choose a new password for Savepoint.' })
	if (said !== null)
		return (
			<AuthScreen
				key="sent"
				title="Check your mail"
				lead={`${said} Nothing came? Look among the spam, too.`}
				takesFocus
			>
				<AuthActions>
					<Button
						onClick={() => {
							setSaid(null)
							setAgain(true)
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
			lead="Tell us the address of your account, and we send you a link with which you choose a new one."
			takesFocus={isAgain}
		>
			<ForgotPasswordForm onSent={setSaid} />
			<AuthOther>
				Remembered it? <Link to={paths.login()}>Back to login</Link>
			</AuthOther>
		</AuthScreen>
	)
}
