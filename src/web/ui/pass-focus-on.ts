/** The `ref` of what is in a list item: when it leaves with the focus, the next item's name gets that, or the page. */
export function passFocusOn(row: HTMLElement) {
	const item = row.parentElement
	return () => {
		if (!row.contains(document.activeElement)) return
		const neighbor = item?.nextElementSibling ?? item?.previousElementSibling
		const next = neighbor?.querySelector<HTMLElement>(':is(h2, h3) a') ?? document.getElementById('main')
		next?.focus({ preventScroll: true })
	}
}
