import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { connectProvider, disconnectProvider, LAST_SIGN_IN_METHOD } from '#contract/social-login.ts'
import { CONNECT_OUTCOMES, CONNECT_FAILED } from '#contract/social-login-outcomes.ts'
import { PROVIDER_NAMES, PROVIDERS, type Provider } from '#contract/social-login-providers.ts'
import type { CurrentUser } from '#contract/users.ts'
import type { ApiError } from '#web/app/api-client.ts'
import { storeUser } from '#web/app/credentials.ts'
import { useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { platform } from '#web/app/platform.ts'
import { SiteContext } from '#web/app/site.ts'
import type { GuardedChange } from '#web/features/account/pending-change.ts'
import { useProofGate } from '#web/features/account/proof-gate.tsx'
import { ProviderMark } from '#web/features/sessions/provider-mark.tsx'
import { Button } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import { Notice } from '#web/ui/notice.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import css from './providers-section.module.css'

interface Feedback {
	kind: 'good' | 'bad'
	message: string
}

/** The providers with which one can log in: connects and disconnects them. Nothing where the site has none. */
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
	const [news, setNews] = useConnectResult(() => list.current?.scrollIntoView({ block: 'center' }))
	const showFailure = (otherwise: string) => (error: ApiError) =>
		setNews({ kind: 'bad', message: getFailureMessage(error, otherwise) })
	const connecting = useSend(connectProvider, {
		onDone: ({ url }) => {
			platform.openExternal(url)
			// This page stays, behind the browser that asks
			if (platform.createConnectChallenge) connecting.reset()
		},
		onRefused: showFailure(connectProvider.config.failure),
	})
	const disconnecting = useSend(disconnectProvider, {
		onDone: (answer, { params }) => {
			storeUser(answer.user)
			setNews({ kind: 'good', message: `${PROVIDER_NAMES[params.provider]} is disconnected.` })
		},
		onRefused: showFailure(disconnectProvider.config.failure),
	})
	// Until the browser has left, too
	const isBusy = connecting.isSending || connecting.isDone || disconnecting.isSending
	const connect = (provider: Provider) => {
		if (isBusy) return
		setNews(null)
		guard({ kind: 'connect', provider }, () => void begin(provider))
	}
	const begin = async (provider: Provider) => {
		const challenge = await platform.createConnectChallenge?.(provider)
		connecting.send({ params: { provider }, query: challenge ? { challenge } : {} })
	}
	const resumeConnecting = useEffectEvent((change: GuardedChange | null) => {
		if (change?.kind === 'connect') void begin(change.provider)
	})
	// The browser has come back from proving who one is, and goes on to the provider that is to be connected.
	useEffect(() => resumeConnecting(resumedChange), [resumedChange])
	const disconnect = (provider: Provider) => {
		if (isBusy) return
		setNews(null)
		disconnecting.send({ params: { provider } })
	}
	const usableProviders = user.providers.filter((provider) => offered.includes(provider))
	const isLast = (provider: Provider) => !user.hasPassword && usableProviders.every((way) => way === provider)
	return (
		<SettingsSection title="Connected accounts" lead="Log in with them as well. Nothing is ever posted there.">
			<Notice kind={news?.kind ?? 'good'} message={news?.message ?? null} />
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
									{!isConnected ? 'Not connected' : isLast(provider) ? LAST_SIGN_IN_METHOD.error : 'Connected'}
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
 * What came of connecting, as the address says on which the way to the provider ends. The address is cleared of it, and
 * `onReturn` called: the page has begun at its top.
 */
function useConnectResult(onReturn: () => void) {
	const [query, setQuery] = useSearchParams()
	const [news, setNews] = useState<Feedback | null>(null)
	const error = query.get('error')
	const connected = query.get('connected')
	const showResult = useEffectEvent(() => {
		const provider = PROVIDERS.find((name) => name === connected)
		if (error !== null)
			setNews({
				kind: 'bad',
				message: Object.hasOwn(CONNECT_OUTCOMES, error)
					? CONNECT_OUTCOMES[error as keyof typeof CONNECT_OUTCOMES]
					: CONNECT_FAILED,
			})
		else if (provider) setNews({ kind: 'good', message: `${PROVIDER_NAMES[provider]} is connected.` })
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
	// The address is the browser's.
	useEffect(() => {
		if (error !== null || connected !== null) showResult()
	}, [error, connected])
	return [news, setNews] as const
}
