import { browserTransport } from '#web/app/browser-transport.ts'
import { seenReports } from './impression-reporter.ts'

/** A card counts as seen when this much of it has been in sight for this long. */
const SHARE = 0.5
const SEEN_AFTER_MS = 1000

const reports = seenReports(browserTransport)

/** Notes that a review's own page was opened. */
export const noteOpened = (reviewId: string) => reports.note('views', reviewId)

/** Watches every element with `data-review`, now and later, and reports the reviews that are seen. */
export function watchReviews(root: Element): void {
	const sinceMs = new Map<Element, ReturnType<typeof setTimeout>>()
	const inSight = new Set<Element>()
	const see = (card: Element) => {
		const { review } = (card as HTMLElement).dataset
		if (review) reports.note('impressions', review)
		observer.unobserve(card)
		inSight.delete(card)
	}
	const begin = (card: Element) => {
		clearTimeout(sinceMs.get(card))
		sinceMs.set(
			card,
			setTimeout(() => {
				sinceMs.delete(card)
				see(card)
			}, SEEN_AFTER_MS),
		)
	}
	const end = (card: Element) => {
		clearTimeout(sinceMs.get(card))
		sinceMs.delete(card)
	}
	const observer = new IntersectionObserver(
		(entries) => {
			for (const { target, intersectionRatio } of entries) {
				if (intersectionRatio >= SHARE) {
					inSight.add(target)
					if (!document.hidden) begin(target)
				} else {
					inSight.delete(target)
					end(target)
					if (!target.isConnected) observer.unobserve(target)
				}
			}
		},
		{ threshold: SHARE },
	)
	const watchIn = (part: Element) => {
		if (part.matches('[data-review]')) observer.observe(part)
		for (const card of part.querySelectorAll('[data-review]')) observer.observe(card)
	}
	new MutationObserver((changes) => {
		for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) watchIn(node)
	}).observe(root, { childList: true, subtree: true })
	watchIn(root)

	// What is in another tab is not in sight; and this may be the last that is heard of the page.
	document.addEventListener('visibilitychange', () => {
		for (const card of inSight) document.hidden ? end(card) : begin(card)
		if (document.hidden) void reports.flush()
	})
	window.addEventListener('pagehide', () => void reports.flush())
	window.addEventListener('online', () => void reports.flush())
}
