import { lazy } from '#web/app/lazy.tsx'
import { ReviewFormSkeleton } from './review-form-skeleton.tsx'

export const loadReviewForm = () => import('./review-form.tsx')

/** The review editor, whose module only members load. */
export const LazyReviewForm = lazy(loadReviewForm, 'ReviewForm', {
	placeholder: () => <ReviewFormSkeleton />,
	failure: () => <p role="alert">This form did not load. It will be here once you are online again.</p>,
})
