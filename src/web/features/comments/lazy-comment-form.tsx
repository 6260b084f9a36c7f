import type { ComponentProps } from 'react'
import { useLazyModule } from '#web/app/lazy-module.ts'
import css from './comment-form.module.css'
import type { CommentForm } from './comment-form.tsx'

const loadForm = () => import('./comment-form.tsx')

export type CommentFormProps = ComponentProps<typeof CommentForm>

/** The comment form, whose module only members load; its place has the form's height meanwhile. */
export function LazyCommentForm(props: CommentFormProps) {
	const { module, hasFailed } = useLazyModule(loadForm, true)
	if (module) return <module.CommentForm {...props} />
	return hasFailed ? (
		<p role="alert">This form did not load. It will be here once you are online again.</p>
	) : (
		<div className={css.pending} />
	)
}
