/** Closes the topmost dialog, menu or list of suggestions; returns false if none is open. */
export function closeTopOverlay(): boolean {
	const dialog = [...document.querySelectorAll('dialog')].filter(({ open }) => open).at(-1)
	if (dialog) {
		// As Escape does, so that the dialog can prevent it
		if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close()
		return true
	}
	const menu = [...document.querySelectorAll<HTMLElement>('[popover]')]
		.filter((element) => element.matches(':popover-open'))
		.at(-1)
	if (menu) {
		menu.hidePopover()
		return true
	}
	const list = document.querySelector('[role="combobox"][aria-expanded="true"]')
	list?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
	return list !== null
}

/** Whether the router's history has a previous screen. */
export function canGoBack(): boolean {
	const { idx } = (window.history.state ?? {}) as { idx?: number }
	return idx !== undefined && idx > 0
}
