import { useContext } from 'react'
import { reauthenticate } from '#contract/account.ts'
import { withQuery } from '#contract/paths.ts'
import { listFactors } from '#contract/second-factor.ts'
import { PROVIDER_NAMES, type Provider } from '#contract/social-login-providers.ts'
import type { CurrentUser } from '#contract/users.ts'
import { useRead, useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { platform } from '#web/app/platform.ts'
import { SiteContext } from '#web/app/site.ts'
import { ProviderMark } from '#web/features/sessions/provider-mark.tsx'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import type { GuardedChange } from '#web/forms/proof-gate-context.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
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

const ADDS_WAY_IN = 'This change adds a way to log in'

/** What the change does. */
const REASONS: Readonly<Record<GuardedChange['kind'], string>> = {
	password: ADDS_WAY_IN,
	email: ADDS_WAY_IN,
	connect: ADDS_WAY_IN,
	factors: 'This changes how you log in',
	devices: 'This logs out other devices',
	export: 'This file holds everything about you',
	site: 'This changes the site for others',
	tokens: 'This lets a program use your account',
	delete: 'This deletes everything you made',
}

/** Asks for a second factor, or of an account without one for the password or to log in again with a connected provider. */
export function ProofDialog({ user, change, onProved, onClose }: ProofDialogProps) {
	return (
		<Dialog open={change !== null} title="Confirm that it’s you" onClose={onClose}>
			<div className={css.proof}>{change && <Proofs user={user} change={change} onProved={onProved} />}</div>
		</Dialog>
	)
}

/** Which proofs count depends on the account’s second factors. */
function Proofs({ user, change, onProved }: Omit<ProofDialogProps, 'onClose'> & { change: GuardedChange }) {
	const { providers: offered } = useContext(SiteContext)
	const { data: factors, error, retry } = useRead(listFactors, {})
	if (!factors)
		return error ? (
			<div role="alert" className={css.form}>
				<p>{getFailureMessage(error, listFactors.config.failure)}</p>
				<TryAgain onRetry={retry} />
			</div>
		) : (
			<>
				<p role="status" className="visually-hidden">
					Loading...
				</p>
				<Skeleton shape="block" />
			</>
		)
	if (factors.passkeys.length > 0 || factors.authenticator)
		return (
			<>
				<p>{REASONS[change.kind]}, so it needs your second step.</p>
				<FactorProof factors={factors} onProved={onProved} />
			</>
		)
	const providers = user.providers.filter((provider) => offered.includes(provider))
	return (
		<>
			<p>{REASONS[change.kind]}, and your last login was a while ago.</p>
			{user.hasPassword && <PasswordProof user={user} onProved={onProved} />}
			{providers.map((provider) => (
				<Button key={provider} onClick={() => void logInAgain(user, change, provider)}>
					<ProviderMark provider={provider} />
					Continue with {PROVIDER_NAMES[provider]}
				</Button>
			))}
		</>
	)
}

/** Opens the provider, which redirects back to the settings. */
async function logInAgain(user: CurrentUser, change: GuardedChange, provider: Provider): Promise<void> {
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
