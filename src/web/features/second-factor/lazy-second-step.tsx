import type { SecondStep } from '#contract/sessions.ts'
import { useLazyModule } from '#web/app/lazy-module.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

const loadForm = () => import('./second-step-form.tsx')

export const SECOND_STEP_TITLE = 'One more step'
export const SECOND_STEP_LEAD = 'Confirm that it’s you to finish logging in.'

interface SecondStepProps {
	step: SecondStep
	/** Called if the step cannot be finished any more, with the reason, or because the person goes back. */
	onBack: (reason: string | null) => void
}

/** The second step of a login, loaded when it is needed. */
export function LazySecondStep(props: SecondStepProps) {
	const { module, hasFailed } = useLazyModule(loadForm, true)
	if (module) return <module.SecondStepForm {...props} />
	if (!hasFailed) return <Notice message="One moment, please..." />
	return (
		<>
			<Notice kind="bad" message="This form did not load. Please try again." />
			<Button onClick={() => props.onBack(null)}>Back to Login</Button>
		</>
	)
}
