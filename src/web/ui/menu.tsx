import { type ReactNode, useId, useRef } from 'react'
import { buttonClass } from './button.tsx'
import card from './card.module.css'
import { Icon } from './icon.tsx'
import css from './menu.module.css'
import { placePopover } from './popover-position.ts'

interface MenuProps {
	/** The button's accessible name: `More about your review of Celeste`. */
	label: string
	/** Shown instead of the three dots. */
	text?: string
	/** `MenuButton`s and links with `menuItemClass`. */
	children: ReactNode
}

/** A button with three dots, or a text, that opens a menu under it, or above it at the end of the screen. */
export function Menu({ label, text, children }: MenuProps) {
	const id = useId()
	const opener = useRef<HTMLButtonElement>(null)
	const sheet = useRef<HTMLDivElement>(null)
	const stopFollowing = useRef<() => void>(undefined)
	return (
		<>
			<button
				ref={opener}
				type="button"
				className={buttonClass(text ? 'quiet' : 'icon')}
				aria-label={label}
				title={text ? undefined : 'More'}
				popoverTarget={id}
			>
				{text ?? <Icon name="more" size={20} />}
			</button>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: a press on any item closes the menu */}
			{/* biome-ignore lint/a11y/useKeyWithClickEvents: the items are buttons and links, which have their own keys */}
			<div
				ref={sheet}
				id={id}
				popover="auto"
				className={`${card.raised} ${css.sheet}`}
				onToggle={({ newState }) => {
					stopFollowing.current?.()
					stopFollowing.current =
						newState === 'open' && sheet.current && opener.current
							? placePopover(sheet.current, opener.current)
							: undefined
				}}
				onClick={({ target }) => {
					if (target instanceof Element && target.closest('button, a')) sheet.current?.hidePopover()
				}}
			>
				{children}
			</div>
		</>
	)
}

/** The class of an item, for links. */
export const menuItemClass = `${css.item}`

/** An item of a menu. */
export function MenuButton({ isDanger = false, ...rest }: MenuButtonProps) {
	return <button type="button" className={isDanger ? `${css.item} ${css.danger}` : css.item} {...rest} />
}

interface MenuButtonProps {
	isDanger?: boolean
	/** The accessible name, if the label alone does not say what it acts on. */
	'aria-label'?: string
	'aria-keyshortcuts'?: string
	onClick: () => void
	children: ReactNode
}
