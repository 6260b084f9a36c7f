import { useState } from 'react'
import { isolate } from '#contract/isolate.ts'
import { listFactors, type removeAuthenticator, type removePasskey } from '#contract/second-factor.ts'
import type { Input } from '#web/app/api-client.ts'
import { useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { useProofGate } from '#web/forms/proof-gate-context.ts'
import { Button } from '#web/ui/button.tsx'
import { DeleteDialog } from '#web/ui/delete-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface RemoveFactorProps<E extends typeof removePasskey | typeof removeAuthenticator> {
	endpoint: E
	input: Input<E>
	/** As it stands within a sentence. */
	name: string
	question: string
	onRemoved: () => void
}

/** The button that removes a factor, after a proof of identity and a question. */
export function RemoveFactor<E extends typeof removePasskey | typeof removeAuthenticator>({
	endpoint,
	input,
	name,
	question,
	onRemoved,
}: RemoveFactorProps<E>) {
	const { guard } = useProofGate()
	const [isOpen, setOpen] = useState(false)
	const { send, error, isSending, reset } = useSend<E>(endpoint, {
		invalidates: [listFactors],
		onDone: () => {
			setOpen(false)
			onRemoved()
		},
	})
	const close = () => {
		reset()
		setOpen(false)
	}
	return (
		<>
			<Button
				kind="plain"
				aria-label={`Remove ${name}`}
				onClick={() => guard({ kind: 'factors' }, () => setOpen(true))}
			>
				Remove
			</Button>
			<DeleteDialog
				title={`Remove ${isolate(name)}?`}
				open={isOpen}
				onClose={close}
				onDelete={() => send(input)}
				isDeleting={isSending}
			>
				<p>{question}</p>
				<Notice kind="bad" message={error && getFailureMessage(error, endpoint.config.failure)} />
			</DeleteDialog>
		</>
	)
}
