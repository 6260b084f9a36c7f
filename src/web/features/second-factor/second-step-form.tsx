import { useState } from 'react'
import { WRONG_FACTOR } from '#contract/passkeys.ts'
import { CodeEntry, loginWithSecondFactor, RecoveryCodeEntry, startPasskeyStep } from '#contract/second-factor.ts'
import type { SecondStep } from '#contract/sessions.ts'
import type { ApiError } from '#web/app/api-client.ts'
import { useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { logIn } from '#web/app/session.tsx'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextField, VERBATIM } from '#web/ui/text-field.tsx'
import { requestPasskey } from './passkey-ceremonies.ts'
import { usePasskeySupport } from './passkey-support.ts'
import css from './second-step-form.module.css'

interface SecondStepFormProps {
	step: SecondStep
	/** Called if the step cannot be finished any more, with the reason, or because the person goes back. */
	onBack: (reason: string | null) => void
}

const PASSKEY_FAILED = 'This passkey did not work. Please try again, or use another way.'
const NOT_HERE = 'Your passkeys aren’t available in the app. Use a recovery code here.'

/** The second step of a login: a code of the authenticator app, a passkey, or a recovery code. The page reacts to the changed session. */
export function SecondStepForm({ step: { ticket, methods }, onBack }: SecondStepFormProps) {
	const hasPasskeys = methods.includes('passkey')
	const canUsePasskey = usePasskeySupport() && hasPasskeys
	const hasCode = methods.includes('code')
	const [usesRecoveryCode, setUsesRecoveryCode] = useState(!hasCode && !canUsePasskey)
	const onError = ({ code, message }: ApiError) => {
		if (code === 'bad_token') onBack(message)
	}
	return (
		<div className={css.step}>
			{hasPasskeys && !canUsePasskey && !hasCode && <p className={css.hint}>{NOT_HERE}</p>}
			{canUsePasskey && !usesRecoveryCode && <PasskeyStep ticket={ticket} isMain={!hasCode} onError={onError} />}
			{usesRecoveryCode ? (
				<RecoveryCodeStep ticket={ticket} onError={onError} />
			) : (
				hasCode && <CodeStep ticket={ticket} onError={onError} />
			)}
			<div className={css.others}>
				{methods.includes('recovery_code') && !usesRecoveryCode && (
					<Button kind="plain" onClick={() => setUsesRecoveryCode(true)}>
						Use a Recovery Code
					</Button>
				)}
				{usesRecoveryCode && (hasCode || canUsePasskey) && (
					<Button kind="plain" onClick={() => setUsesRecoveryCode(false)}>
						{hasCode ? 'Use Your App' : 'Use a Passkey'}
					</Button>
				)}
				<Button kind="plain" onClick={() => onBack(null)}>
					Back to Login
				</Button>
			</div>
		</div>
	)
}

interface StepProps {
	ticket: string
	onError: (error: ApiError) => void
}

function CodeStep({ ticket, onError }: StepProps) {
	const sending = useSend(loginWithSecondFactor, { onDone: logIn, onError })
	const form = useForm({ initial: { code: '' }, validate: (draft, check) => check(CodeEntry, draft), sending })
	return (
		<Form
			className={css.form}
			form={form}
			failure={WRONG_FACTOR.error}
			onSend={({ code }) => sending.send({ body: { ticket, code } })}
		>
			<TextField
				{...form.field('code')}
				{...VERBATIM}
				label="Code from your authenticator app"
				hint="6 digits. They change every 30 seconds."
				inputMode="numeric"
				autoComplete="one-time-code"
				// The form is here because it was asked for, and has one field
				ref={focusOnMount}
			/>
			<SubmitButton isSending={form.isSending} sendingLabel="Logging in...">
				Log In
			</SubmitButton>
		</Form>
	)
}

function RecoveryCodeStep({ ticket, onError }: StepProps) {
	const sending = useSend(loginWithSecondFactor, { onDone: logIn, onError })
	const form = useForm({
		initial: { recoveryCode: '' },
		validate: (draft, check) => check(RecoveryCodeEntry, draft),
		sending,
	})
	return (
		<Form
			className={css.form}
			form={form}
			failure={WRONG_FACTOR.error}
			onSend={({ recoveryCode }) => sending.send({ body: { ticket, recoveryCode } })}
		>
			<TextField
				{...form.field('recoveryCode')}
				{...VERBATIM}
				label="Recovery code"
				hint="One of the ten you saved. Each works once."
				autoComplete="off"
				ref={focusOnMount}
			/>
			<SubmitButton isSending={form.isSending} sendingLabel="Logging in...">
				Log In
			</SubmitButton>
		</Form>
	)
}

function PasskeyStep({ ticket, isMain, onError }: StepProps & { isMain: boolean }) {
	const [failure, setFailure] = useState<string | null>(null)
	const fail = (error: ApiError) => {
		setFailure(getFailureMessage(error, PASSKEY_FAILED))
		onError(error)
	}
	const finishing = useSend(loginWithSecondFactor, { onDone: logIn, onError: fail })
	const starting = useSend(startPasskeyStep, {
		onDone: ({ options }) => {
			requestPasskey(options).then(
				(assertion) => assertion && finishing.send({ body: { ticket, assertion } }),
				() => setFailure(PASSKEY_FAILED),
			)
		},
		onError: fail,
	})
	const isSending = starting.isSending || finishing.isSending
	return (
		<div className={css.form}>
			<Notice kind="bad" message={failure} />
			<Button
				kind={isMain ? 'main' : 'quiet'}
				aria-disabled={isSending}
				onClick={() => {
					if (isSending) return
					setFailure(null)
					starting.send({ body: { ticket } })
				}}
			>
				Use a Passkey
			</Button>
		</div>
	)
}

function focusOnMount(field: HTMLInputElement | null): void {
	field?.focus()
}
