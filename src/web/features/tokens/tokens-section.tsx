import { useEffect, useRef, useState } from 'react'
import { isolate } from '#contract/isolate.ts'
import type { TokenScope } from '#contract/token-scopes.ts'
import { endToken, listTokens, type Token } from '#contract/tokens.ts'
import { useRead, useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { useProofGate } from '#web/forms/proof-gate-context.ts'
import { Button } from '#web/ui/button.tsx'
import { DeleteDialog } from '#web/ui/delete-dialog.tsx'
import setting from '#web/ui/editable-setting.module.css'
import { Notice } from '#web/ui/notice.tsx'
import { SettingRowSkeleton } from '#web/ui/setting-row-skeleton.tsx'
import rows from '#web/ui/setting-rows.module.css'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { Time } from '#web/ui/time.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import { NewTokenDialog } from './new-token-dialog.tsx'
import { TOKENS_ID } from './tokens-reminder.tsx'
import css from './tokens-section.module.css'

/** The settings section that lists the tokens of programs, and creates and ends them. */
export function TokensSection() {
	const { data, error, retry } = useRead(listTokens, {}, { refetchOnMount: 'always' })
	return (
		<SettingsSection title="API tokens" lead="Let your own scripts and programs use your account.">
			<div id={TOKENS_ID} className={`${setting.setting} ${css.section}`}>
				{data ? (
					<Tokens tokens={data.tokens} onOutdated={retry} />
				) : error ? (
					<div role="alert" className={`${setting.setting} ${css.section}`}>
						<p>{getFailureMessage(error, listTokens.config.failure)}</p>
						<TryAgain onRetry={retry} />
					</div>
				) : (
					<SettingRowSkeleton />
				)}
			</div>
		</SettingsSection>
	)
}

function Tokens({ tokens, onOutdated }: { tokens: readonly Token[]; onOutdated: () => void }) {
	const { guard, resumedChange } = useProofGate()
	const [isCreating, setCreating] = useState(false)
	const [ending, setEnding] = useState<Token | null>(null)
	const [message, setMessage] = useState<string | null>(null)
	const button = useRef<HTMLButtonElement>(null)
	const hasEnded = useRef(false)
	// After the redirect from a provider, the page starts at the top: scroll here
	useEffect(() => {
		if (resumedChange?.kind !== 'tokens') return
		setCreating(true)
		button.current?.scrollIntoView({ block: 'center' })
	}, [resumedChange])
	// The dialog gives the focus back to the button that opened it, which goes with its row
	useEffect(() => {
		if (ending !== null || !hasEnded.current) return
		hasEnded.current = false
		button.current?.focus()
	}, [ending])
	return (
		<>
			<Notice message={message} />
			{tokens.length > 0 ? (
				<ul className={css.list} aria-label="API tokens">
					{tokens.map((token) => (
						<TokenRow
							key={token.id}
							token={token}
							onEnd={() => {
								setMessage(null)
								setEnding(token)
							}}
						/>
					))}
				</ul>
			) : (
				<p>
					You have no tokens. The <a href="/api/docs">API documentation</a> says what programs can do with one.
				</p>
			)}
			<Button
				ref={button}
				onClick={() =>
					guard({ kind: 'tokens' }, () => {
						setMessage(null)
						setCreating(true)
					})
				}
			>
				New Token
			</Button>
			<NewTokenDialog open={isCreating} onClose={() => setCreating(false)} />
			<EndDialog
				token={ending}
				onOutdated={onOutdated}
				onClose={() => setEnding(null)}
				onEnded={({ name }) => {
					hasEnded.current = true
					setMessage(`${isolate(name)} has ended.`)
					setEnding(null)
				}}
			/>
		</>
	)
}

function TokenRow({ token: { name, scopes, lastUsedAt, expiresAt }, onEnd }: { token: Token; onEnd: () => void }) {
	return (
		<li className={rows.row}>
			<span className={rows.words}>
				<strong>{name}</strong>
				<span className={rows.when}>
					{describeScopes(scopes)},{' '}
					{lastUsedAt ? (
						<>
							last used <Time time={lastUsedAt} inSentence />
						</>
					) : (
						'never used'
					)}
					, <Expiry time={expiresAt} />
				</span>
			</span>
			<Button kind="plain" aria-label={`End ${name}`} onClick={onEnd}>
				End
			</Button>
		</li>
	)
}

interface EndDialogProps {
	/** Null closes the dialog. */
	token: Token | null
	/** Called if the token had ended before. */
	onOutdated: () => void
	onClose: () => void
	onEnded: (token: Token) => void
}

function EndDialog({ token, onOutdated, onClose, onEnded }: EndDialogProps) {
	const finish = () => token && onEnded(token)
	const { send, error, isSending, reset } = useSend(endToken, {
		invalidates: [listTokens],
		onDone: finish,
		onError: ({ status }) => {
			if (status !== 404) return
			finish()
			onOutdated()
		},
	})
	return (
		<DeleteDialog
			title={token ? `End ${isolate(token.name)}?` : ''}
			open={token !== null}
			label="End Token"
			busyLabel="Ending..."
			isDeleting={isSending}
			onDelete={() => token && send({ params: { id: token.id } })}
			onClose={() => {
				reset()
				onClose()
			}}
		>
			<p>Programs that use it lose access at once. This cannot be undone.</p>
			<Notice
				kind="bad"
				message={error && error.status !== 404 ? getFailureMessage(error, endToken.config.failure) : null}
			/>
		</DeleteDialog>
	)
}

function Expiry({ time }: { time: string | null }) {
	if (time === null) return 'never expires'
	const isOver = Date.parse(time) <= Date.now()
	return (
		<span className={isOver ? css.over : undefined}>
			{isOver ? 'expired' : 'expires'} <Time time={time} precision="day" />
		</span>
	)
}

/** Says in words what a token may do. */
function describeScopes(scopes: readonly TokenScope[]): string {
	const words = [
		...(scopes.includes('write') ? ['read and write'] : scopes.includes('read') ? ['read'] : []),
		...(scopes.includes('sessions') ? ['play time'] : []),
	].join(', ')
	return words.charAt(0).toUpperCase() + words.slice(1)
}
