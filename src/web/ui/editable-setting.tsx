import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from './button.tsx'
import css from './editable-setting.module.css'
import { Notice } from './notice.tsx'

interface EditableSettingProps {
	/** The label of the button that opens the form. */
	label: string
	/** The setting's current value. */
	current: ReactNode
	/** Called instead of opening the form; calls `open` to open it. */
	beforeOpen?: (open: () => void) => void
	/** Opens the form when it becomes true. */
	isResumed?: boolean
	/** The form. `done` closes it and shows a message, `cancel` closes it. */
	children: (close: { done: (message: string) => void; cancel: () => void }) => ReactNode
}

/** A setting's current value, with a button that opens the form to change it. */
export function EditableSetting({ label, current, beforeOpen, isResumed = false, children }: EditableSettingProps) {
	const [isOpen, setOpen] = useState(false)
	const [message, setMessage] = useState<string | null>(null)
	const form = useRef<HTMLDivElement>(null)
	const button = useRef<HTMLButtonElement>(null)
	const wasOpen = useRef(false)
	// Button and form replace each other: move the focus along
	useEffect(() => {
		if (isOpen) form.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
		else if (wasOpen.current) button.current?.focus()
		wasOpen.current = isOpen
	}, [isOpen])
	const show = (open: boolean, text: string | null) => {
		setOpen(open)
		setMessage(text)
	}
	const open = () => show(true, null)
	const resume = useEffectEvent(() => {
		open()
		button.current?.scrollIntoView({ block: 'center' })
	})
	// After the redirect from a provider, the page starts at the top: scroll here
	useEffect(() => {
		if (isResumed) resume()
	}, [isResumed])
	return (
		<div className={css.setting}>
			<div>{current}</div>
			<Notice message={message} />
			{isOpen ? (
				<div ref={form} className={css.form}>
					{children({ done: (text) => show(false, text), cancel: () => show(false, null) })}
				</div>
			) : (
				<Button ref={button} onClick={() => (beforeOpen ? beforeOpen(open) : open())}>
					{label}
				</Button>
			)}
		</div>
	)
}

/** The buttons at the bottom of an editable setting's form. */
export function EditableSettingActions({ children, onCancel }: { children: ReactNode; onCancel: () => void }) {
	return (
		<div className={css.actions}>
			{children}
			<Button kind="plain" onClick={onCancel}>
				Cancel
			</Button>
		</div>
	)
}
