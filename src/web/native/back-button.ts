/** Closes what lies over the page, and says whether there was anything: a dialog, a menu, a list of suggestions. */
export function closeTopOverlay(): boolean {
	const dialog = [...document.querySelectorAll('dialog')].filter(({ open }) => open).at(-1)
	if (dialog) {
		// As Escape does: the dialog may have something to say first
		if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close()
		return true
	}
	const menu = [...document.querySelectorAll<HTMLElement>('[popover]')]
		.filter((one) => one.matches(':popover-open'))
		.at(-1)
	if (menu) {
		menu.hidePopover()
		return true
	}
	const list = document.querySelector('[role="combobox"][aria-expanded="true"]')
	list?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
	return list !== null
}

/** Whether the router's history has a screen before this one. */
export function canGoBack(): boolean {
	const { idx } = (window.history.state ?? {}) as { idx?: number }
	return idx !== undefined && idx > 0
}
