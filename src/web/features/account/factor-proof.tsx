import { useState } from 'react'
import { reauthenticate } from '#contract/account.ts'
import { CodeEntry, listFactors, startPasskeyProof, WRONG_FACTOR } from '#contract/second-factor.ts'
import { useRead, useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { requestPasskey } from '#web/features/second-factor/passkey-ceremonies.ts'
import { usePasskeySupport } from '#web/features/second-factor/passkey-support.ts'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextField, VERBATIM } from '#web/ui/text-field.tsx'
import css from './proof-dialog.module.css'

/** Asks for a passkey or a code of the authenticator app, if the account has them. */
export function FactorProof({ isWanted, onProved }: { isWanted: boolean; onProved: () => void }) {
	const { data } = useRead(listFactors, {}, { enabled: isWanted })
	const isSupported = usePasskeySupport()
	return (
		<>
			{isSupported && data && data.passkeys.length > 0 && <PasskeyProof onProved={onProved} />}
			{data?.authenticator && <CodeProof onProved={onProved} />}
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
