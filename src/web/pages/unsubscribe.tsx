import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import {
	BAD_UNSUBSCRIBE_LINK,
	findMailSubscription,
	type MailPurpose,
	type MailSubscription,
	updateMailSubscription,
} from '#contract/mail-subscription.ts'
import { paths } from '#contract/paths.ts'
import { useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { InvalidLink } from '#web/features/account/invalid-link.tsx'
import { useLinkToken } from '#web/features/account/use-link-token.ts'
import { AuthActions, AuthScreen } from '#web/features/sessions/auth-screen.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** What a link stops, as a part of a sentence. */
const MAILS: Readonly<Record<MailPurpose, string>> = {
	digest: 'the summary of what you haven’t read',
	notifications: 'notification emails',
}

/**
 * The target of the link in each mail that can be stopped. Opening it changes nothing, because programs open links, too.
 * Without scripts the form goes to the same address, as mail programs do.
 */
export function Component() {
	const token = useLinkToken()
	const [subscription, setSubscription] = useState<MailSubscription | null>(null)
	const lookup = useSend(findMailSubscription, { onDone: setSubscription })
	const update = useSend(updateMailSubscription, { onDone: setSubscription })
	useHead({ title: 'Unsubscribe', description: 'Stop emails from Savepoint.' })
	const look = useEffectEvent((given: string) => lookup.send({ body: { token: given } }))
	// Asks what the link stops as soon as the token is known
	useEffect(() => {
		if (typeof token === 'string') look(token)
	}, [token])
	const change = (isSubscribed: boolean) => {
		if (typeof token === 'string') update.send({ body: { token, isSubscribed } })
	}
	if (token === null)
		return (
			<InvalidLink
				title="This link is incomplete"
				lead="Please open the link in the email again, or copy the whole link into the address bar."
			/>
		)
	if ([lookup.error, update.error].some((error) => error?.code === BAD_UNSUBSCRIBE_LINK.code))
		return <InvalidLink title="This link doesn’t work" lead={BAD_UNSUBSCRIBE_LINK.error} takesFocus />
	const failure = update.error && (
		<Notice kind="bad" message={getFailureMessage(update.error, updateMailSubscription.config.failure)} />
	)
	if (subscription?.isSubscribed === false)
		return (
			<AuthScreen
				key="stopped"
				title="You’re unsubscribed"
				lead={`You won’t get ${MAILS[subscription.purpose]} anymore.`}
				takesFocus
			>
				<AuthActions>
					{failure}
					{subscription.canUndo && (
						<Button aria-disabled={update.isSending} onClick={() => change(true)}>
							Undo
						</Button>
					)}
					<SettingsLink />
				</AuthActions>
			</AuthScreen>
		)
	return (
		<UnsubscribeForm
			// After an undo
			key={update.isDone ? 'restored' : 'first'}
			isRestored={update.isDone}
			purpose={subscription?.purpose}
			isSending={update.isSending}
			onSend={() => change(false)}
		>
			{failure}
		</UnsubscribeForm>
	)
}

interface UnsubscribeFormProps {
	isRestored: boolean
	/** Undefined until it is known. */
	purpose: MailPurpose | undefined
	isSending: boolean
	onSend: () => void
	children: ReactNode
}

function UnsubscribeForm({ isRestored, purpose, isSending, onSend, children }: UnsubscribeFormProps) {
	const mails = purpose ? MAILS[purpose] : 'these emails'
	const submit = (event: FormEvent) => {
		event.preventDefault()
		onSend()
	}
	return (
		<AuthScreen
			title={isRestored ? 'You’re subscribed again' : 'Unsubscribe'}
			lead={isRestored ? `You’ll get ${mails} as before.` : `Press the button, and you won’t get ${mails} anymore.`}
			takesFocus={isRestored}
		>
			<form method="post" onSubmit={submit}>
				<AuthActions>
					{children}
					<Button type="submit" kind={isRestored ? 'quiet' : 'main'} aria-disabled={isSending}>
						{isSending ? 'Unsubscribing...' : 'Unsubscribe'}
					</Button>
					<SettingsLink />
				</AuthActions>
			</form>
		</AuthScreen>
	)
}

function SettingsLink() {
	return (
		<Link className={buttonClass('plain')} to={paths.settings()}>
			Choose What You Get
		</Link>
	)
}
