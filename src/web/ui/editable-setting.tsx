import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from './button.tsx'
import css from './editable-setting.module.css'
import { Notice } from './notice.tsx'

interface ChangeableProps {
	/** The button that the form takes the place of. */
	label: string
	/** What is so now. */
	now: ReactNode
	/** Called before the form opens, which `open` does. */
	before?: (open: () => void) => void
	/** Opens the form once it becomes true. */
	isResumed?: boolean
	/** The form. `done` closes it and says what has come of it, `cancel` closes it. */
	children: (close: { done: (said: string) => void; cancel: () => void }) => ReactNode
}

/** A setting as it is, and behind a button the form that changes it. */
export function Changeable({ label, now, before, isResumed = false, children }: ChangeableProps) {
	const [isOpen, setOpen] = useState(false)
	const [said, setSaid] = useState<string | null>(null)
	const form = useRef<HTMLDivElement>(null)
	const button = useRef<HTMLButtonElement>(null)
	const wasOpen = useRef(false)
	// Button and form take each other's place, and with it the focus, which is the browser's.
	useEffect(() => {
		if (isOpen) form.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
		else if (wasOpen.current) button.current?.focus()
		wasOpen.current = isOpen
	}, [isOpen])
	const show = (open: boolean, words: string | null) => {
		setOpen(open)
		setSaid(words)
	}
	const open = () => show(true, null)
	const resume = useEffectEvent(() => {
		open()
		button.current?.scrollIntoView({ block: 'center' })
	})
	// A provider has led back here, so the page begins at its top.
	useEffect(() => {
		if (isResumed) resume()
	}, [isResumed])
	return (
		<div className={css.changeable}>
			<div>{now}</div>
			<Notice message={said} />
			{isOpen ? (
				<div ref={form} className={css.form}>
					{children({ done: (words) => show(false, words), cancel: () => show(false, null) })}
				</div>
			) : (
				<Button ref={button} onClick={() => (before ? before(open) : open())}>
					{label}
				</Button>
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
