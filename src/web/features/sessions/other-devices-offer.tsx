import { useRef } from 'react'
import { listSessions, revokeOtherSessions } from '#contract/session-devices.ts'
import { PROOF_NEEDED } from '#contract/session-refusals.ts'
import { useRead, useSend } from '#web/app/data.tsx'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { useProofGate } from '#web/forms/proof-gate-context.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './devices-section.module.css'

/** Offers to log out the account's other devices, if there are any. */
export function OtherDevicesOffer() {
	const { guard } = useProofGate()
	const offer = useRef<HTMLDivElement>(null)
	const { data } = useRead(listSessions, {}, { refetchOnMount: 'always' })
	const { send, isSending, isDone, error } = useSend(revokeOtherSessions, {
		invalidates: [listSessions],
		// The clicked button is removed
		onDone: () => offer.current?.focus(),
		onError: ({ code }) => {
			if (code === PROOF_NEEDED.code) guard({ kind: 'devices' }, () => send({}))
		},
	})
	if (!isDone && (!data || data.sessions.length < 2)) return null
	return (
		<div ref={offer} tabIndex={-1} className={css.offer}>
			<Notice message={isDone ? 'All other devices have been logged out.' : null} />
			{!isDone && (
				<>
					<p>Your other devices are still logged in.</p>
					<FormFailure error={error} fallback={revokeOtherSessions.config.failure} />
					<Button aria-disabled={isSending} onClick={() => isSending || send({})}>
						Log Out All Others
					</Button>
				</>
			)}
		</div>
	)
}
