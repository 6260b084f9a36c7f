import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { LAST_LOGIN_METHOD, listFactors } from '#contract/second-factor.ts'
import { PROOF_NEEDED } from '#contract/session-refusals.ts'
import { connectProvider, disconnectProvider } from '#contract/social-login.ts'
import { CONNECT_FAILED, CONNECT_OUTCOMES } from '#contract/social-login-outcomes.ts'
import { PROVIDER_NAMES, PROVIDERS, type Provider } from '#contract/social-login-providers.ts'
import type { CurrentUser } from '#contract/users.ts'
import type { ApiError } from '#web/app/api-client.ts'
import { storeUser } from '#web/app/credentials.ts'
import { useRead, useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { platform } from '#web/app/platform.ts'
import { SiteContext } from '#web/app/site.ts'
import { ProviderMark } from '#web/features/sessions/provider-mark.tsx'
import { type GuardedChange, useProofGate } from '#web/forms/proof-gate-context.ts'
import { Button } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import { Notice } from '#web/ui/notice.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import css from './providers-section.module.css'

interface Feedback {
	kind: 'good' | 'bad'
	message: string
}

/** The settings section that connects and disconnects providers. Renders nothing if there are none. */
export function ProvidersSection({ user }: { user: CurrentUser }) {
	const { providers: offered } = useContext(SiteContext)
	const shown = PROVIDERS.filter((provider) => offered.includes(provider) || user.providers.includes(provider))
	return shown.length === 0 ? null : <Providers user={user} shown={shown} offered={offered} />
}

interface ProvidersProps {
	user: CurrentUser
	shown: readonly Provider[]
	offered: readonly Provider[]
}

function Providers({ user, shown, offered }: ProvidersProps) {
	const { guard, resumedChange } = useProofGate()
	const list = useRef<HTMLUListElement>(null)
	const [feedback, setFeedback] = useConnectResult(() => list.current?.scrollIntoView({ block: 'center' }))
	const showFailure = (otherwise: string) => (error: ApiError) =>
		setFeedback({ kind: 'bad', message: getFailureMessage(error, otherwise) })
	const connecting = useSend(connectProvider, {
		onDone: ({ url }) => {
			platform.openExternal(url)
			// In the app, this page stays open behind the provider's browser
			if (platform.createConnectChallenge) connecting.reset()
		},
		onError: showFailure(connectProvider.config.failure),
	})
	const disconnecting = useSend(disconnectProvider, {
		onDone: (answer, { params }) => {
			storeUser(answer.user)
			setFeedback({ kind: 'good', message: `${PROVIDER_NAMES[params.provider]} is disconnected.` })
		},
		onError: (error, input) => {
			if (error.code === PROOF_NEEDED.code) guard({ kind: 'factors' }, () => disconnecting.send(input))
			else showFailure(disconnectProvider.config.failure)(error)
		},
	})
	// Stays busy until the browser has left the page
	const isBusy = connecting.isSending || connecting.isDone || disconnecting.isSending
	const connect = (provider: Provider) => {
		if (isBusy) return
		setFeedback(null)
		guard({ kind: 'connect', provider }, () => void begin(provider))
	}
	const begin = async (provider: Provider) => {
		const challenge = await platform.createConnectChallenge?.(provider)
		connecting.send({ params: { provider }, query: challenge ? { challenge } : {} })
	}
	const resumeConnecting = useEffectEvent((change: GuardedChange | null) => {
		if (change?.kind === 'connect') void begin(change.provider)
	})
	// After the redirect back from reauthentication, continue to the provider to connect.
	useEffect(() => resumeConnecting(resumedChange), [resumedChange])
	const disconnect = (provider: Provider) => {
		if (isBusy) return
		setFeedback(null)
		disconnecting.send({ params: { provider } })
	}
	const usableProviders = user.providers.filter((provider) => offered.includes(provider))
	const { data: factors } = useRead(listFactors, {})
	const hasOtherWay = user.hasPassword || (factors !== undefined && factors.passkeys.length > 0)
	const isLast = (provider: Provider) => !hasOtherWay && usableProviders.every((other) => other === provider)
	return (
		<SettingsSection title="Connected accounts" lead="You can log in with these, too. We never post there.">
			<Notice kind={feedback?.kind ?? 'good'} message={feedback?.message ?? null} />
			<ul ref={list} className={css.providers}>
				{shown.map((provider) => {
					const name = PROVIDER_NAMES[provider]
					const isConnected = user.providers.includes(provider)
					return (
						<li key={provider} className={`${card.box} ${css.provider}`}>
							<ProviderMark provider={provider} />
							<div className={css.words}>
								<p className={css.name}>{name}</p>
								<p className={css.state}>
									{!isConnected ? 'Not connected' : isLast(provider) ? LAST_LOGIN_METHOD.error : 'Connected'}
								</p>
							</div>
							{isConnected ? (
								!isLast(provider) && (
									<Button aria-label={`Disconnect ${name}`} aria-disabled={isBusy} onClick={() => disconnect(provider)}>
										Disconnect
									</Button>
								)
							) : (
								<Button aria-label={`Connect ${name}`} aria-disabled={isBusy} onClick={() => connect(provider)}>
									Connect
								</Button>
							)}
						</li>
					)
				})}
			</ul>
		</SettingsSection>
	)
}

/**
 * Returns the outcome of connecting a provider from the URL, and removes it from the URL. Calls `onReturn` to scroll to
 * the section, because the page starts at the top.
 */
function useConnectResult(onReturn: () => void) {
	const [query, setQuery] = useSearchParams()
	const [feedback, setFeedback] = useState<Feedback | null>(null)
	const error = query.get('error')
	const connected = query.get('connected')
	const showResult = useEffectEvent(() => {
		const provider = PROVIDERS.find((name) => name === connected)
		if (error !== null)
			setFeedback({
				kind: 'bad',
				message: Object.hasOwn(CONNECT_OUTCOMES, error)
					? CONNECT_OUTCOMES[error as keyof typeof CONNECT_OUTCOMES]
					: CONNECT_FAILED,
			})
		else if (provider) setFeedback({ kind: 'good', message: `${PROVIDER_NAMES[provider]} is connected.` })
		setQuery(
			(before) => {
				before.delete('error')
				before.delete('connected')
				return before
			},
			{ replace: true, preventScrollReset: true },
		)
		onReturn()
	})
	useEffect(() => {
		if (error !== null || connected !== null) showResult()
	}, [error, connected])
	return [feedback, setFeedback] as const
}
