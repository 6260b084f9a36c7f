import { BOTH_REVIEWED, listUnsurePairs, mergePair, type PairedGame, type UnsurePair } from '#contract/admin-catalog.ts'
import { useSend } from '#web/app/data.tsx'
import { formatRelease, pluralize } from '#web/app/format.ts'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { useProofGate } from '#web/forms/proof-gate-context.ts'
import { Button } from '#web/ui/button.tsx'
import dialog from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { RadioRows } from '#web/ui/radio-rows.tsx'
import css from './merge-dialog.module.css'

interface MergeDialogProps {
	/** Null closes the dialog. */
	pair: UnsurePair | null
	onClose: () => void
	onDone: (message: string) => void
}

/** Asks which of two games remains, because a merge cannot be undone. */
export function MergeDialog({ pair, onClose, onDone }: MergeDialogProps) {
	return (
		<Dialog open={pair !== null} title={pair ? `Merge ${pair.one.name}` : ''} onClose={onClose}>
			{pair && <MergeForm pair={pair} onClose={onClose} onDone={onDone} />}
		</Dialog>
	)
}

function MergeForm({ pair: { one, other }, onClose, onDone }: { pair: UnsurePair } & Omit<MergeDialogProps, 'pair'>) {
	const { guard } = useProofGate()
	const sending = useSend(mergePair, {
		invalidates: [listUnsurePairs],
		onDone: ({ reviews, lists }) =>
			onDone(
				`Merged into one game. ${pluralize(reviews, 'review')} and ${pluralize(lists, 'list entry', 'list entries')} moved.`,
			),
	})
	const isRefused = sending.error?.code === BOTH_REVIEWED.code
	// What more people wrote about stays where it is
	const initial = { keep: String((one.reviewCount >= other.reviewCount ? one : other).id) }
	const form = useForm({ initial, validate: null, sending })
	return (
		<Form
			className={css.form}
			form={form}
			failure={mergePair.config.failure}
			onSend={({ keep }) => {
				const [kept, merged] = keep === String(one.id) ? [one, other] : [other, one]
				const body = { keepId: kept.id, mergeId: merged.id, ...(isRefused && { keepNewest: true }) }
				guard({ kind: 'site' }, () => sending.send({ body }))
			}}
		>
			<RadioRows
				{...form.field('keep')}
				label="Which one do you want to keep?"
				options={[one, other].map((game) => ({ value: String(game.id), label: game.name, hint: describe(game) }))}
			/>
			<p>The other becomes part of it, with its reviews and list entries. This cannot be undone.</p>
			<div className={dialog.actions}>
				<Button onClick={onClose}>Cancel</Button>
				<SubmitButton kind="danger" isSending={form.isSending} sendingLabel="Merging...">
					{isRefused ? 'Merge and Keep the Newer Review' : 'Merge'}
				</SubmitButton>
			</div>
		</Form>
	)
}

function describe({ releaseDate, sources, reviewCount }: PairedGame): string {
	const date = releaseDate ? `${formatRelease(releaseDate)}, ` : ''
	return `${date}from ${sources.join(', ')}, ${pluralize(reviewCount, 'review')}`
}
