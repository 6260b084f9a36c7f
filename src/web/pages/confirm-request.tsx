import { useState } from 'react'
import * as Type from 'typebox'
import { BAD_LINK } from '#contract/account.ts'
import { confirmRegistration } from '#contract/registration-requests.ts'
import { USERNAME_TAKEN, Username } from '#contract/sessions.ts'
import { useSend } from '#web/app/data.tsx'
import { useHead } from '#web/app/head.tsx'
import { InvalidLink } from '#web/features/account/invalid-link.tsx'
import { useLinkToken } from '#web/features/account/use-link-token.ts'
import css from '#web/features/sessions/auth-form.module.css'
import { AuthScreen } from '#web/features/sessions/auth-screen.tsx'
import { PendingScreen } from '#web/features/sessions/pending-screen.tsx'
import { useUsernameCheck } from '#web/features/sessions/username-check.ts'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { TextField, VERBATIM } from '#web/ui/text-field.tsx'

const UsernameShape = Type.Object({ username: Username })

/** The target of the mailed link of a request for an account. Opening it changes nothing, because programs open links, too. */
export function Component() {
	const token = useLinkToken()
	const [needsName, setNeedsName] = useState(false)
	const sending = useSend(confirmRegistration, {
		onError: ({ code }) => {
			if (code === USERNAME_TAKEN.code) setNeedsName(true)
		},
	})
	const form = useForm({
		initial: { username: '' },
		validate: (draft, check) => (needsName ? check(UsernameShape, draft) : []),
		sending,
	})
	const { answer: name } = useUsernameCheck(form.draft.username)
	const username = form.field('username')
	useHead({ title: 'Confirm your address', description: 'Confirm the email address of your request for an account.' })
	if (token === null)
		return (
			<InvalidLink
				title="This link is incomplete"
				lead="Please open the link in the email again, or copy the whole link into the address bar."
			/>
		)
	if (sending.isDone) return <PendingScreen key="done" isConfirmed />
	if (sending.error?.code === BAD_LINK.code)
		return (
			<InvalidLink
				title="This link no longer works"
				lead="Either it was already used, and your request is waiting for a moderator, or it is older than a day."
				takesFocus
			/>
		)
	return (
		<AuthScreen
			title="Confirm your address"
			lead={
				needsName
					? 'Someone else has taken your username in the meantime. Please choose another one; the rest of your request is still here.'
					: 'A moderator gets your request for an account once your address is confirmed.'
			}
		>
			<Form
				className={css.form}
				form={form}
				failure={confirmRegistration.config.failure}
				onSend={(draft) => token && sending.send({ body: { token, ...(needsName && draft) } })}
			>
				{needsName && (
					<TextField
						{...username}
						{...VERBATIM}
						label="Username"
						problem={username.problem ?? (name?.available === false ? name.message : undefined)}
						hint={
							name?.available ? <span className={css.good}>{name.message}</span> : 'Letters, numbers and underscores.'
						}
						autoComplete="username"
					/>
				)}
				<SubmitButton isSending={form.isSending} sendingLabel="Confirming..." isIdle={token === undefined}>
					Confirm My Address
				</SubmitButton>
			</Form>
		</AuthScreen>
	)
}
