import { useEffect, useRef, useState } from 'react'
import { listFactors, renewRecoveryCodes, type SecondFactors } from '#contract/second-factor.ts'
import { getMe } from '#contract/session-tokens.ts'
import { storeUser } from '#web/app/credentials.ts'
import { useRead, useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { SECOND_FACTOR_ID } from '#web/features/second-factor/second-factor-duty.tsx'
import { OtherDevicesOffer } from '#web/features/sessions/other-devices-offer.tsx'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { useProofGate } from '#web/forms/proof-gate-context.ts'
import { Button } from '#web/ui/button.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import { AuthenticatorSetting } from './authenticator-setting.tsx'
import { PasskeysSetting } from './passkeys-setting.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import css from './second-factor-section.module.css'

/** The settings section for passkeys, the authenticator app and recovery codes. */
export function SecondFactorSection() {
	const { resumedChange } = useProofGate()
	const { data, error, retry } = useRead(listFactors, {}, { refetchOnMount: 'always' })
	const section = useRef<HTMLDivElement>(null)
	// After the redirect from a provider, the page starts at the top: scroll here
	useEffect(() => {
		if (resumedChange?.kind === 'factors') section.current?.scrollIntoView({ block: 'center' })
	}, [resumedChange])
	return (
		<SettingsSection title="Two-step login" lead="Protects your account even if someone has your password.">
			<div ref={section} id={SECOND_FACTOR_ID} className={css.section}>
				{data ? (
					<Factors factors={data} />
				) : error ? (
					<div role="alert" className={css.part}>
						<p>{getFailureMessage(error, listFactors.config.failure)}</p>
						<TryAgain onRetry={retry} />
					</div>
				) : (
					<>
						<p role="status" className="visually-hidden">
							Loading...
						</p>
						<Skeleton shape="block" />
						<Skeleton shape="block" />
					</>
				)}
			</div>
		</SettingsSection>
	)
}

function Factors({ factors: { passkeys, authenticator, recoveryCodesLeft } }: { factors: SecondFactors }) {
	const [codes, setCodes] = useState<readonly string[] | null>(null)
	const [changes, setChanges] = useState(0)
	const reading = useSend(getMe, { onDone: ({ user }) => storeUser(user) })
	const change = (codes?: readonly string[] | null) => {
		setChanges((n) => n + 1)
		// A role may depend on it
		reading.send({})
		if (codes) setCodes(codes)
	}
	const isOn = passkeys.length > 0 || authenticator !== null
	return (
		<>
			<p>
				{isOn
					? 'It’s on: your password or a connected account needs a second step. A passkey logs you in by itself.'
					: 'It’s off. Add a passkey or an authenticator app to turn it on.'}
			</p>
			<div className={css.part}>
				<h3 className={css.title}>Passkeys</h3>
				<PasskeysSetting passkeys={passkeys} onChange={change} />
			</div>
			<div className={css.part}>
				<h3 className={css.title}>Authenticator app</h3>
				<AuthenticatorSetting authenticator={authenticator} onChange={change} />
			</div>
			{isOn && (
				<div className={css.part}>
					<h3 className={css.title}>Recovery codes</h3>
					<RecoveryCodes left={recoveryCodesLeft} onChange={change} />
				</div>
			)}
			{changes > 0 && <OtherDevicesOffer key={changes} />}
			<RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />
		</>
	)
}

function RecoveryCodes({ left, onChange }: { left: number; onChange: (codes: readonly string[]) => void }) {
	const { guard } = useProofGate()
	const { send, error, isSending } = useSend(renewRecoveryCodes, {
		invalidates: [listFactors],
		onDone: ({ recoveryCodes }) => onChange(recoveryCodes),
	})
	return (
		<>
			<p>{left === 0 ? 'You have none left.' : `You have ${left} left.`} New codes replace all of them.</p>
			<FormFailure error={error} fallback={renewRecoveryCodes.config.failure} />
			<Button aria-disabled={isSending} onClick={() => isSending || guard({ kind: 'factors' }, () => send({}))}>
				Make New Codes
			</Button>
		</>
	)
}
