import { memo } from 'react'
import type { RowProps } from './found-row.tsx'
import { RowProblems } from './row-problems.tsx'
import css from './unread-row.module.css'

/** A row that could not be read, and why. */
export const UnreadRow = memo(function UnreadRow({ row: { line, title, errors } }: RowProps) {
	return (
		<li className={css.row}>
			<p className={css.line}>Line {line}</p>
			<div className={css.words}>
				{title !== '' && <p className={css.title}>{title}</p>}
				<RowProblems errors={errors} />
			</div>
		</li>
	)
})
