import { Link } from 'react-router'
import { BAD_LINK } from '#contract/account.ts'
import { paths } from '#contract/paths.ts'
import { confirmReport } from '#contract/reports.ts'
import { useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { InvalidLink } from '#web/features/account/invalid-link.tsx'
import { useLinkToken } from '#web/features/account/use-link-token.ts'
import { AuthActions, AuthScreen } from '#web/features/sessions/auth-screen.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** The target of the mailed link of a visitor's report. Opening it changes nothing, because programs open links, too. */
export function Component() {
	const token = useLinkToken()
	const { send, isDone, error, isSending } = useSend(confirmReport)
	useHead({ title: 'Confirm your report', description: 'Confirm the email address of your report.' })
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
				title="Thank you"
				lead="A moderator will look at your report, usually within a day. We’ll email you the decision."
				takesFocus
			>
				<AuthActions>
					<Link className={buttonClass('quiet')} to={paths.home()}>
						Back to Home
					</Link>
				</AuthActions>
			</AuthScreen>
		)
	if (error?.code === BAD_LINK.code)
		return (
			<InvalidLink
				title="This link no longer works"
				lead="Either it was already used, and a moderator has your report, or it is older than a day."
				takesFocus
			/>
		)
	return (
		<AuthScreen title="Confirm your report" lead="A moderator will get your report once you confirm your address.">
			<AuthActions>
				{error && !isSending && <Notice kind="bad" message={getFailureMessage(error, confirmReport.config.failure)} />}
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
