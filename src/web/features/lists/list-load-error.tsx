import type { ReactNode } from 'react'
import { Empty } from '#web/ui/empty.tsx'
import css from './list-load-error.module.css'
import { ERROR_LOADING_LIST } from './list-labels.ts'

/** Stands in place of a list that could not be read: why, and as children what can be done. */
export function ListLoadError({ sentence, children }: { sentence: string; children: ReactNode }) {
	return (
		<div className={css.screen}>
			<h1>{ERROR_LOADING_LIST}</h1>
			<Empty alert action={<div className={css.actions}>{children}</div>}>
				{sentence}
			</Empty>
		</div>
	)
}
