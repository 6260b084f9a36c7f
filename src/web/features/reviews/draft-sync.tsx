import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { listReviewDrafts } from '#contract/review-drafts.ts'
import { DraftChoice } from './draft-choice.tsx'
import { createDraftSaver, type DraftSaver, type SavingState } from './draft-saver.ts'
import css from './draft-sync.module.css'
import { formatClock, nameDevice } from './draft-words.ts'
import type { KnownDraft, OpenedDraft } from './opened-draft.ts'
import type { ReviewDraft } from './review-draft.ts'

interface DraftSyncProps {
	userId: string
	gameId: number
	start: ReviewDraft
	opened: OpenedDraft
	known: RefObject<KnownDraft>
	/** Holds the saver while this is mounted. */
	saver: RefObject<DraftSaver | null>
	/** The content of the form. */
	draft: ReviewDraft
	isPublishing: boolean
	onUse: (draft: ReviewDraft) => void
}

/** Saves the form's draft on the server, says where it is, and offers the choice if another device has a newer one. */
export function DraftSync({ draft, isPublishing, saver: holder, known, onUse, ...props }: DraftSyncProps) {
	const client = useQueryClient()
	const foot = useRef<HTMLDivElement>(null)
	const [state, setState] = useState<SavingState>({ status: 'unchanged', savedAt: null, other: null })
	const handleUse = useEffectEvent(onUse)
	const [saver] = useState(() =>
		createDraftSaver({
			...props,
			known: known.current,
			onState: setState,
			onSaved: () => void client.invalidateQueries({ queryKey: [listReviewDrafts.url] }),
			onUse: (used) => handleUse(used),
		}),
	)
	// Saves from the first change until the form is closed
	useEffect(() => {
		holder.current = saver
		const stop = saver.start()
		return () => {
			stop()
			holder.current = null
		}
	}, [saver, holder])
	useEffect(() => saver.change(draft), [saver, draft])
	useEffect(() => saver.setPaused(isPublishing), [saver, isPublishing])
	const { status, savedAt, other } = state
	const choose = (choice: 'theirs' | 'mine') => {
		saver.choose(choice)
		// The buttons are gone
		foot.current?.closest('form')?.querySelector<HTMLElement>('[name="description"]')?.focus()
	}
	return (
		<div ref={foot} className={css.foot}>
			<p className={css.status}>
				{status === 'unsaved' && 'Not saved yet'}
				{status === 'saved' && `Saved${savedAt ? ` · ${formatClock(savedAt, Date.now())}` : ''}`}
				{/* Only this is worth interrupting what a screen reader says while one types */}
				<span role="status">{status === 'device' && 'Saved on this device only'}</span>
			</p>
			<div role="status">
				{other && (
					<p className="visually-hidden">
						We found a newer draft from {nameDevice(other.device, navigator.userAgent)}, below your text.
					</p>
				)}
			</div>
			{other && <DraftChoice mine={draft} other={other} isOpening={other === props.opened.other} onChoose={choose} />}
		</div>
	)
}
