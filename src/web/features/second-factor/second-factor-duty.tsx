import type { ReactNode } from 'react'
import card from '#web/ui/card.module.css'
import { Time } from '#web/ui/time.tsx'
import css from './second-factor-duty.module.css'

/** The element of the settings where factors are added. */
export const SECOND_FACTOR_ID = 'two-step-login'

interface SecondFactorDutyProps {
	/** By when the viewer's role needs a second factor. */
	due: string
	/** Leads to where one is added. */
	action?: ReactNode
}

/** Says that the viewer's role needs a second factor, and until when it does without. */
export function SecondFactorDuty({ due, action }: SecondFactorDutyProps) {
	const isOver = Date.parse(due) <= Date.now()
	return (
		<aside className={`${card.box} ${css.duty}`} aria-label="Two-step login">
			<p>
				{isOver ? (
					<>
						Your role needs two-step login, and the time to set it up is over. Add a passkey or an authenticator app to
						act as a moderator or admin again.
					</>
				) : (
					<>
						Your role needs two-step login. Please add a passkey or an authenticator app by{' '}
						<Time time={due} precision="minute" />. After that you can’t act as a moderator or admin until you have one.
					</>
				)}
			</p>
			{action}
		</aside>
	)
}
