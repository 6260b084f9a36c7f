import type { createBrowserRouter } from 'react-router'

/** The router of the browser. */
export type Router = ReturnType<typeof createBrowserRouter>

/** The class of the cover that a page change moves. The Content-Security-Policy allows no style attribute. */
const SHARED = 'shared-cover'

/**
 * Cross-fades page changes, and moves the pressed cover to where the next page shows the same one. Does nothing for
 * changes of the query alone, below the first screenful, for people who prefer reduced motion, and in browsers without
 * view transitions.
 */
export function animatePageChanges(router: Router): void {
	if (!('startViewTransition' in document)) return
	let pressed: Element | null = null
	window.addEventListener(
		'click',
		({ target }) => {
			pressed = target instanceof Element ? findPressedCover(target) : null
		},
		true,
	)
	const { navigate } = router
	router.navigate = ((to: Parameters<typeof navigate>[0], options?: object) =>
		navigate(to as never, isPageChange(to) ? { ...options, viewTransition: true } : options)) as typeof navigate
	router.subscribe(({ historyAction }, { viewTransitionOpts }) => {
		if (!viewTransitionOpts) return
		const main = document.getElementById('main')
		const cover = historyAction === 'POP' ? (main?.querySelector('[data-cover]') ?? null) : pressed
		pressed = null
		if (main) shareCover(main, cover)
	})
}

function isPageChange(to: unknown): boolean {
	return (
		typeof to === 'string' &&
		to.startsWith('/') &&
		to.replace(/[?#].*/, '') !== location.pathname &&
		// Back to a page that was scrolled further would begin before its rows are there, and lose the position
		window.scrollY < window.innerHeight &&
		!matchMedia('(prefers-reduced-motion: reduce)').matches
	)
}

/** Returns the cover in the pressed link, or in the card or row of which the link is the whole surface. */
function findPressedCover(target: Element): Element | null {
	const link = target.closest('a')
	return link?.querySelector('[data-cover]') ?? link?.closest('li, article')?.querySelector('[data-cover]') ?? null
}

/** Waits for the page that follows the one whose cover is marked. */
let observer: MutationObserver | undefined

/** Marks the cover on the old page, and the same one on the new page once that is in the document. */
function shareCover(main: Element, cover: Element | null): void {
	for (const marked of document.querySelectorAll(`.${SHARED}`)) marked.classList.remove(SHARED)
	if (!cover || !isInSight(cover)) return
	cover.classList.add(SHARED)
	const picture = getPicture(cover)
	observer?.disconnect()
	observer = new MutationObserver(() => {
		// Until the next page is there, the old one may still change
		if (cover.isConnected) return
		observer?.disconnect()
		const same = [...main.querySelectorAll('[data-cover]')].find(
			(other) => getPicture(other) === picture && isInSight(other),
		)
		same?.classList.add(SHARED)
	})
	observer.observe(main, { childList: true, subtree: true })
}

/** Returns the address of a cover's picture without its width, or the title of one that has none. */
function getPicture(cover: Element): string {
	return cover.querySelector('img')?.src.replace(/\?.*/, '') ?? cover.textContent
}

function isInSight(element: Element): boolean {
	const { top, bottom, width } = element.getBoundingClientRect()
	return width > 0 && bottom > 0 && top < window.innerHeight
}
