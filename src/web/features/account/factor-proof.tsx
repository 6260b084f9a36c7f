import { useState } from 'react'
import { reauthenticate } from '#contract/account.ts'
import { WRONG_FACTOR } from '#contract/passkeys.ts'
import {
	CodeEntry,
	listFactors,
	RecoveryCodeEntry,
	type SecondFactors,
	startPasskeyProof,
} from '#contract/second-factor.ts'
import { useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { requestPasskey } from '#web/features/second-factor/passkey-ceremonies.ts'
import { usePasskeySupport } from '#web/features/second-factor/passkey-support.ts'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextField, VERBATIM } from '#web/ui/text-field.tsx'
import css from './proof-dialog.module.css'

interface FactorProofProps {
	factors: SecondFactors
	onProved: () => void
}

/** Asks for a passkey or a code of the authenticator app, or for a recovery code in their place. */
export function FactorProof({ factors: { passkeys, authenticator, recoveryCodesLeft }, onProved }: FactorProofProps) {
	const canUsePasskey = usePasskeySupport() && passkeys.length > 0
	const hasOtherWay = canUsePasskey || authenticator !== null
	const [isAskedFor, setAskedFor] = useState(false)
	if (recoveryCodesLeft > 0 && (isAskedFor || !hasOtherWay))
		return (
			<>
				{!hasOtherWay && <p>Your passkeys aren’t available here.</p>}
				<RecoveryCodeProof onProved={onProved} isFocused={isAskedFor} />
				{hasOtherWay && (
					<Button kind="plain" onClick={() => setAskedFor(false)}>
						{authenticator ? 'Use Your App' : 'Use a Passkey'}
					</Button>
				)}
			</>
		)
	return (
		<>
			{!hasOtherWay && (
				<p>Your passkeys aren’t available here, and you have no recovery codes left. Use your browser instead.</p>
			)}
			{canUsePasskey && <PasskeyProof onProved={onProved} />}
			{authenticator && <CodeProof onProved={onProved} />}
			{recoveryCodesLeft > 0 && (
				<Button kind="plain" onClick={() => setAskedFor(true)}>
					Use a Recovery Code
				</Button>
			)}
		</>
	)
}

function PasskeyProof({ onProved }: { onProved: () => void }) {
	const [failure, setFailure] = useState<string | null>(null)
	const proving = useSend(reauthenticate, {
		onDone: onProved,
		onError: (error) => setFailure(getFailureMessage(error, WRONG_FACTOR.error)),
	})
	const starting = useSend(startPasskeyProof, {
		onDone: ({ options }) => {
			requestPasskey(options).then(
				(assertion) => assertion && proving.send({ body: { assertion } }),
				() => setFailure(WRONG_FACTOR.error),
			)
		},
		onError: (error) => setFailure(getFailureMessage(error, WRONG_FACTOR.error)),
	})
	const isSending = starting.isSending || proving.isSending
	return (
		<div className={css.form}>
			<Notice kind="bad" message={failure} />
			<Button
				aria-disabled={isSending}
				onClick={() => {
					if (isSending) return
					setFailure(null)
					starting.send({})
				}}
			>
				Use a Passkey
			</Button>
		</div>
	)
}

function CodeProof({ onProved }: { onProved: () => void }) {
	const sending = useSend(reauthenticate, { onDone: onProved })
	const form = useForm({ initial: { code: '' }, validate: (draft, check) => check(CodeEntry, draft), sending })
	return (
		<Form className={css.form} form={form} failure={WRONG_FACTOR.error} onSend={(body) => sending.send({ body })}>
			<TextField
				{...form.field('code')}
				{...VERBATIM}
				label="Code from your authenticator app"
				inputMode="numeric"
				autoComplete="one-time-code"
			/>
			<SubmitButton kind="quiet" isSending={form.isSending} sendingLabel="Confirming...">
				Confirm with the Code
			</SubmitButton>
		</Form>
	)
}

function RecoveryCodeProof({ onProved, isFocused }: { onProved: () => void; isFocused: boolean }) {
	const sending = useSend(reauthenticate, { invalidates: [listFactors], onDone: onProved })
	const form = useForm({
		initial: { recoveryCode: '' },
		validate: (draft, check) => check(RecoveryCodeEntry, draft),
		sending,
	})
	return (
		<Form className={css.form} form={form} failure={WRONG_FACTOR.error} onSend={(body) => sending.send({ body })}>
			<TextField
				{...form.field('recoveryCode')}
				{...VERBATIM}
				label="Recovery code"
				hint="One of the ten you saved. Each works once."
				autoComplete="off"
				// The button that asked for it is gone
				ref={isFocused ? focusOnMount : null}
			/>
			<SubmitButton isSending={form.isSending} sendingLabel="Confirming...">
				Confirm
			</SubmitButton>
		</Form>
	)
}

function focusOnMount(field: HTMLInputElement | null): void {
	field?.focus()
}
