import { useContext } from 'react'
import { reauthenticate } from '#contract/account.ts'
import { withQuery } from '#contract/paths.ts'
import { PROVIDER_NAMES, type Provider } from '#contract/social-login-providers.ts'
import type { CurrentUser } from '#contract/users.ts'
import { useSend } from '#web/app/data.tsx'
import { platform } from '#web/app/platform.ts'
import { SiteContext } from '#web/app/site.ts'
import { ProviderMark } from '#web/features/sessions/provider-mark.tsx'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import type { GuardedChange } from '#web/forms/proof-gate-context.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { validateCurrentPassword } from './current-password.ts'
import { FactorProof } from './factor-proof.tsx'
import { HiddenUsername } from './hidden-username.tsx'
import { savePendingChange } from './pending-change.ts'
import css from './proof-dialog.module.css'

interface ProofDialogProps {
	user: CurrentUser
	/** The change that needs the proof; null closes the dialog. */
	change: GuardedChange | null
	onProved: () => void
	onClose: () => void
}

const ADDS_WAY_IN = 'This change adds a way to log in, and your last login was a while ago.'

/** Why the proof is needed. */
const REASONS: Readonly<Record<GuardedChange['kind'], string>> = {
	password: ADDS_WAY_IN,
	email: ADDS_WAY_IN,
	connect: ADDS_WAY_IN,
	factors: 'This changes how you log in, and your last login was a while ago.',
	export: 'This file holds everything about you, and your last login was a while ago.',
	site: 'This changes the site for others, and your last login was a while ago.',
	delete: 'This deletes everything you made, and your last login was a while ago.',
}

/** Asks for the password, a second factor, or to sign in again with a connected provider. */
export function ProofDialog({ user, change, onProved, onClose }: ProofDialogProps) {
	const { providers: offered } = useContext(SiteContext)
	const providers = user.providers.filter((provider) => offered.includes(provider))
	return (
		<Dialog open={change !== null} title="Confirm that it’s you" onClose={onClose}>
			<div className={css.proof}>
				<p>{REASONS[change?.kind ?? 'factors']}</p>
				<FactorProof isWanted={change !== null} onProved={onProved} />
				{user.hasPassword && <PasswordProof user={user} onProved={onProved} />}
				{providers.map((provider) => (
					<Button key={provider} onClick={() => change && void signInAgain(user, change, provider)}>
						<ProviderMark provider={provider} />
						Continue with {PROVIDER_NAMES[provider]}
					</Button>
				))}
			</div>
		</Dialog>
	)
}

/** Opens the provider, which redirects back to the settings. */
async function signInAgain(user: CurrentUser, change: GuardedChange, provider: Provider): Promise<void> {
	savePendingChange(user.id, change)
	const path = withQuery(`/api/auth/${provider}`, { purpose: 'reauthenticate' })
	platform.openExternal((await platform.createProofUrl?.(provider)) ?? path)
}

function PasswordProof({ user, onProved }: { user: CurrentUser; onProved: () => void }) {
	const sending = useSend(reauthenticate, { onDone: onProved })
	const form = useForm({
		initial: { password: '' },
		validate: ({ password }) => validateCurrentPassword(password, user, 'password'),
		sending,
	})
	return (
		<Form
			className={css.form}
			form={form}
			failure={reauthenticate.config.failure}
			onSend={(body) => sending.send({ body })}
		>
			<HiddenUsername username={user.username} />
			<PasswordField {...form.field('password')} label="Current password" autoComplete="current-password" />
			<SubmitButton isSending={form.isSending} sendingLabel="Confirming...">
				Confirm
			</SubmitButton>
		</Form>
	)
}
