import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { ServerReviewDraft } from '#contract/review-drafts.ts'
import { pluralize } from '#web/app/format.ts'
import { Button } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import { formatRating } from '#web/ui/star-value.ts'
import css from './draft-choice.module.css'
import { formatClock, nameDevice } from './draft-words.ts'
import { type ReviewDraft, toReviewDraft, toSavedDraft } from './review-draft.ts'

interface DraftChoiceProps {
	/** The content of the form. */
	mine: ReviewDraft
	other: ServerReviewDraft
	/** Whether the form opened with the choice, so that nobody is typing yet. */
	isOpening: boolean
	onChoose: (choice: 'theirs' | 'mine') => void
}

/** Shows the form's draft below a newer one from elsewhere, and lets the author choose. */
export function DraftChoice({ mine, other, isOpening, onChoose }: DraftChoiceProps) {
	const id = useId()
	const box = useRef<HTMLElement>(null)
	// Above a long text nobody would see it
	useEffect(() => {
		if (isOpening) box.current?.scrollIntoView({ block: 'nearest' })
	}, [isOpening])
	const device = nameDevice(other.device, navigator.userAgent)
	return (
		<section ref={box} className={`${card.box} ${css.choice}`} aria-labelledby={id}>
			<h2 id={id} className={css.found}>
				We found a newer draft from {device}, {formatClock(other.updatedAt, Date.now())}.
			</h2>
			<Version title={`From ${device}`} draft={toReviewDraft(other)}>
				<Button kind="main" onClick={() => onChoose('theirs')}>
					Use It
				</Button>
			</Version>
			<Version title="Here" draft={mine}>
				<Button onClick={() => onChoose('mine')}>Keep This</Button>
			</Version>
		</section>
	)
}

function Version({ title, draft, children }: { title: string; draft: ReviewDraft; children: ReactNode }) {
	const { rating, platform, timePlayed, description, containsSpoilers } = toSavedDraft(draft)
	const facts = [
		rating !== null && formatRating(rating),
		platform,
		timePlayed != null && pluralize(timePlayed, 'hour'),
		containsSpoilers && 'Contains spoilers',
	].filter(Boolean)
	return (
		<div className={css.version}>
			<h3 className={css.title}>{title}</h3>
			{facts.length > 0 && <p className={css.facts}>{facts.join(' · ')}</p>}
			<textarea
				className={css.text}
				aria-label={`Text ${title.toLowerCase()}`}
				value={description}
				placeholder="No text yet"
				readOnly
			/>
			{children}
		</div>
	)
}
