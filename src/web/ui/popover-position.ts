/** The space that a menu keeps to the edges of the screen and to its button. */
const GAP_PX = 4
/** The button may move this far before the menu closes. */
const MAX_DRIFT_PX = 8

/**
 * Places a popover below its button, or above it where it fits only there or has more room; what does not fit scrolls
 * inside. It does not scroll with the page, so it closes when its button moves away, until the returned function is
 * called. The Content-Security-Policy allows scripts to set styles.
 */
export function placePopover(sheet: HTMLElement, opener: HTMLElement): () => void {
	const anchor = opener.getBoundingClientRect()
	// As it was placed before, it may have been cut
	sheet.style.maxHeight = ''
	const { width, height: wanted } = sheet.getBoundingClientRect()
	const below = window.innerHeight - anchor.bottom - 2 * GAP_PX
	const above = anchor.top - 2 * GAP_PX
	const isAbove = wanted > below && above > below
	const height = Math.min(wanted, isAbove ? above : below)
	sheet.style.maxHeight = `${isAbove ? above : below}px`
	sheet.style.top = `${isAbove ? anchor.top - height - GAP_PX : anchor.bottom + GAP_PX}px`
	const isRightToLeft = getComputedStyle(opener).direction === 'rtl'
	const left = isRightToLeft ? anchor.left : anchor.right - width
	sheet.style.left = `${Math.min(Math.max(left, GAP_PX), window.innerWidth - width - GAP_PX)}px`
	const onScroll = () => {
		if (Math.abs(opener.getBoundingClientRect().top - anchor.top) > MAX_DRIFT_PX) sheet.hidePopover()
	}
	window.addEventListener('scroll', onScroll, { passive: true })
	return () => window.removeEventListener('scroll', onScroll)
}
