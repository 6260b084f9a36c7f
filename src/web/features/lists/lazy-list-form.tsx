import { lazy } from '#web/app/lazy.tsx'
import { ListFormSkeleton } from './list-form-frame.tsx'

export const loadListForm = () => import('./list-form.tsx')

/** The list editor, whose module only members load. */
export const LazyListForm = lazy(loadListForm, 'ListForm', {
	placeholder: ({ list }) => <ListFormSkeleton message={list ? 'edit-list' : 'create-list'} />,
	failure: () => <p role="alert">This form did not load. It will be here once you are online again.</p>,
})
