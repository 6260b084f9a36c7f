import type { ComponentProps } from 'react'
import { lazy } from '#web/app/lazy.tsx'
import css from './comment-form.module.css'
import type { CommentForm } from './comment-form.tsx'

export type CommentFormProps = ComponentProps<typeof CommentForm>

/** The comment form, whose module only members load; its place has the form's height meanwhile. */
export const LazyCommentForm = lazy(() => import('./comment-form.tsx'), 'CommentForm', {
	placeholder: () => <div className={css.pending} />,
	failure: () => <p role="alert">This form did not load. It will be here once you are online again.</p>,
})
