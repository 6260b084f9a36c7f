import { type ReactNode, useEffect, useRef } from 'react'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import css from './auth-screen.module.css'

interface AuthScreenProps {
	title: string
	lead?: string
	/** Limits the screen to visitors or members. */
	seenBy?: 'visitors' | 'members'
	/** Whether the title takes the focus, because the screen replaced the focused element. */
	takesFocus?: boolean
	children?: ReactNode
}

/** The screen for a single account task: a narrow form, with the crystal beside it. */
export function AuthScreen({ title, lead, seenBy, takesFocus = false, children }: AuthScreenProps) {
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => {
		if (takesFocus) heading.current?.focus()
	}, [takesFocus])
	return (
		<div className={css.screen} data-for={seenBy}>
			<span className={css.mark}>
				<FrameIcon name="crystal" size={40} />
			</span>
			<header className={css.head}>
				<h1 ref={heading} tabIndex={takesFocus ? -1 : undefined}>
					{title}
				</h1>
				{lead && <p>{lead}</p>}
			</header>
			<div className={css.task}>{children}</div>
		</div>
	)
}

/** The actions of an `AuthScreen`, stacked vertically. */
export function AuthActions({ children }: { children: ReactNode }) {
	return <div className={css.actions}>{children}</div>
}

/** The line with links at the bottom of an `AuthScreen`. */
export function AuthOther({ children }: { children: ReactNode }) {
	return <p className={css.other}>{children}</p>
}
