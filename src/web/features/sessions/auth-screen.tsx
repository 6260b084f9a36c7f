import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import css from './auth-screen.module.css'

interface AuthScreenProps {
	title: string
	lead?: string
	/** Whom the screen is for, where it is not for everybody. */
	seenBy?: 'visitors' | 'members'
	/** Says that this came in the place of something that had the focus, which goes to the title. */
	takesFocus?: boolean
	children?: ReactNode
}

/** The narrow screen on which one thing is done to an account. */
export function AuthScreen({ title, lead, seenBy, takesFocus = false, children }: AuthScreenProps) {
	const heading = useRef<HTMLHeadingElement>(null)
	// The focus is the browser's.
	useEffect(() => {
		if (takesFocus) heading.current?.focus()
	}, [takesFocus])
	return (
		<div className={css.screen} data-for={seenBy}>
			<header className={css.head}>
				<Icon name="crystal" size={40} />
				<h1 ref={heading} tabIndex={takesFocus ? -1 : undefined}>
					{title}
				</h1>
				{lead && <p>{lead}</p>}
			</header>
			{children}
		</div>
	)
}

/** What can be done on such a screen, one below the other. */
export function AuthActions({ children }: { children: ReactNode }) {
	return <div className={css.actions}>{children}</div>
}

/** The line at the foot that leads elsewhere. */
export function AuthOther({ children }: { children: ReactNode }) {
	return <p className={css.other}>{children}</p>
}
