import { browserTransport } from '#web/app/browser-transport.ts'
import { createImpressionReporter } from './impression-reporter.ts'

/** A card counts as an impression once this share of it has been visible for this long. */
const MIN_VISIBLE_RATIO = 0.5
const MIN_VISIBLE_MS = 1000

const reporter = createImpressionReporter(browserTransport)

/** Records a view of a review's own page. */
export const recordView = (reviewId: string) => reporter.record('views', reviewId)

/** Reports impressions of all current and future elements with `data-review`. */
export function trackImpressions(root: Element): void {
	const timers = new Map<Element, ReturnType<typeof setTimeout>>()
	const visible = new Set<Element>()
	const recordImpression = (card: Element) => {
		const { review } = (card as HTMLElement).dataset
		if (review) reporter.record('impressions', review)
		observer.unobserve(card)
		visible.delete(card)
	}
	const startTimer = (card: Element) => {
		clearTimeout(timers.get(card))
		timers.set(
			card,
			setTimeout(() => {
				timers.delete(card)
				recordImpression(card)
			}, MIN_VISIBLE_MS),
		)
	}
	const stopTimer = (card: Element) => {
		clearTimeout(timers.get(card))
		timers.delete(card)
	}
	const observer = new IntersectionObserver(
		(entries) => {
			for (const { target, intersectionRatio } of entries) {
				if (intersectionRatio >= MIN_VISIBLE_RATIO) {
					visible.add(target)
					if (!document.hidden) startTimer(target)
				} else {
					visible.delete(target)
					stopTimer(target)
					if (!target.isConnected) observer.unobserve(target)
				}
			}
		},
		{ threshold: MIN_VISIBLE_RATIO },
	)
	const observeCards = (part: Element) => {
		if (part.matches('[data-review]')) observer.observe(part)
		for (const card of part.querySelectorAll('[data-review]')) observer.observe(card)
	}
	new MutationObserver((changes) => {
		for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) observeCards(node)
	}).observe(root, { childList: true, subtree: true })
	observeCards(root)

	// Cards in a hidden tab are not visible; and this may be the last event before the page closes.
	document.addEventListener('visibilitychange', () => {
		for (const card of visible) document.hidden ? stopTimer(card) : startTimer(card)
		if (document.hidden) void reporter.flush()
	})
	window.addEventListener('pagehide', () => void reporter.flush())
	window.addEventListener('online', () => void reporter.flush())
}
