import { useEffect, useRef, useState } from 'react'
import {
	type Device,
	type LoginMethod,
	listSessions,
	revokeOtherSessions,
	revokeSession,
} from '#contract/session-devices.ts'
import { PROOF_NEEDED } from '#contract/session-refusals.ts'
import { PROVIDER_NAMES } from '#contract/social-login-providers.ts'
import { useRead, useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { useProofGate } from '#web/forms/proof-gate-context.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SettingRowSkeleton } from '#web/ui/setting-row-skeleton.tsx'
import rows from '#web/ui/setting-rows.module.css'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { Time } from '#web/ui/time.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './devices-section.module.css'

const METHOD_NAMES: Readonly<Record<LoginMethod, string>> = {
	...PROVIDER_NAMES,
	password: 'a password',
	passkey: 'a passkey',
}

/** The settings section that lists the account's sessions and logs out one, or all others. */
export function DevicesSection() {
	const { data, error, retry } = useRead(listSessions, {}, { refetchOnMount: 'always' })
	return (
		<SettingsSection title="Devices" lead="Where you’re logged in. Log out anything you don’t recognize.">
			{data ? (
				<Devices devices={[...data.sessions].sort((one, other) => Number(other.current) - Number(one.current))} />
			) : error ? (
				<div role="alert" className={css.failed}>
					<p>{getFailureMessage(error, listSessions.config.failure)}</p>
					<TryAgain onRetry={retry} />
				</div>
			) : (
				<SettingRowSkeleton />
			)}
		</SettingsSection>
	)
}

function Devices({ devices }: { devices: readonly Device[] }) {
	const { guard, resumedChange } = useProofGate()
	const [message, setMessage] = useState<string | null>(null)
	const list = useRef<HTMLUListElement>(null)
	// After the redirect from a provider, the page starts at the top: scroll here
	useEffect(() => {
		if (resumedChange?.kind === 'devices') list.current?.scrollIntoView({ block: 'center' })
	}, [resumedChange])
	const showMessage = (text: string) => {
		setMessage(text)
		// The clicked button is removed with its row
		list.current?.focus()
	}
	const one = useSend(revokeSession, {
		invalidates: [listSessions],
		onDone: (_, { params }) =>
			showMessage(`${devices.find(({ id }) => id === params.id)?.device ?? 'The device'} has been logged out.`),
		onError: ({ status, code }, input) => {
			if (status === 404) showMessage('That device is already logged out.')
			if (code === PROOF_NEEDED.code) guard({ kind: 'devices' }, () => one.send(input))
		},
	})
	const others = useSend(revokeOtherSessions, {
		invalidates: [listSessions],
		onDone: () => showMessage('All other devices have been logged out.'),
		onError: ({ code }) => {
			if (code === PROOF_NEEDED.code) guard({ kind: 'devices' }, () => others.send({}))
		},
	})
	const isSending = one.isSending || others.isSending
	const clearMessages = () => {
		setMessage(null)
		one.reset()
		others.reset()
	}
	const failed =
		(one.error && one.error.status !== 404 && getFailureMessage(one.error, revokeSession.config.failure)) ||
		(others.error && getFailureMessage(others.error, revokeOtherSessions.config.failure)) ||
		null
	return (
		<>
			<Notice message={message} />
			<Notice kind="bad" message={failed} />
			<ul ref={list} tabIndex={-1} aria-label="Devices" className={css.list}>
				{devices.map(({ id, device, current, createdAt, lastUsedAt, method, secondFactor }) => (
					<li key={id} className={rows.row}>
						<span className={rows.words}>
							<strong>{device}</strong>
							<span className={rows.when}>
								{current ? (
									<span className={css.current}>This device</span>
								) : (
									<>
										Last used <Time time={lastUsedAt} inSentence />
									</>
								)}
								, logged in <Time time={createdAt} inSentence />
								{method && ` with ${METHOD_NAMES[method]}${secondFactor ? ' and a second step' : ''}`}
							</span>
						</span>
						{!current && (
							<Button
								kind="plain"
								aria-label={`Log out ${device}`}
								aria-disabled={isSending}
								onClick={() => {
									if (isSending) return
									clearMessages()
									one.send({ params: { id } })
								}}
							>
								Log Out
							</Button>
						)}
					</li>
				))}
			</ul>
			{devices.length > 1 && (
				<Button
					aria-disabled={isSending}
					onClick={() => {
						if (isSending) return
						clearMessages()
						others.send({})
					}}
				>
					Log Out All Others
				</Button>
			)}
		</>
	)
}
