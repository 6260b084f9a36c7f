import type { ReactNode } from 'react'
import { Empty } from '#web/ui/empty.tsx'
import { ERROR_LOADING_LIST } from './list-labels.ts'
import css from './list-load-error.module.css'

/** Replaces a list that failed to load with the reason; `children` are the actions. */
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
