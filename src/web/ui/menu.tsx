import { type ReactNode, useId, useRef } from 'react'
import { buttonClass } from './button.tsx'
import card from './card.module.css'
import { Icon } from './icon.tsx'
import css from './menu.module.css'

/** The space that a menu keeps to the edges of the screen and to its button. */
const GAP_PX = 4
/** The button may move this far before the menu closes. */
const MAX_DRIFT_PX = 8

interface MenuProps {
	/** The button's accessible name: `More about your review of Celeste`. */
	label: string
	/** `MenuButton`s and links with `menuItemClass`. */
	children: ReactNode
}

/** A button with three dots that opens a menu under it, or above it at the end of the screen. */
export function Menu({ label, children }: MenuProps) {
	const id = useId()
	const opener = useRef<HTMLButtonElement>(null)
	const sheet = useRef<HTMLDivElement>(null)
	const stopFollowing = useRef<() => void>(undefined)
	return (
		<>
			<button
				ref={opener}
				type="button"
				className={buttonClass('icon')}
				aria-label={label}
				title="More"
				popoverTarget={id}
			>
				<Icon name="more" size={20} />
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
						newState === 'open' && sheet.current && opener.current ? place(sheet.current, opener.current) : undefined
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
	onClick: () => void
	children: ReactNode
}

/**
 * Places a menu beside its button. A popover does not scroll with the page, so it closes when its button moves away,
 * until the returned function is called. The Content-Security-Policy allows scripts to set styles.
 */
function place(sheet: HTMLElement, opener: HTMLElement): () => void {
	const anchor = opener.getBoundingClientRect()
	const { width, height } = sheet.getBoundingClientRect()
	const below = anchor.bottom + GAP_PX
	const isAbove = below + height > window.innerHeight && anchor.top > height
	sheet.style.top = `${isAbove ? anchor.top - height - GAP_PX : below}px`
	const isRightToLeft = getComputedStyle(opener).direction === 'rtl'
	const left = isRightToLeft ? anchor.left : anchor.right - width
	sheet.style.left = `${Math.min(Math.max(left, GAP_PX), window.innerWidth - width - GAP_PX)}px`
	const onScroll = () => {
		if (Math.abs(opener.getBoundingClientRect().top - anchor.top) > MAX_DRIFT_PX) sheet.hidePopover()
	}
	window.addEventListener('scroll', onScroll, { passive: true })
	return () => window.removeEventListener('scroll', onScroll)
}
