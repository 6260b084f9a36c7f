import { applyImport, type Import } from '#contract/imports.ts'
import { pluralize } from '#web/app/format.ts'
import { bottomBar } from '#web/ui/bottom-bars.ts'
import { Button } from '#web/ui/button.tsx'
import css from './apply-bar.module.css'
import type { ConflictRule, ReviewRule } from './apply-choices.tsx'
import { describeLeftOut } from './import-words.ts'
import { useImportChange } from './use-import.ts'

interface ApplyBarProps {
	one: Import
	/** Whether the file is being read again. */
	isBusy: boolean
	conflicts: ConflictRule
	reviews: ReviewRule
}

/** The bar at the lower edge: the button that writes the import, and beside it what it leaves out. */
export function ApplyBar({ one: { id, counts }, isBusy, conflicts, reviews }: ApplyBarProps) {
	const { send, isSending, failure } = useImportChange(applyImport)
	const games = counts.added + counts.changed
	const leftOut = describeLeftOut(counts)
	return (
		<footer ref={bottomBar} className={css.bar}>
			<div className={css.words}>
				<p role="status">{leftOut === null ? 'Everything in the file comes along.' : `Left out: ${leftOut}`}</p>
				{failure !== null && (
					<p role="alert" className={css.failure}>
						{failure}
					</p>
				)}
			</div>
			<Button
				kind="main"
				aria-disabled={isSending || isBusy || games === 0}
				onClick={() => {
					if (!isSending && !isBusy && games > 0) send({ params: { id }, body: { conflicts, reviews } })
				}}
			>
				{isBusy
					? 'Updating...'
					: isSending
						? 'Starting...'
						: games === 0
							? 'Nothing to Import'
							: `Import ${pluralize(games, 'Game')}`}
			</Button>
		</footer>
	)
}
