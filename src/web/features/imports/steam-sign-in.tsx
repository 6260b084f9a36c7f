import { useSearchParams } from 'react-router'
import { createImport, STEAM_OUTCOMES, STEAM_SIGN_IN_NEEDED, startSteamSignIn } from '#contract/imports.ts'
import { useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { platform } from '#web/app/platform.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './steam-sign-in.module.css'
import { useUpload } from './use-upload.ts'

/** Leads to the sign-in at Steam, and once that has proved a profile, imports it. */
export function SteamSignIn() {
	const [query] = useSearchParams()
	const answer = query.get('steam') ?? ''
	const outcome = Object.entries(STEAM_OUTCOMES).find(([name]) => name === answer)?.[1]
	const importing = useUpload()
	const signingIn = useSend(startSteamSignIn, { onDone: ({ url }) => platform.openExternal(url) })
	const isProved = /^\d{17}$/.test(answer) && importing.error?.code !== STEAM_SIGN_IN_NEEDED.code
	// Stays busy until the browser has left the page
	const isLeaving = signingIn.isSending || signingIn.isDone
	const failure =
		(importing.error && getFailureMessage(importing.error, createImport.config.failure)) ??
		(signingIn.error && getFailureMessage(signingIn.error, startSteamSignIn.config.failure)) ??
		(isLeaving ? null : outcome)
	return (
		<div className={css.signIn}>
			{isProved ? (
				<>
					<p role="status">
						Signed in at Steam as profile <span className={css.profile}>{answer}</span>.
					</p>
					<Button
						kind="main"
						aria-disabled={importing.isSending}
						onClick={() => importing.start({ source: 'steam', profile: answer })}
					>
						{importing.isSending ? 'Starting...' : 'Import My Steam Games'}
					</Button>
				</>
			) : (
				<Button
					kind="main"
					aria-disabled={isLeaving}
					onClick={() => {
						if (!isLeaving) signingIn.send({})
					}}
				>
					{isLeaving ? 'Opening Steam...' : 'Sign In at Steam'}
				</Button>
			)}
			<Notice kind="bad" message={failure ?? null} />
		</div>
	)
}
