import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { PROOF_NEEDED, reauthenticate } from '#contract/account.ts'
import { PROOF_ENDS } from '#contract/social-login-outcomes.ts'
import type { OwnUser } from '#contract/users.ts'
import { failureSentence, useSend } from '#web/app/data.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type GuardedChange, takeChange } from './pending-change.ts'
import { ProofDialog } from './proof-dialog.tsx'

interface ProofGate {
	/** Goes on with a change: at once where the last proof still counts, else once the person has proved who they are. */
	guard: (change: GuardedChange, goOn: () => void) => void
	/** The change to go on with, after a provider has led back here. */
	resumed: GuardedChange | null
}

const Context = createContext<ProofGate>({ guard: (_, goOn) => goOn(), resumed: null })

export function useProofGate(): ProofGate {
	return useContext(Context)
}

/** Stands before the changes that add a way to sign in, and asks who wants them. */
export function ProofGate({ user, children }: { user: OwnUser; children: ReactNode }) {
	const [asked, setAsked] = useState<{ change: GuardedChange; goOn: () => void } | null>(null)
	const [resumed, setResumed] = useState<GuardedChange | null>(null)
	const [failure, setFailure] = useState<string | null>(null)
	const notice = useRef<HTMLDivElement>(null)
	const waiting = useRef<typeof asked>(null)
	const checking = useSend(reauthenticate, {
		onDone: () => waiting.current?.goOn(),
		// What else fails, the change itself meets as well, and says
		onRefused: ({ code }) => (code === PROOF_NEEDED.code ? setAsked(waiting.current) : waiting.current?.goOn()),
	})
	const guard = (change: GuardedChange, goOn: () => void) => {
		if (checking.isSending) return
		setFailure(null)
		waiting.current = { change, goOn }
		checking.send({ body: {} })
	}
	const goOnAfterReturn = () => {
		const change = takeChange(user.id)
		// In the app, this page stays behind the browser that asks
		if (asked) asked.goOn()
		else setResumed(change)
		setAsked(null)
	}
	const fail = (sentence: string) => {
		takeChange(user.id)
		setAsked(null)
		setFailure(sentence)
		notice.current?.scrollIntoView({ block: 'center' })
	}
	const showing = useSend(reauthenticate, {
		onDone: goOnAfterReturn,
		onRefused: (error) => fail(failureSentence(error, reauthenticate.config.failure)),
	})
	useReturn((end) => {
		if (end === 'done') showing.send({ body: {} })
		else fail(Object.hasOwn(PROOF_ENDS, end) ? PROOF_ENDS[end as keyof typeof PROOF_ENDS] : PROOF_ENDS.failed)
	})
	return (
		<Context value={{ guard, resumed }}>
			<div ref={notice}>
				<Notice kind="bad" message={failure} />
			</div>
			{children}
			<ProofDialog
				user={user}
				change={asked?.change ?? null}
				onProved={() => {
					setAsked(null)
					asked?.goOn()
				}}
				onClose={() => setAsked(null)}
			/>
		</Context>
	)
}

/** Calls `onEnd` with how a repeated sign-in ended that led here, and clears the address of it. */
function useReturn(onEnd: (end: string) => void): void {
	const [query, setQuery] = useSearchParams()
	const end = query.get('proof')
	const tell = useEffectEvent(onEnd)
	// The address is the browser's.
	useEffect(() => {
		if (end === null) return
		setQuery(
			(before) => {
				before.delete('proof')
				return before
			},
			{ replace: true, preventScrollReset: true },
		)
		tell(end)
	}, [end, setQuery])
}
