import { useState } from 'react'
import { isolate } from '#contract/isolate.ts'
import {
	addPasskey,
	listFactors,
	PASSKEY_NOT_ADDED,
	type Passkey,
	PasskeyRename,
	removePasskey,
	renamePasskey,
	startPasskey,
} from '#contract/second-factor.ts'
import { useSend } from '#web/app/data.tsx'
import { createPasskey } from '#web/features/second-factor/passkey-ceremonies.ts'
import { usePasskeySupport } from '#web/features/second-factor/passkey-support.ts'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { useProofGate } from '#web/forms/proof-gate-context.ts'
import { Button } from '#web/ui/button.tsx'
import { EditableSetting, EditableSettingActions } from '#web/ui/editable-setting.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { Time } from '#web/ui/time.tsx'
import { RemoveFactor } from './remove-factor.tsx'
import css from './second-factor-section.module.css'

interface PasskeysSettingProps {
	passkeys: readonly Passkey[]
	/** Called after a change, with the recovery codes of the first factor. */
	onChange: (codes?: readonly string[] | null) => void
}

/** The list of passkeys, each to rename or remove, and the form to add one. */
export function PasskeysSetting({ passkeys, onChange }: PasskeysSettingProps) {
	const { guard } = useProofGate()
	const isSupported = usePasskeySupport()
	const [renamed, setRenamed] = useState<string | null>(null)
	return (
		<>
			{passkeys.length > 0 && (
				<ul className={css.list} aria-label="Passkeys">
					{passkeys.map((passkey) => (
						<li key={passkey.id} className={css.row}>
							{renamed === passkey.id ? (
								<RenameForm passkey={passkey} onClose={() => setRenamed(null)} />
							) : (
								<PasskeyRow
									passkey={passkey}
									onRemoved={onChange}
									onRename={() => guard({ kind: 'factors' }, () => setRenamed(passkey.id))}
								/>
							)}
						</li>
					))}
				</ul>
			)}
			{isSupported ? (
				<EditableSetting
					label="Add a Passkey"
					current={
						passkeys.length === 0 && <p>Log in with your fingerprint, face or screen lock. There’s nothing to type.</p>
					}
					beforeOpen={(open) => guard({ kind: 'factors' }, open)}
				>
					{(close) => <AddForm onChange={onChange} onDone={close.done} onCancel={close.cancel} />}
				</EditableSetting>
			) : (
				<p className={css.when}>Passkeys aren’t available here.</p>
			)}
		</>
	)
}

function PasskeyRow({
	passkey: { id, name, createdAt, lastUsedAt },
	onRename,
	onRemoved,
}: {
	passkey: Passkey
	onRename: () => void
	onRemoved: () => void
}) {
	return (
		<>
			<span className={css.words}>
				<strong>{name}</strong>
				<span className={css.when}>
					Added <Time time={createdAt} inSentence />
					{lastUsedAt && (
						<>
							, last used <Time time={lastUsedAt} inSentence />
						</>
					)}
				</span>
			</span>
			<Button kind="plain" aria-label={`Rename ${name}`} onClick={onRename}>
				Rename
			</Button>
			<RemoveFactor
				endpoint={removePasskey}
				input={{ params: { id } }}
				name={name}
				onRemoved={onRemoved}
				question="It will no longer log you in. You can also delete it from your device."
			/>
		</>
	)
}

function RenameForm({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
	const sending = useSend(renamePasskey, { invalidates: [listFactors], onDone: onClose })
	const form = useForm({
		initial: { name: passkey.name },
		validate: (draft, check) => check(PasskeyRename, draft),
		sending,
	})
	return (
		<Form
			className={css.form}
			form={form}
			failure={renamePasskey.config.failure}
			onSend={(body) => sending.send({ params: { id: passkey.id }, body })}
		>
			<TextField {...form.field('name')} label="Name" autoComplete="off" ref={focusOnMount} />
			<EditableSettingActions onCancel={onClose}>
				<SubmitButton isSending={form.isSending} sendingLabel="Saving...">
					Save Name
				</SubmitButton>
			</EditableSettingActions>
		</Form>
	)
}

interface AddFormProps {
	onChange: (codes?: readonly string[] | null) => void
	onDone: (message: string) => void
	onCancel: () => void
}

function AddForm({ onChange, onDone, onCancel }: AddFormProps) {
	const [failure, setFailure] = useState<string | null>(null)
	const adding = useSend(addPasskey, {
		invalidates: [listFactors],
		onDone: ({ passkey, recoveryCodes }) => {
			onDone(`${isolate(passkey.name)} has been added. You can now log in with it.`)
			onChange(recoveryCodes)
		},
	})
	const starting = useSend(startPasskey, {
		onDone: ({ options }) => {
			const { name } = form.draft
			createPasskey(options).then(
				(credential) => credential && adding.send({ body: { name, credential } }),
				() => setFailure(PASSKEY_NOT_ADDED.error),
			)
		},
	})
	const sending = {
		error: starting.error ?? adding.error,
		isSending: starting.isSending || adding.isSending,
		reset: () => {
			starting.reset()
			adding.reset()
		},
	}
	const form = useForm({
		initial: { name: 'This device' },
		validate: (draft, check) => check(PasskeyRename, draft),
		sending,
	})
	return (
		<Form
			className={css.form}
			form={form}
			failure={PASSKEY_NOT_ADDED.error}
			onSend={() => {
				setFailure(null)
				starting.send({})
			}}
		>
			<Notice kind="bad" message={failure} />
			<TextField
				{...form.field('name')}
				label="Name"
				hint="To tell it apart from others, such as My phone."
				autoComplete="off"
			/>
			<EditableSettingActions onCancel={onCancel}>
				<SubmitButton isSending={form.isSending} sendingLabel="Adding...">
					Continue
				</SubmitButton>
			</EditableSettingActions>
		</Form>
	)
}

function focusOnMount(field: HTMLInputElement | null): void {
	field?.focus()
}
