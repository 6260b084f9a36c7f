import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import css from './changeable.module.css'

interface ChangeableProps {
	/** The button that opens the form. */
	label: string
	/** What is so now. */
	now: ReactNode
	/** The form. `done` closes it and says what has come of it, `cancel` closes it. */
	children: (close: { done: (said: string) => void; cancel: () => void }) => ReactNode
}

/** A setting as it is, and behind a button the form that changes it. */
export function Changeable({ label, now, children }: ChangeableProps) {
	const [isOpen, setOpen] = useState(false)
	const [said, setSaid] = useState<string | null>(null)
	const form = useRef<HTMLDivElement>(null)
	const button = useRef<HTMLButtonElement>(null)
	// Where a form opens one types into it; the focus is the browser's.
	useEffect(() => {
		if (isOpen) form.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
	}, [isOpen])
	const close = (words: string | null) => {
		setOpen(false)
		setSaid(words)
		button.current?.focus()
	}
	return (
		<div className={css.changeable}>
			<div>{now}</div>
			<Notice message={said} />
			<div className={css.actions}>
				<Button
					ref={button}
					aria-expanded={isOpen}
					onClick={() => {
						setSaid(null)
						setOpen(!isOpen)
					}}
				>
					{label}
				</Button>
			</div>
			{isOpen && (
				<div ref={form} className={css.form}>
					{children({ done: close, cancel: () => close(null) })}
				</div>
			)}
		</div>
	)
}

/** The buttons at the foot of such a form. */
export function ChangeableActions({ children, onCancel }: { children: ReactNode; onCancel: () => void }) {
	return (
		<div className={css.actions}>
			{children}
			<Button kind="plain" onClick={onCancel}>
				Cancel
			</Button>
		</div>
	)
}
