import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Import } from '#contract/imports.ts'
import { pluralize } from '#web/app/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ApplyBar } from './apply-bar.tsx'
import { ConflictChoice, type ConflictRule, ReviewChoice, type ReviewRule } from './apply-choices.tsx'
import { ColumnMapping } from './column-mapping.tsx'
import { PlannedFigures } from './import-figures.tsx'
import css from './import-preview.module.css'
import { ImportRows } from './import-rows.tsx'
import { MatchTabs, parseShown } from './match-tabs.tsx'
import { StatusMeanings } from './status-meanings.tsx'

/** What an import would write, and everything that the person decides about it. */
export function ImportPreview({ one, isBusy }: { one: Import; isBusy: boolean }) {
	const { id, counts, csv, notCarried } = one
	const [query] = useSearchParams()
	const [conflicts, setConflicts] = useState<ConflictRule>('mine')
	const [reviews, setReviews] = useState<ReviewRule>('publish')
	const [isOpen, setOpen] = useState(false)
	const choicesId = useId()
	const shown = parseShown(query.get('show'), counts)
	return (
		<>
			<div className={css.columns} aria-busy={isBusy}>
				<div className={css.choices}>
					<PlannedFigures id={id} counts={counts} current={shown} />
					<OptionsButton one={one} isOpen={isOpen} controls={choicesId} onPress={() => setOpen(!isOpen)} />
					<div id={choicesId} className={css.options} data-open={isOpen}>
						<StatusMeanings one={one} isBusy={isBusy} />
						{counts.changed > 0 && <ConflictChoice value={conflicts} onChange={setConflicts} />}
						{counts.reviews > 0 && <ReviewChoice count={counts.reviews} value={reviews} onChange={setReviews} />}
						{notCarried.length > 0 && (
							<details className={css.details}>
								<summary>What comes along differently</summary>
								<ul className={css.sentences}>
									{notCarried.map((sentence) => (
										<li key={sentence}>{sentence}</li>
									))}
								</ul>
							</details>
						)}
						{csv && (
							<details className={css.details}>
								<summary>Columns of your file</summary>
								<ColumnMapping one={one} isBusy={isBusy} />
							</details>
						)}
					</div>
				</div>
				<div className={css.rows}>
					<MatchTabs id={id} counts={counts} current={shown} />
					<ImportRows key={shown} one={one} shown={shown} />
				</div>
			</div>
			<ApplyBar one={one} isBusy={isBusy} conflicts={conflicts} reviews={reviews} />
		</>
	)
}

interface OptionsButtonProps {
	one: Import
	isOpen: boolean
	controls: string
	onPress: () => void
}

/** Where there is one column, the games come first, and this opens what can be chosen; it says what should be. */
function OptionsButton({ one: { statuses }, isOpen, controls, onPress }: OptionsButtonProps) {
	const open = statuses.filter(({ ours }) => ours === null).length
	return (
		<button
			type="button"
			className={css.toggle}
			aria-expanded={isOpen}
			aria-controls={controls}
			data-asks={open > 0}
			onClick={onPress}
		>
			<span>Options</span>
			{open > 0 && <span className={css.asks}>{pluralize(open, 'status', 'statuses')} to choose</span>}
			<Icon name="down" size={16} />
		</button>
	)
}
