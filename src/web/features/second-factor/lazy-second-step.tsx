import { lazy } from '#web/app/lazy.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

export const SECOND_STEP_TITLE = 'One more step'
export const SECOND_STEP_LEAD = 'Confirm that it’s you to finish logging in.'

/** The second step of a login, loaded when it is needed. */
export const LazySecondStep = lazy(() => import('./second-step-form.tsx'), 'SecondStepForm', {
	placeholder: () => <Notice message="One moment, please..." />,
	failure: ({ onBack }) => (
		<>
			<Notice kind="bad" message="This form did not load. Please try again." />
			<Button onClick={() => onBack(null)}>Back to Login</Button>
		</>
	),
})
