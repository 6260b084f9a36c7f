import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import card from './card.module.css'
import css from './dialog.module.css'
import { FrameIcon } from './frame-icon.tsx'

/** A modal dialog. Escape, the close button and a press outside call `onClose`; focus returns to the previous element. */
export function Dialog({
	open,
	title,
	isSheet = false,
	onClose,
	children,
}: {
	open: boolean
	title: string
	/** On phones it lies at the lower edge, under the thumb. */
	isSheet?: boolean
	onClose: () => void
	children: ReactNode
}) {
	const dialog = useRef<HTMLDialogElement>(null)
	const titleId = useId()
	// Only `showModal` makes the element modal; the `open` attribute would not
	useEffect(() => {
		const element = dialog.current
		if (open && !element?.open) element?.showModal()
		if (!open && element?.open) element.close()
	}, [open])
	return (
		<dialog
			ref={dialog}
			className={`${card.raised} ${css.dialog} ${isSheet ? css.sheet : ''}`}
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
							<FrameIcon name="close" />
						</Button>
					</header>
					{children}
				</>
			)}
		</dialog>
	)
}

// Backdrop and padding both have the dialog as event target, so compare the pointer's position
function isOutside(element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): boolean {
	const { left, right, top, bottom } = element.getBoundingClientRect()
	return clientX < left || clientX > right || clientY < top || clientY > bottom
}
