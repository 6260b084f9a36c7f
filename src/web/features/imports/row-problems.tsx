import type { ImportRow } from '#contract/imports.ts'
import css from './row-problems.module.css'

/** What was not understood of a row, by the column. */
export function RowProblems({ errors }: { errors: ImportRow['errors'] }) {
	if (errors.length === 0) return null
	return (
		<ul className={css.problems}>
			{errors.map(({ column, message }) => (
				<li key={`${column}: ${message}`}>
					{column !== '' && <strong>{column}: </strong>}
					{message}
				</li>
			))}
		</ul>
	)
}
