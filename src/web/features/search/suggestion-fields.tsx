import { SUGGESTION_LIMITS } from '#contract/game-suggestions.ts'
import type { useForm } from '#web/forms/form.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { FactsDraft } from './suggestion-draft.ts'
import css from './suggestion-fields.module.css'

/** The fields for the facts of a game that no source knows. */
export function SuggestionFields({ form }: { form: Pick<ReturnType<typeof useForm<FactsDraft>>, 'field'> }) {
	return (
		<>
			<div className={css.row}>
				<TextField {...form.field('name')} label="Name" autoComplete="off" />
				<TextField
					{...form.field('releaseYear')}
					label="Year"
					note="optional"
					inputMode="numeric"
					autoComplete="off"
					placeholder={String(SUGGESTION_LIMITS.firstYear + 48)}
				/>
			</div>
			<TextField
				{...form.field('platforms')}
				label="Platforms"
				note="optional"
				hint="Separated by commas."
				autoComplete="off"
			/>
			<TextField
				{...form.field('developers')}
				label="Developers"
				note="optional"
				hint="Separated by commas."
				autoComplete="off"
			/>
			<TextField
				{...form.field('url')}
				label="Web page"
				note="optional"
				type="url"
				inputMode="url"
				autoComplete="off"
				placeholder="https://"
			/>
		</>
	)
}
