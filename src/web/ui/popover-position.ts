/** The space that a menu keeps to the edges of the screen and to its button. */
const GAP_PX = 4
/** The button may move this far before the menu closes. */
const MAX_DRIFT_PX = 8

/**
 * Places a popover below its button, or above it at the end of the screen. It does not scroll with the page, so it
 * closes when its button moves away, until the returned function is called. The Content-Security-Policy allows scripts
 * to set styles.
 */
export function placePopover(sheet: HTMLElement, opener: HTMLElement): () => void {
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
