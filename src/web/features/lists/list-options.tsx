import type { ListVisibility } from '#contract/lists.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import type { ListWords } from './list-draft.ts'
import css from './list-options.module.css'
import { TagsField } from './tags-field.tsx'

export const VISIBILITIES: readonly { value: ListVisibility; label: string; hint: string }[] = [
	{ value: 'public', label: 'Public', hint: 'Everyone can find this list.' },
	{ value: 'unlisted', label: 'Unlisted', hint: 'Only people with the link can see this list.' },
	{ value: 'private', label: 'Private', hint: 'Only you can see this list.' },
]

interface ListOptionsProps {
	draft: ListWords
	getProblem: (name: string) => string | undefined
	onChange: (change: Partial<ListWords>) => void
}

/** Who sees a list, whether its order is a ranking, and its tags. */
export function ListOptions({ draft, getProblem, onChange }: ListOptionsProps) {
	const { visibility, isRanked, tags } = draft
	return (
		<>
			<TagsField tags={tags} problem={getProblem('tags')} onChange={(tags) => onChange({ tags })} />
			<div className={css.options}>
				<div>
					<ChoiceField
						name="visibility"
						label="Who can see it"
						options={VISIBILITIES}
						value={visibility}
						problem={getProblem('visibility')}
						onChange={(value) => {
							const chosen = VISIBILITIES.find((one) => one.value === value)
							if (chosen) onChange({ visibility: chosen.value })
						}}
					/>
					<p className={css.hint} role="status">
						{VISIBILITIES.find(({ value }) => value === visibility)?.hint}
					</p>
				</div>
				<label className={css.ranked}>
					<input
						type="checkbox"
						name="isRanked"
						checked={isRanked}
						onChange={({ currentTarget }) => onChange({ isRanked: currentTarget.checked })}
					/>
					<span>
						Ranked
						<span className={css.hint}>Numbers the games.</span>
					</span>
				</label>
			</div>
		</>
	)
}
