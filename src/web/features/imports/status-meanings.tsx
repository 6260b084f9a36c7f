import { useId } from 'react'
import { changeImport, type Import, STATUS_MEANINGS, type StatusMeaning } from '#contract/imports.ts'
import { pluralize } from '#web/app/format.ts'
import { controlClass } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import preview from './import-preview.module.css'
import { MEANING_WORDS } from './import-words.ts'
import css from './status-meanings.module.css'
import { useImportChange } from './use-import.ts'

/** What the file's words for a status become: those that become nothing in front, the others on demand. */
export function StatusMeanings({ one: { id, statuses }, isBusy }: { one: Import; isBusy: boolean }) {
	const { send, isSending, failure } = useImportChange(changeImport)
	const change = (theirs: string, ours: StatusMeaning | null) => {
		if (!isSending && !isBusy) send({ params: { id }, body: { statuses: [{ theirs, ours }] } })
	}
	const open = statuses.filter(({ ours }) => ours === null)
	const known = statuses.filter(({ ours }) => ours !== null)
	if (statuses.length === 0) return null
	return (
		<div aria-busy={isSending || isBusy}>
			{open.length > 0 && (
				<fieldset className={css.open}>
					<legend>{open.length === 1 ? 'A word we don’t know' : 'Words we don’t know'}</legend>
					<Words statuses={open} onChange={change} />
				</fieldset>
			)}
			{known.length > 0 && (
				<details className={preview.details}>
					<summary>{pluralize(known.length, 'status', 'statuses')} translated</summary>
					<Words statuses={known} onChange={change} />
				</details>
			)}
			<Notice kind="bad" message={failure} />
		</div>
	)
}

interface WordsProps {
	statuses: Import['statuses']
	onChange: (theirs: string, ours: StatusMeaning | null) => void
}

function Words({ statuses, onChange }: WordsProps) {
	const id = useId()
	return (
		<ul className={css.words}>
			{statuses.map(({ theirs, ours, rows }, index) => (
				<li key={theirs} className={css.word}>
					<label htmlFor={`${id}${index}`} className={css.theirs}>
						<span className={css.name}>{theirs}</span>
						<span className={css.rows}>{pluralize(rows, 'row')}</span>
					</label>
					<select
						id={`${id}${index}`}
						className={controlClass}
						value={ours ?? ''}
						onChange={({ currentTarget: { value } }) =>
							onChange(theirs, value === '' ? null : (value as StatusMeaning))
						}
					>
						<option value="">No status</option>
						{STATUS_MEANINGS.map((meaning) => (
							<option key={meaning} value={meaning}>
								{MEANING_WORDS[meaning]}
							</option>
						))}
					</select>
				</li>
			))}
		</ul>
	)
}
