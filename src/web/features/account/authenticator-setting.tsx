import { useRef, useState } from 'react'
import {
	CodeEntry,
	confirmAuthenticator,
	listFactors,
	removeAuthenticator,
	type SecondFactors,
	startAuthenticator,
} from '#contract/second-factor.ts'
import { useSend } from '#web/app/data.tsx'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { useProofGate } from '#web/forms/proof-gate-context.ts'
import { EditableSetting, EditableSettingActions } from '#web/ui/editable-setting.tsx'
import { TextField, VERBATIM } from '#web/ui/text-field.tsx'
import { Time } from '#web/ui/time.tsx'
import { QrCode } from './qr-code.tsx'
import { RemoveFactor } from './remove-factor.tsx'
import css from './second-factor-section.module.css'

interface AuthenticatorSettingProps {
	authenticator: SecondFactors['authenticator']
	/** Called after a change, with the recovery codes of the first factor. */
	onChange: (codes?: readonly string[] | null) => void
}

/** The authenticator app: its setup by a QR code and a first code, and its removal. */
export function AuthenticatorSetting({ authenticator, onChange }: AuthenticatorSettingProps) {
	const { guard } = useProofGate()
	const [setup, setSetup] = useState<{ secret: string; uri: string } | null>(null)
	const show = useRef(() => {})
	const starting = useSend(startAuthenticator, {
		onDone: (answer) => {
			setSetup(answer)
			show.current()
		},
	})
	if (authenticator)
		return (
			<div className={css.row}>
				<span className={css.words}>
					<strong>Authenticator app</strong>
					<span className={css.when}>
						Added <Time time={authenticator.createdAt} inSentence />
					</span>
				</span>
				<RemoveFactor
					endpoint={removeAuthenticator}
					input={{}}
					name="the authenticator app"
					onRemoved={onChange}
					question="Your app’s codes will no longer log you in."
				/>
			</div>
		)
	return (
		<EditableSetting
			label="Set Up an App"
			current={
				<>
					<p>An app on your phone shows a new code every 30 seconds.</p>
					<FormFailure error={starting.error} fallback={startAuthenticator.config.failure} />
				</>
			}
			beforeOpen={(open) => {
				show.current = open
				guard({ kind: 'factors' }, () => starting.send({}))
			}}
		>
			{(close) => setup && <SetupForm setup={setup} onChange={onChange} onDone={close.done} onCancel={close.cancel} />}
		</EditableSetting>
	)
}

interface SetupFormProps {
	setup: { secret: string; uri: string }
	onChange: (codes?: readonly string[] | null) => void
	onDone: (message: string) => void
	onCancel: () => void
}

function SetupForm({ setup, onChange, onDone, onCancel }: SetupFormProps) {
	const sending = useSend(confirmAuthenticator, {
		invalidates: [listFactors],
		onDone: ({ recoveryCodes }) => {
			onDone('Your authenticator app is set up.')
			onChange(recoveryCodes)
		},
	})
	const form = useForm({ initial: { code: '' }, validate: (draft, check) => check(CodeEntry, draft), sending })
	return (
		<Form
			className={css.form}
			form={form}
			failure={confirmAuthenticator.config.failure}
			onSend={(body) => sending.send({ body })}
		>
			<p>Scan this with your authenticator app, or type the key into it.</p>
			<QrCode text={setup.uri} label="QR code for your authenticator app" className={css.code} />
			<p>
				Key: <code className={css.key}>{setup.secret.replace(/(.{4})(?!$)/g, '$1 ')}</code>
			</p>
			<TextField
				{...form.field('code')}
				{...VERBATIM}
				label="Code from your app"
				hint="The 6 digits it shows now."
				inputMode="numeric"
				autoComplete="one-time-code"
			/>
			<EditableSettingActions onCancel={onCancel}>
				<SubmitButton isSending={form.isSending} sendingLabel="Checking...">
					Finish
				</SubmitButton>
			</EditableSettingActions>
		</Form>
	)
}
