import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import card from './card.module.css'
import css from './dialog.module.css'
import { Icon } from './icon.tsx'

/** A modal dialog. Escape, the close button and a press outside of it call `onClose`; focus returns to where it was. */
export function Dialog({
	open,
	title,
	onClose,
	children,
}: {
	open: boolean
	title: string
	onClose: () => void
	children: ReactNode
}) {
	const dialog = useRef<HTMLDialogElement>(null)
	const titleId = useId()
	// The element opens by a call, not by an attribute: only so it is modal.
	useEffect(() => {
		const element = dialog.current
		if (open && !element?.open) element?.showModal()
		if (!open && element?.open) element.close()
	}, [open])
	return (
		<dialog
			ref={dialog}
			className={`${card.raised} ${css.dialog}`}
			aria-labelledby={titleId}
			onClose={onClose}
			onPointerDown={(event) => {
				if (event.target === dialog.current && isOutside(event.currentTarget, event)) onClose()
			}}
		>
			{open && (
				<>
					<header className={css.head}>
						<h2 id={titleId}>{title}</h2>
						<Button kind="icon" aria-label="Close" onClick={onClose}>
							<Icon name="close" />
						</Button>
					</header>
					{children}
				</>
			)}
		</dialog>
	)
}

// The backdrop belongs to the dialog, and so does its padding: only the place of the pointer tells them apart.
function isOutside(element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): boolean {
	const { left, right, top, bottom } = element.getBoundingClientRect()
	return clientX < left || clientX > right || clientY < top || clientY > bottom
}
