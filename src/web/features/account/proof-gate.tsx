import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { reauthenticate } from '#contract/account.ts'
import { PROOF_NEEDED } from '#contract/session-refusals.ts'
import { PROOF_OUTCOMES } from '#contract/social-login-outcomes.ts'
import type { CurrentUser } from '#contract/users.ts'
import { useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { type GuardedChange, ProofGateContext } from '#web/forms/proof-gate-context.ts'
import { Notice } from '#web/ui/notice.tsx'
import { takePendingChange } from './pending-change.ts'
import { ProofDialog } from './proof-dialog.tsx'

/** Requires a recent proof of identity before changes that need one. */
export function ProofGate({ user, children }: { user: CurrentUser; children: ReactNode }) {
	const [pending, setPending] = useState<{ change: GuardedChange; proceed: () => void } | null>(null)
	const [resumedChange, setResumedChange] = useState<GuardedChange | null>(null)
	const [failure, setFailure] = useState<string | null>(null)
	const notice = useRef<HTMLDivElement>(null)
	const requested = useRef<typeof pending>(null)
	const proofCheck = useSend(reauthenticate, {
		onDone: () => requested.current?.proceed(),
		// The change itself would fail with any other error too, and report it
		onError: ({ code }) => (code === PROOF_NEEDED.code ? setPending(requested.current) : requested.current?.proceed()),
	})
	const guard = (change: GuardedChange, proceed: () => void) => {
		if (proofCheck.isSending) return
		setFailure(null)
		requested.current = { change, proceed }
		proofCheck.send({ body: {} })
	}
	const resumeAfterReturn = () => {
		const change = takePendingChange(user.id)
		// In the app, this page stays open behind the provider's browser
		if (pending) pending.proceed()
		else setResumedChange(change)
		setPending(null)
	}
	const fail = (sentence: string) => {
		takePendingChange(user.id)
		setPending(null)
		setFailure(sentence)
		notice.current?.scrollIntoView({ block: 'center' })
	}
	const verifying = useSend(reauthenticate, {
		onDone: resumeAfterReturn,
		onError: (error) => fail(getFailureMessage(error, reauthenticate.config.failure)),
	})
	useProofResult((end) => {
		if (end === 'done') verifying.send({ body: {} })
		else
			fail(
				Object.hasOwn(PROOF_OUTCOMES, end) ? PROOF_OUTCOMES[end as keyof typeof PROOF_OUTCOMES] : PROOF_OUTCOMES.failed,
			)
	})
	return (
		<ProofGateContext value={{ guard, resumedChange }}>
			<div ref={notice}>{failure !== null && <Notice kind="bad" message={failure} />}</div>
			{children}
			<ProofDialog
				user={user}
				change={pending?.change ?? null}
				onProved={() => {
					setPending(null)
					pending?.proceed()
				}}
				onClose={() => setPending(null)}
			/>
		</ProofGateContext>
	)
}

/** Calls `onEnd` with the outcome of a reauthentication from the URL, and removes it from the URL. */
function useProofResult(onEnd: (end: string) => void): void {
	const [query, setQuery] = useSearchParams()
	const end = query.get('proof')
	const reportResult = useEffectEvent(onEnd)
	useEffect(() => {
		if (end === null) return
		setQuery(
			(before) => {
				before.delete('proof')
				return before
			},
			{ replace: true, preventScrollReset: true },
		)
		reportResult(end)
	}, [end, setQuery])
}
