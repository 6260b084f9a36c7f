import { useState } from 'react'
import { PROOF_NEEDED } from '#contract/session-refusals.ts'
import type { TokenScope } from '#contract/token-scopes.ts'
import { createToken, listTokens, NewToken } from '#contract/tokens.ts'
import { useSend } from '#web/app/data.tsx'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { useProofGate } from '#web/forms/proof-gate-context.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import setting from '#web/ui/editable-setting.module.css'
import { controlClass, Field } from '#web/ui/field.tsx'
import { RadioRows } from '#web/ui/radio-rows.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import css from './tokens-section.module.css'

const SCOPES = [
	{ value: 'read', label: 'Read', hint: 'See everything that you can see.' },
	{ value: 'write', label: 'Read and write', hint: 'Also log games, review, comment and change your lists.' },
	{ value: 'sessions', label: 'Play time', hint: 'Only report how long you have played.' },
] as const satisfies readonly { value: TokenScope; label: string; hint: string }[]

const EXPIRIES = [
	{ value: '30', label: '30 days' },
	{ value: '90', label: '90 days' },
	{ value: '365', label: 'A year' },
	{ value: '', label: 'Never' },
] as const

/** Creates a token for a program and shows it once, to copy. */
export function NewTokenDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
	const [token, setToken] = useState<string | null>(null)
	const close = () => {
		setToken(null)
		onClose()
	}
	return (
		<Dialog open={open} title={token === null ? 'New token' : 'Your new token'} onClose={close}>
			{token === null ? <TokenForm onCreated={setToken} /> : <CreatedToken token={token} onClose={close} />}
		</Dialog>
	)
}

interface Draft {
	name: string
	scope: TokenScope
	/** Days; '' for never. */
	expiresInDays: string
}

const toBody = ({ name, scope, expiresInDays }: Draft): NewToken => ({
	name,
	scopes: [scope],
	expiresInDays: expiresInDays === '' ? null : Number(expiresInDays),
})

function TokenForm({ onCreated }: { onCreated: (token: string) => void }) {
	const { guard } = useProofGate()
	const sending = useSend(createToken, {
		invalidates: [listTokens],
		onDone: ({ token }) => onCreated(token),
		onError: ({ code }, input) => {
			if (code === PROOF_NEEDED.code) guard({ kind: 'tokens' }, () => sending.send(input))
		},
	})
	const form = useForm<Draft>({
		initial: { name: '', scope: 'read', expiresInDays: '90' },
		validate: (draft, check) => check(NewToken, toBody(draft)),
		sending,
	})
	return (
		<Form
			className={css.form}
			form={form}
			failure={createToken.config.failure}
			onSend={(draft) => sending.send({ body: toBody(draft) })}
		>
			<TextField
				{...form.field('name')}
				label="Name"
				hint="To tell it apart from others, such as Backup script."
				autoComplete="off"
				ref={focusFirst}
			/>
			<RadioRows
				{...form.field('scope')}
				label="What it may do"
				options={SCOPES}
				onChange={(value) => form.set({ scope: value as TokenScope })}
			/>
			<ChoiceField {...form.field('expiresInDays')} label="Expires after" options={EXPIRIES} />
			<SubmitButton isSending={form.isSending} sendingLabel="Creating...">
				Create Token
			</SubmitButton>
		</Form>
	)
}

function CreatedToken({ token, onClose }: { token: string; onClose: () => void }) {
	const [message, setMessage] = useState('')
	const copy = () =>
		navigator.clipboard.writeText(token).then(
			() => setMessage('Copied.'),
			() => setMessage('Your browser did not allow it. Please select the token and copy it.'),
		)
	return (
		<div className={css.form}>
			<p>Copy it now and keep it as safe as a password. It will not be shown again.</p>
			<Field label="Token" problem={undefined} hint={<span role="status">{message}</span>}>
				{(ids) => (
					<input
						{...ids}
						readOnly
						className={controlClass}
						value={token}
						ref={focusOnMount}
						onFocus={({ currentTarget }) => currentTarget.select()}
					/>
				)}
			</Field>
			<div className={setting.actions}>
				<Button kind="main" onClick={() => void copy()}>
					Copy
				</Button>
				<Button onClick={onClose}>Done</Button>
			</div>
		</div>
	)
}

/** `showModal` focuses the element with this attribute. */
const focusFirst = (field: HTMLInputElement | null) => field?.setAttribute('autofocus', '')

function focusOnMount(field: HTMLInputElement | null): void {
	field?.focus()
}
