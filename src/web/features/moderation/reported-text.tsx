import { useState } from 'react'
import type { ReportGroup } from '#contract/moderation.ts'
import { Button } from '#web/ui/button.tsx'
import css from './reported-text.module.css'

/** A text that has more lines or characters than this begins folded. */
const FOLDED_LINES = 8
const FOLDED_LENGTH = 700

interface ReportedTextProps {
	group: Pick<ReportGroup, 'snapshot' | 'present'>
	/** When the first text was so. */
	when?: string
}

/** The text that was reported, and beside it what it says now if that is something else. */
export function ReportedText({ group: { snapshot, present }, when = 'As reported' }: ReportedTextProps) {
	const isSame = present === snapshot
	return (
		<div className={css.texts}>
			<div className={css.text}>
				<p className={css.label}>{isSame ? `${when} (not edited since)` : when}</p>
				<Words text={snapshot || 'No text'} />
			</div>
			{!isSame && (
				<div className={css.text}>
					<p className={css.label}>Now</p>
					{present ? <Words text={present} /> : <p className={css.none}>{present ?? 'It is gone.'}</p>}
				</div>
			)}
		</div>
	)
}

function Words({ text }: { text: string }) {
	const isLong = text.length > FOLDED_LENGTH || text.split('\n').length > FOLDED_LINES
	const [isFolded, setFolded] = useState(isLong)
	return (
		<>
			<p className={css.words} data-folded={isFolded}>
				{text}
			</p>
			{isLong && (
				<Button kind="plain" aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
					{isFolded ? 'Show All' : 'Show Less'}
				</Button>
			)}
		</>
	)
}
